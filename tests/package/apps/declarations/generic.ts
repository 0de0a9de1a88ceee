// From TypeScript 5.7 on: memory of posenc's is no shared memory, and may go where none may.
import { allocate } from 'posenc';

export const array: Float32Array<ArrayBuffer> = allocate(4).array;

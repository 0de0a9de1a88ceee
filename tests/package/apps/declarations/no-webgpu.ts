// In a project that does not: devices come from libraries, as unknown.
import { createGpu } from 'posenc/webgpu';

declare const ort: { device: Promise<unknown> };
export const gpu = await createGpu({ device: await ort.device });

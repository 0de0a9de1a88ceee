// The flags of GPUBufferUsage and GPUMapMode by value: outside browsers they are not global.

export const usage = { mapRead: 1, copyFrom: 4, copyTo: 8, storage: 128 } as const;
export const mapRead = 1;

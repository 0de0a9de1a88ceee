// The values of the flags in GPUBufferUsage and GPUMapMode, which are not global outside browsers.

export const usage = { mapRead: 1, copyFrom: 4, copyTo: 8, storage: 128 } as const;
export const mapRead = 1;

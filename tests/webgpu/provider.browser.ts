// WebGPU in the browser.
export async function findGpu(): Promise<GPU | undefined> {
  return navigator.gpu;
}

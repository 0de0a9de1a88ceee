// The compute pipelines of a device, each compiled on first use.

/** A kernel: what a pipeline is compiled from. Equal labels mean the same kernel. */
export interface Kernel {
  readonly label: string;
  /** The buffers of bind group 0, in the order of their bindings. */
  readonly bindings: readonly GPUBufferBindingType[];
  /** The WGSL, with a single entry point. */
  code(): string;
}

const computeStage = 4; // GPUShaderStage.COMPUTE

export class Pipelines {
  readonly #device: GPUDevice;
  readonly #cache = new Map<string, GPUComputePipeline>();

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  of(kernel: Kernel): GPUComputePipeline {
    const { label } = kernel;
    const found = this.#cache.get(label);
    if (found !== undefined) return found;
    const device = this.#device;
    const layout = device.createBindGroupLayout({
      label,
      entries: kernel.bindings.map((type, binding) => ({
        binding,
        visibility: computeStage,
        buffer: { type },
      })),
    });
    const pipeline = device.createComputePipeline({
      label,
      layout: device.createPipelineLayout({ label, bindGroupLayouts: [layout] }),
      compute: { module: device.createShaderModule({ label, code: kernel.code() }) },
    });
    this.#cache.set(label, pipeline);
    return pipeline;
  }
}

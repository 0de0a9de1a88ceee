// GPU benchmarks: encoding compared with filling and scaling the same buffer with plain kernels, and
// encoding plus reading back compared with wasm. The same in Node.js, on Dawn, and in a page.

const usage = 4 | 8 | 128; // COPY_SRC, COPY_DST, STORAGE

/** A kernel that performs one operation on each vector of four: what the memory of this GPU allows. */
function plainKernel(device, statement) {
  const size = 128;
  const code = `@group(0) @binding(0) var<storage, read_write> b: array<vec4f>;
@compute @workgroup_size(${size})
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) n: vec3u,
        @builtin(local_invocation_index) l: u32) {
  let i = (w.y * n.x + w.x) * ${size} + l;
  if (i < arrayLength(&b)) { ${statement} }
}`;
  const module = device.createShaderModule({ code });
  const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
  return (buffer) => {
    const entries = [{ binding: 0, resource: { buffer } }];
    const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
    const groups = Math.ceil(buffer.size / 16 / size);
    const x = Math.min(groups, device.limits.maxComputeWorkgroupsPerDimension);
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(x, Math.ceil(groups / x));
    pass.end();
    device.queue.submit([encoder.finish()]);
  };
}

/** @returns {import('./works.js').Section[]} */
export function gpuSectionsOf({ posenc, webgpu, device }) {
  const { Sinusoidal } = posenc;
  const { maxStorageBufferBindingSize: largest } = device.limits;

  /** Submits many calls without waiting, so that the round trip to the GPU weighs little. */
  const inFlight = (values) => Math.max(1, Math.min(32, Math.round(2 ** 25 / values)));
  const many = (values, work) => async () => {
    for (let i = inFlight(values); i > 0; --i) work();
    await device.queue.onSubmittedWorkDone();
  };

  const section = (rows, channels) => {
    const values = rows * channels;
    const side = Math.round(Math.sqrt(rows));
    return {
      name: 'on the GPU, complete encodings',
      shape: `${rows} x ${channels}`,
      values: values * inFlight(values),
      baselines: ['fill', 'scale'],
      make: async () => {
        const gpu = await webgpu.createGpu({ device });
        const buffer = device.createBuffer({ size: values * 4, usage });
        const fill = plainKernel(device, 'b[i] = vec4f(1);');
        const scale = plainKernel(device, 'b[i] *= 1.0001;');
        const grid = [rows];
        const plans = {
          interleaved: new Sinusoidal({ grid, channels }),
          concatenated: new Sinusoidal({ grid, channels, layout: 'concatenated' }),
          'channels first': new Sinusoidal({ grid, channels, channelsFirst: true }),
          'grid of two axes': new Sinusoidal({ grid: [side, rows / side], channels }),
        };
        const works = {
          fill: many(values, () => fill(buffer)),
          scale: many(values, () => scale(buffer)),
          clear: many(values, () => {
            const encoder = device.createCommandEncoder();
            encoder.clearBuffer(buffer);
            device.queue.submit([encoder.finish()]);
          }),
        };
        for (const [name, plan] of Object.entries(plans)) {
          works[`encode, ${name}`] = many(values, () => gpu.encode(plan, { out: buffer }));
        }
        works['add in place, interleaved'] = many(values, () => gpu.add(plans.interleaved, buffer));
        const release = () => {
          for (const plan of Object.values(plans)) plan.dispose();
          buffer.destroy();
          gpu.dispose();
        };
        return { works, release };
      },
    };
  };

  const reading = (rows, channels) => ({
    name: 'into a JavaScript array',
    shape: `${rows} x ${channels}`,
    values: rows * channels,
    baselines: ['wasm'],
    make: async () => {
      const gpu = await webgpu.createGpu({ device });
      const plan = new Sinusoidal({ grid: [rows], channels });
      const buffer = device.createBuffer({ size: rows * channels * 4, usage });
      const out = new Float32Array(rows * channels);
      const works = {
        wasm: () => plan.encode(out),
        'encode and read back': () => gpu.read(gpu.encode(plan, { out: buffer }), out),
      };
      const release = () => {
        plan.dispose();
        buffer.destroy();
        gpu.dispose();
      };
      return { works, release };
    },
  });

  const shapes = [
    [256, 1024],
    [4096, 1024],
    [65536, 1024],
  ].filter(([rows, channels]) => rows * channels * 4 <= largest);
  return [...shapes.map((shape) => section(...shape)), ...shapes.map((shape) => reading(...shape))];
}

/** A device with large buffers, and its name. */
export async function gpuOf(gpu) {
  const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) return undefined;
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  const requiredLimits = { maxBufferSize, maxStorageBufferBindingSize };
  const { vendor, architecture, description } = adapter.info;
  return {
    device: await adapter.requestDevice({ requiredLimits }),
    name: [vendor, architecture, description].filter(Boolean).join(' '),
  };
}

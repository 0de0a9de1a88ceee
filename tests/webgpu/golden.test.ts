// The values of the original libraries, on the GPU.
import { init, Sinusoidal } from 'posenc';
import { createGpu, type Gpu } from 'posenc/webgpu';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkKnown, float32Cases, knownCases } from '../support/cases.js';
import { bound, largestDistance } from '../support/golden.js';
import { adapter, largeDevice } from './gpu.js';
import { uploadBuffer } from './helpers.js';

describe.skipIf(!adapter)('WebGPU', () => {
  let device: GPUDevice;
  let gpu: Gpu;
  beforeAll(async () => {
    await init();
    device = await largeDevice();
    gpu = await createGpu({ device });
  });
  afterAll(() => {
    gpu.dispose();
    device.destroy();
  });

  for (const [name, cases] of Object.entries(knownCases)) {
    describe(name, () => {
      for (const known of cases) {
        it(known.golden.id, async () => {
          const plan = new Sinusoidal(known.options);
          const result = known.x ? gpu.add(plan, uploadBuffer(device, known.x)) : gpu.encode(plan);
          checkKnown(known, await gpu.read(result));
          plan.dispose();
          result.destroy();
        });
      }
    });
  }

  describe("angles: 'float32'", () => {
    for (const { id, positions, common, exact, original } of float32Cases) {
      it(id, async () => {
        const plan = new Sinusoidal({ grid: [positions.length], positions: [positions], ...common });
        const values = await gpu.read(gpu.encode(plan));
        expect(largestDistance(values, exact)).toBeLessThanOrEqual(bound);
        // posenc is within 1.2e-7 here, and float32 sines of the originals within 2^-24.
        expect(largestDistance(values, original)).toBeLessThanOrEqual(bound);
      });
    }
  });
});

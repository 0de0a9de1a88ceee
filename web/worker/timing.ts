// Times how long one table takes to make in three ways: a loop in JavaScript, wasm, and WebGPU.
import { allocate, Sinusoidal } from 'posenc';
import type { Gpu } from 'posenc/webgpu';
import { largestError } from './accuracy.js';
import { type Sampled, sample } from './sample.js';

export interface Timed {
  readonly id: 'loop' | 'wasm' | 'wasm-copied' | 'webgpu' | 'webgpu-read';
  /** Milliseconds, or nothing if it could not be done. */
  readonly median?: number;
  readonly p95?: number;
  readonly gigabytesPerSecond?: number;
  readonly error?: number;
  /** The name of the GPU, if the browser tells it. */
  readonly on?: string;
  /** Why it could not be done. */
  readonly missing?: string;
}

const mostValues = 2 ** 26;

export async function* timing(positions: number, channels: number): AsyncGenerator<Timed> {
  if (positions * channels > mostValues) {
    throw new RangeError(
      `${positions} × ${channels} values: expected at most ${mostValues.toLocaleString('en')}, 256 MiB`,
    );
  }
  const pairs = Math.ceil(channels / 2);
  const frequencies = Float64Array.from({ length: pairs }, (_, i) => 10000 ** (-i / pairs));
  const width = 2 * pairs;
  const options = { grid: [positions], channels: width };
  const bytes = positions * width * 4;
  const result = (id: Timed['id'], { median, p95 }: Sampled, error?: number): Timed => ({
    id,
    median,
    p95,
    gigabytesPerSecond: bytes / median / 1e6,
    ...(error === undefined ? {} : { error }),
  });
  const errorOf = (values: Float32Array) => tableError(values, positions, frequencies);

  const table = new Float32Array(positions * width);
  yield result('loop', await sample(() => loop(table, positions, frequencies)), errorOf(table));

  const plan = new Sinusoidal(options);
  try {
    const memory = allocate(positions * width);
    try {
      yield result('wasm', await sample(() => plan.encode(memory.array)), errorOf(memory.array));
    } finally {
      memory.dispose();
    }
    yield result('wasm-copied', await sample(() => plan.encode(table)), errorOf(table));
    yield* onGpu(plan, result, errorOf);
  } finally {
    plan.dispose();
  }
}

/** The code that most people would write without a library. */
function loop(out: Float32Array, positions: number, frequencies: Float64Array): void {
  let at = 0;
  for (let position = 0; position < positions; ++position) {
    for (let i = 0; i < frequencies.length; ++i) {
      const angle = position * (frequencies[i] as number);
      out[at++] = Math.sin(angle);
      out[at++] = Math.cos(angle);
    }
  }
}

/** The largest error in some rows, spread over the table. */
function tableError(values: Float32Array, positions: number, frequencies: Float64Array): number {
  const width = 2 * frequencies.length;
  const count = Math.min(positions, 256);
  const rows = Float64Array.from({ length: count }, (_, i) =>
    Math.round((i * (positions - 1)) / Math.max(1, count - 1)),
  );
  const taken = new Float32Array(count * width);
  rows.forEach((row, i) => {
    taken.set(values.subarray(row * width, (row + 1) * width), i * width);
  });
  return largestError(taken, rows, frequencies);
}

async function* onGpu(
  plan: Sinusoidal,
  result: (id: Timed['id'], times: Sampled, error?: number) => Timed,
  errorOf: (values: Float32Array) => number,
): AsyncGenerator<Timed> {
  let gpu: Gpu | undefined;
  try {
    checkGpu();
    const { createGpu } = await import('posenc/webgpu');
    gpu = await createGpu();
    const { queue } = gpu.device;
    const out = gpu.encode(plan);
    const values = await gpu.read(out);
    const encode = async () => {
      gpu?.encode(plan, { out });
      await queue.onSubmittedWorkDone();
    };
    yield { ...result('webgpu', await sample(encode), errorOf(values)), on: nameOf(gpu.device.adapterInfo) };
    yield result('webgpu-read', await sample(() => gpu?.read(out, values)));
    out.destroy();
  } catch (error) {
    yield { id: 'webgpu', missing: error instanceof Error ? error.message : String(error) };
  } finally {
    gpu?.dispose();
  }
}

/** Such as "apple metal-3". Some, such as "google swiftshader", run on the processor and not on a GPU. */
function nameOf({ vendor, architecture }: GPUAdapterInfo): string {
  const name = [vendor, architecture].filter(Boolean).join(' ');
  return /swiftshader|llvmpipe/i.test(name) ? `${name}, which runs on the processor` : name;
}

/** @throws Error that explains why there is no WebGPU */
function checkGpu(): void {
  if ('gpu' in navigator) return;
  throw new Error(
    isSecureContext
      ? 'This browser has no WebGPU, or it is turned off. Chrome and Edge have it from version 113, Safari from 26, Firefox from 141.'
      : 'WebGPU works only over HTTPS or on localhost, and this page came over plain HTTP.',
  );
}

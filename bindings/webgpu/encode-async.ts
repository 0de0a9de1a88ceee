// `encodeAsync`: the values in an array, computed on whichever backend is faster.
import {
  type CheckedOptions,
  checkChoice,
  checkGridOptions,
  checkObject,
  checkUnchanged,
  currentArray,
  encodeChecked,
  GridPlan,
  messageOf,
  type Place,
  placeOf,
  placeOfFloats,
  rangeError,
  type Sinusoidal,
  type SinusoidalOptions,
  typeError,
  withGridPlan,
} from '../js/internal.js';
import { createGpu, Gpu } from './gpu.js';

export interface EncodeAsyncOptions {
  /** Where to compute. 'auto' (the default) chooses the faster one. */
  backend?: 'auto' | 'wasm' | 'webgpu';
  /** The array for the values, as many as the encoding has; by default a new array. */
  out?: Float32Array;
  /** The GPU to use; by default one that the package creates when it is first needed, and keeps. */
  gpu?: Gpu;
  /** 'auto' uses the GPU from this number of values on, 0 or more; by default measured once for each GPU. */
  threshold?: number;
}

export interface EncodeAsyncResult {
  /** The encoding: shape [...grid, channels], or with `channelsFirst` [channels, ...grid]. */
  values: Float32Array;
  /** Where it was computed. */
  backend: 'wasm' | 'webgpu';
  /** Why this backend was chosen: a phrase to show or log. */
  reason: string;
}

const keys = new Set(['backend', 'out', 'gpu', 'threshold']);
const backends = ['auto', 'wasm', 'webgpu'];

/** For fewer values wasm takes about a millisecond, so a GPU could hardly save time. */
const minMeasured = 2 ** 22;

/**
 * The encoding of a grid as an array of float32, computed in wasm, or on a GPU and read back.
 *
 * @throws TypeError or RangeError that names the argument; with `backend: 'webgpu'` also the errors of `createGpu` and
 *   `Gpu.read`. The promise rejects with it.
 */
export async function encodeAsync(
  options: SinusoidalOptions,
  how: EncodeAsyncOptions = {},
): Promise<EncodeAsyncResult> {
  checkObject('how', how, keys);
  const { out, gpu, threshold } = how;
  const backend = backends[checkChoice('backend', how.backend ?? 'auto', backends)];
  // Read the options and look up the place of `out` before waiting: meanwhile the caller may change the options, and
  // wasm memory may grow and detach `out`.
  const checked = checkGridOptions(options);
  const place = out === undefined ? undefined : placeOfFloats('out', out);
  if (gpu !== undefined && !(gpu instanceof Gpu)) throw typeError('gpu', gpu, 'a Gpu of createGpu');
  if (threshold !== undefined && (typeof threshold !== 'number' || !(threshold >= 0))) {
    const makeError = typeof threshold === 'number' ? rangeError : typeError;
    throw makeError('threshold', threshold, 'a number of values, 0 or more');
  }
  const onWasm = (reason: string): EncodeAsyncResult => ({
    values: encodeChecked(checked, 'float32', place && currentPlace(place)),
    backend: 'wasm',
    reason,
  });
  const onGpu = async (chosen: Gpu, reason: string): Promise<EncodeAsyncResult> => ({
    values: await readEncoding(chosen, checked, () => place && currentArray(place)),
    backend: 'webgpu',
    reason,
  });
  if (backend === 'wasm') return onWasm("backend is 'wasm'");
  if (backend === 'webgpu') return onGpu(gpu ?? (await ownGpu()), "backend is 'webgpu'");

  const size = withGridPlan(checked, (plan) => plan.size);
  if (size < (threshold ?? minMeasured)) {
    return onWasm(`${size} values are below the threshold of ${threshold ?? minMeasured}`);
  }
  let chosen: Gpu;
  try {
    chosen = gpu ?? (await ownGpu());
  } catch (error) {
    return onWasm(messageOf(error));
  }
  const { maxBufferSize } = chosen.device.limits;
  if (size * 4 > maxBufferSize) {
    return onWasm(`${size * 4} bytes are more than the maxBufferSize of the GPU, ${maxBufferSize}`);
  }
  if (threshold !== undefined) {
    return onGpu(chosen, `${size} values reach the threshold of ${threshold}`);
  }
  const measured = await thresholdOf(chosen);
  if (size >= measured) {
    return onGpu(
      chosen,
      `measured here: from ${measured} values on, the GPU is faster, reading back included`,
    );
  }
  return onWasm(
    measured === Number.POSITIVE_INFINITY
      ? 'measured here: reading back from the GPU takes longer than computing, at any size'
      : `measured here: below ${measured} values, computing is faster than reading back from the GPU`,
  );
}

async function readEncoding(
  gpu: Gpu,
  checked: CheckedOptions,
  out: () => Float32Array | undefined,
): Promise<Float32Array> {
  const plan = new GridPlan(checked);
  let buffer: GPUBuffer | undefined;
  try {
    // `encode` takes the plan inside a `Sinusoidal`, too; its public type does not say so.
    buffer = gpu.encode(plan as unknown as Sinusoidal);
    return await gpu.read(buffer, out());
  } finally {
    buffer?.destroy();
    plan.dispose();
  }
}

/** The place of a caller's array after waiting; checks that it can still be used. */
function currentPlace(place: Place): Place {
  checkUnchanged(place);
  return placeOfFloats('out', currentArray(place));
}

let own: Promise<Gpu> | undefined;

/** Shared by all calls without `gpu`; a new one after a failure or a loss. */
function ownGpu(): Promise<Gpu> {
  own ??= createGpu().then(
    (gpu) => {
      gpu.device.lost.then(() => {
        own = undefined;
      });
      return gpu;
    },
    (error) => {
      own = undefined;
      throw error;
    },
  );
  return own;
}

const thresholds = new WeakMap<Gpu, Promise<number>>();

/** The number of values from which on a GPU is faster, reading back included; measured once for each. */
function thresholdOf(gpu: Gpu): Promise<number> {
  let measured = thresholds.get(gpu);
  if (measured === undefined) {
    measured = measureThreshold(gpu);
    thresholds.set(gpu, measured);
  }
  return measured;
}

/**
 * Where encoding on the GPU and reading back overtakes wasm. Times of two sizes give a latency and a time per
 * value for the GPU; wasm has a time per value only. Infinity if the GPU takes longer for each value.
 */
async function measureThreshold(gpu: Gpu): Promise<number> {
  const channels = 1024;
  const [small, large] = [2 ** 18, 2 ** 22];
  const out = new Float32Array(large);
  const best = async (work: () => unknown) => {
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 3; ++round) {
      const start = performance.now();
      await work();
      least = Math.min(least, performance.now() - start);
    }
    return least;
  };
  const timesOf = async (size: number) => {
    const checked = checkGridOptions({ grid: [size / channels], channels });
    const target = out.subarray(0, size);
    return [
      await best(() => encodeChecked(checked, 'float32', placeOf('out', target))),
      await best(() => readEncoding(gpu, checked, () => target)),
    ] as const;
  };
  const [, gpuSmall] = await timesOf(small);
  const [wasmLarge, gpuLarge] = await timesOf(large);
  const wasmTimeEach = wasmLarge / large;
  const gpuTimeEach = Math.max(0, gpuLarge - gpuSmall) / (large - small);
  if (gpuTimeEach >= wasmTimeEach) return Number.POSITIVE_INFINITY;
  const latency = Math.max(0, gpuLarge - gpuTimeEach * large);
  return Math.ceil(latency / (wasmTimeEach - gpuTimeEach));
}

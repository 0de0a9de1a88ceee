// `encodeAsync`: for those who want the values in an array, wherever they are made sooner.
import { checkChoice, checkObject, rangeError, typeError } from '../js/check/check.js';
import { checkStill, currentArray, type Place, placeOf, placeOfFloats } from '../js/runtime/memory.js';
import { withPlan } from '../js/runtime/plan-cache.js';
import { messageOf } from '../js/runtime/wasm-source.js';
import { type Draft, draftOfGrid, type SinusoidalOptions } from '../js/sinusoidal/options.js';
import { Plan } from '../js/sinusoidal/plan.js';
import { encodeDraft, type Sinusoidal } from '../js/sinusoidal/sinusoidal.js';
import { createGpu, Gpu } from './gpu.js';

export interface EncodeAsyncOptions {
  /** Where to compute; 'auto', the default, chooses. */
  backend?: 'auto' | 'wasm' | 'webgpu';
  /** Where the values go; by default a new array. */
  out?: Float32Array;
  /** The GPU to use; by default one of the package's own, made when it is first needed. */
  gpu?: Gpu;
  /** Values from which on 'auto' takes the GPU; by default measured, once for each GPU, when it may matter. */
  threshold?: number;
}

export interface EncodeAsyncResult {
  values: Float32Array;
  backend: 'wasm' | 'webgpu';
  /** Why this backend, in words. */
  reason: string;
}

const keys = new Set(['backend', 'out', 'gpu', 'threshold']);
const backends = ['auto', 'wasm', 'webgpu'];

/** Below, wasm takes a millisecond or so: less than asking a GPU could save. */
const leastMeasured = 2 ** 22;

/**
 * The encoding of a grid in an array, computed by wasm or by a GPU and read back.
 *
 * @throws TypeError or RangeError that names the argument; with `backend: 'webgpu'` what `createGpu` and
 *   `Gpu.read` throw.
 */
export async function encodeAsync(
  options: SinusoidalOptions,
  how: EncodeAsyncOptions = {},
): Promise<EncodeAsyncResult> {
  checkObject('how', how, keys);
  const { out, gpu, threshold } = how;
  const backend = backends[checkChoice('backend', how.backend ?? 'auto', backends)];
  // Options are read now, and `out` is known by its place: while the GPU is waited for, the one may be
  // changed, and the memory of the other may grow.
  const draft = draftOfGrid(options);
  const place = out === undefined ? undefined : placeOfFloats('out', out);
  if (gpu !== undefined && !(gpu instanceof Gpu)) throw typeError('gpu', gpu, 'a Gpu of createGpu');
  if (threshold !== undefined && (typeof threshold !== 'number' || !(threshold >= 0))) {
    const fault = typeof threshold === 'number' ? rangeError : typeError;
    throw fault('threshold', threshold, 'a number of values, 0 or more');
  }
  const onWasm = (reason: string): EncodeAsyncResult => ({
    values: encodeDraft(draft, place && stillThere(place)),
    backend: 'wasm',
    reason,
  });
  const onGpu = async (chosen: Gpu, reason: string): Promise<EncodeAsyncResult> => ({
    values: await readEncoding(chosen, draft, () => place && currentArray(place)),
    backend: 'webgpu',
    reason,
  });
  if (backend === 'wasm') return onWasm("backend is 'wasm'");
  if (backend === 'webgpu') return onGpu(gpu ?? (await ownGpu()), "backend is 'webgpu'");

  const size = withPlan(draft, (plan) => plan.size);
  if (size < (threshold ?? leastMeasured)) {
    return onWasm(`${size} values are below the threshold of ${threshold ?? leastMeasured}`);
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
      `measured here: from ${measured} values on the GPU is sooner, reading back included`,
    );
  }
  return onWasm(
    measured === Number.POSITIVE_INFINITY
      ? 'measured here: reading back from the GPU takes longer than computing, at any size'
      : `measured here: below ${measured} values computing is sooner than reading back from the GPU`,
  );
}

async function readEncoding(
  gpu: Gpu,
  draft: Draft,
  out: () => Float32Array | undefined,
): Promise<Float32Array> {
  const plan = new Plan(draft);
  let buffer: GPUBuffer | undefined;
  try {
    buffer = gpu.encode(plan as unknown as Sinusoidal);
    return await gpu.read(buffer, out());
  } finally {
    buffer?.destroy();
    plan.dispose();
  }
}

function stillThere(place: Place): Place {
  checkStill(place);
  return placeOfFloats('out', currentArray(place));
}

let own: Promise<Gpu> | undefined;

/** One for all calls that give none; another after a failure or a loss. */
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

/** The values from which on a GPU is sooner, reading back included: measured once for each. */
function thresholdOf(gpu: Gpu): Promise<number> {
  let measured = thresholds.get(gpu);
  if (measured === undefined) {
    measured = measureThreshold(gpu);
    thresholds.set(gpu, measured);
  }
  return measured;
}

/**
 * Where encoding on the GPU and reading back overtakes wasm, from the times of two sizes: the GPU's are a
 * latency and a rate, those of wasm a rate. Infinity where the GPU's rate is the lower one.
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
    const draft = draftOfGrid({ grid: [size / channels], channels });
    const target = out.subarray(0, size);
    return [
      await best(() => encodeDraft(draft, placeOf('out', target))),
      await best(() => readEncoding(gpu, draft, () => target)),
    ] as const;
  };
  const [, gpuSmall] = await timesOf(small);
  const [wasmLarge, gpuLarge] = await timesOf(large);
  const wasmRate = wasmLarge / large;
  const gpuRate = Math.max(0, gpuLarge - gpuSmall) / (large - small);
  if (gpuRate >= wasmRate) return Number.POSITIVE_INFINITY;
  const latency = Math.max(0, gpuLarge - gpuRate * large);
  return Math.ceil(latency / (wasmRate - gpuRate));
}

// The real onnxruntime-web, in Node.js and in Chromium, and its rotary operators as models of one node.
/// <reference types="vite/client" />
import type * as Ort from 'onnxruntime-web';
import type { RotaryCaches } from 'posenc/onnxruntime';
import type { TestContext } from 'vitest';
import { type Operator, oneOperator } from './onnx-models.js';

export const inBrowser = typeof window !== 'undefined';

let loaded: typeof Ort;

/** To be called before the functions below. */
export async function loadOrt(): Promise<typeof Ort> {
  const ort = inBrowser
    ? ((await import('onnxruntime-web/webgpu')) as typeof Ort)
    : await import('onnxruntime-web');
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = 'error';
  if (inBrowser) {
    const { default: wasm } = await import(
      '../../node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.asyncify.wasm?url'
    );
    ort.env.wasm.wasmPaths = { wasm: new URL(wasm, location.href).href };
  }
  loaded = ort;
  return ort;
}

const sessions: Ort.InferenceSession[] = [];
export async function releaseSessions() {
  for (const session of sessions.splice(0)) await session.release();
}

/** A session; the test is skipped, visibly, if the runtime does not have its operator for the type. */
export async function sessionOf(model: Uint8Array, what: string, { skip }: TestContext) {
  try {
    const session = await loaded.InferenceSession.create(model, { executionProviders: ['wasm'] });
    sessions.push(session);
    return session;
  } catch (error) {
    if (!/not implemented|NOT_IMPLEMENTED|no kernel|not a registered/i.test(String(error))) throw error;
    console.warn(`SKIPPED: ${what}; this build of ONNX Runtime does not have it`);
    return skip(`ONNX Runtime has no ${what}`);
  }
}

export type Data = Float32Array | Uint16Array;

export async function runOperator(
  operator: Operator,
  inputs: Record<string, Ort.Tensor>,
  context: TestContext,
) {
  const type = inputs.x?.type;
  const session = await sessionOf(oneOperator(operator, inputs), `${operator.name} of ${type}`, context);
  const { y } = await session.run(inputs);
  return y?.data as Data;
}

/** RotaryEmbedding of either domain, whose inputs come in different orders. */
export function rotaryEmbedding(
  domain: Operator['domain'],
  attributes: Operator['attributes'],
  { cosCache, sinCache }: RotaryCaches<typeof Ort>,
  x: Ort.Tensor,
  ids: Ort.Tensor | undefined,
  context: TestContext,
) {
  const caches = { cos: cosCache, sin: sinCache };
  const inputs: Record<string, Ort.Tensor> =
    domain === '' ? { x, ...caches, ...(ids && { ids }) } : { x, ids: ids as Ort.Tensor, ...caches };
  return runOperator({ name: 'RotaryEmbedding', domain, attributes }, inputs, context);
}

// The real onnxruntime-web, in Node.js and in Chromium.
/// <reference types="vite/client" />
import type * as Ort from 'onnxruntime-web';

export const inBrowser = typeof window !== 'undefined';

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
  return ort;
}

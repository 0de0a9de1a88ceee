// What the page of `npm run bench -- --browser` runs: the sections of works.js.
import * as posenc from 'posenc';
import * as webgpu from 'posenc/webgpu';
import baselinesUrl from '../build/wasm/bench/posenc_baselines.wasm?url';
import { runSections } from './run.js';
import { gpuOf, gpuSectionsOf } from './webgpu.js';
import { sectionsOf } from './works.js';

async function prepare() {
  await posenc.init();
  const wasm = await (await fetch(baselinesUrl)).arrayBuffer();
  const { instance } = await WebAssembly.instantiate(wasm, { env: { emscripten_notify_memory_growth() {} } });
  const onCpu = sectionsOf({ posenc, baselines: instance.exports, rivals: {} });
  const onGpu = async () => {
    const found = await gpuOf(navigator.gpu);
    if (found === undefined) throw new Error('WebGPU finds no adapter in this browser');
    return gpuSectionsOf({ posenc, webgpu, device: found.device });
  };
  globalThis.runBench = async ({ filter, rounds, webgpu: isGpu }) =>
    runSections(isGpu ? await onGpu() : onCpu, {
      backend: isGpu ? 'chromium, webgpu' : 'chromium',
      filter,
      rounds,
      onSection: ({ name, shape }, records) => globalThis.reportSection({ name, shape }, records),
      onRound: ({ name, shape }, index, of, part) =>
        globalThis.reportProgress(`${index + 1} of ${of}, ${Math.round(100 * part)}%: ${name} (${shape})`),
    });
  return { version: posenc.version, userAgent: navigator.userAgent };
}

globalThis.benchReady = prepare();

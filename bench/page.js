// What the page of `npm run bench -- --browser` runs: the sections of works.js.
import * as posenc from 'posenc';
import baselinesUrl from '../build/wasm/bindings/posenc_baselines.wasm?url';
import { runSections } from './run.js';
import { sectionsOf } from './works.js';

async function prepare() {
  await posenc.init();
  const wasm = await (await fetch(baselinesUrl)).arrayBuffer();
  const { instance } = await WebAssembly.instantiate(wasm, { env: { emscripten_notify_memory_growth() {} } });
  const sections = sectionsOf({ posenc, baselines: instance.exports, rivals: {} });
  globalThis.runBench = ({ filter, rounds }) =>
    runSections(sections, {
      backend: 'chromium',
      filter,
      rounds,
      onSection: ({ name, shape }, records) => globalThis.reportSection({ name, shape }, records),
      onRound: ({ name, shape }, index, of, part) =>
        globalThis.reportProgress(`${index + 1} of ${of}, ${Math.round(100 * part)}%: ${name} (${shape})`),
    });
  return { version: posenc.version, userAgent: navigator.userAgent };
}

globalThis.benchReady = prepare();

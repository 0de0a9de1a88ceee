// `npm run bench`: the cost of encodings, relative to filling, copying or scaling the same memory in the
// same run, and compared with the alternatives. bench/README.md says how to read the results.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findSwiftShader } from '../scripts/chromium.js';
import { Stop } from '../scripts/run.js';
import { describeMachine, machine } from './machine.js';
import { printTable, progress } from './report.js';
import { runSections } from './run.js';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** @param options the arguments as parsed by flags.js */
export async function main(options) {
  const { filter, quick, webgpu } = options;
  const rounds = quick ? 3 : undefined;
  let records;
  console.log(describeMachine(machine()));
  if (options.browser) {
    const { runInBrowser } = await import('./browser.js');
    records = await runInBrowser({ filter, rounds, webgpu });
  } else {
    const posenc = await import('../dist/js/index.node.js');
    await posenc.init();
    console.log(
      `posenc ${posenc.version}, Node.js ${process.version}, one thread. "of fill 0.70" is 0.70 of the speed of filling`,
    );
    console.log(
      'the same memory, measured in the same rounds. Medians; spread: half the interquartile range.',
    );
    if (webgpu) {
      records = await runOnGpu(posenc, { filter, rounds });
    } else if (options.curve) {
      const { drawCurve } = await import('./curve.js');
      records = await drawCurve(posenc, at('curve.svg'), rounds);
    } else {
      records = await runInNode(posenc, { filter, rounds });
    }
  }
  if (options.json) {
    writeFileSync(options.json, `${JSON.stringify({ machine: machine(), results: records }, null, 2)}\n`);
  }
}

/** Shows the progress and results of a run. */
const shown = {
  onSection: (section, found) => {
    progress('');
    printTable(section, found);
  },
  onRound: (section, index, of, part) => {
    progress(`${index + 1} of ${of}, ${Math.round(100 * part)}%: ${section.name} (${section.shape})`);
  },
};

/** Dawn, on the machine's GPU, or on the CPU if there is none. */
async function runOnGpu(posenc, { filter, rounds }) {
  const { gpuOf, gpuSectionsOf } = await import('./webgpu.js');
  const { create } = await import('webgpu');
  const dawns = [create([])]; // referenced until the end, since their devices die with them
  let found = await gpuOf(dawns[0]);
  const software = findSwiftShader();
  if (found === undefined && software !== undefined) {
    process.env.VK_ICD_FILENAMES = software;
    dawns.push(create([]));
    found = await gpuOf(dawns[1]);
  }
  if (found === undefined) {
    throw new Stop('WebGPU in Node.js found no adapter: is there a Vulkan driver? Or try --browser --webgpu');
  }
  console.log(`WebGPU: ${found.name}`);
  const webgpu = await import('../dist/webgpu/index.js');
  const sections = gpuSectionsOf({ posenc, webgpu, device: found.device });
  const records = await runSections(sections, { backend: `webgpu: ${found.name}`, filter, rounds, ...shown });
  found.device.destroy();
  return dawns && records;
}

async function runInNode(posenc, { filter, rounds }) {
  const { sectionsOf } = await import('./works.js');
  const wasm = readFileSync(at('../build/wasm/bench/posenc_baselines.wasm'));
  const { instance } = await WebAssembly.instantiate(wasm, { env: { emscripten_notify_memory_growth() {} } });
  const tfjs =
    (backend, layout) =>
    async (...shape) => {
      const { tfjsEncoding } = await import('./rivals/tfjs.js');
      return tfjsEncoding(backend, layout, ...shape);
    };
  const kit = { posenc, baselines: instance.exports };
  const sections = sectionsOf({
    ...kit,
    rivals: {
      'TensorFlow.js, cpu, concatenated': tfjs('cpu', 'concatenated'),
      'ONNX Runtime Web, wasm': async (...shape) => (await import('./rivals/onnx.js')).onnxEncoding(...shape),
    },
  });
  // TensorFlow.js has one active backend at a time, so the other gets a separate section.
  const wasmRivals = {
    'TensorFlow.js, wasm, interleaved': tfjs('wasm', 'interleaved'),
    'TensorFlow.js, wasm, concatenated': tfjs('wasm', 'concatenated'),
  };
  const second = sectionsOf({ ...kit, rivals: wasmRivals }).at(-1);
  sections.push({ ...second, name: `${second.name}, continued` });
  const records = await runSections(sections, { backend: 'node', filter, rounds, ...shown });
  if (!filter || 'PyTorch'.includes(filter)) records.push(...torchRecords(records));
  if (!filter || 'loading'.includes(filter)) records.push(...loadingRecords());
  return records;
}

/** PyTorch, if a Python has it. */
function torchRecords(records) {
  const posencMs = records.find(({ name }) => name.endsWith('alternatives: posenc'))?.ms;
  for (const python of ['python3', '/usr/bin/python3']) {
    const shape = ['4096', '1024', '2'];
    const { status, stdout } = spawnSync(python, [at('rivals/torch_rival.py'), ...shape], {
      encoding: 'utf8',
    });
    if (status !== 0) continue;
    const section = { name: 'PyTorch, two threads', shape: '4096 x 1024' };
    const found = Object.entries(JSON.parse(stdout)).map(([layout, ms]) => ({
      name: `${section.name}: ${layout}`,
      shape: section.shape,
      backend: 'python',
      ms,
      spread: 0,
      gbPerSecond: (4 * 4096 * 1024) / ms / 1e6,
      ratioTo: posencMs === undefined ? {} : { posenc: posencMs / ms },
    }));
    printTable(section, found);
    return found;
  }
  console.log('\nPyTorch: no python3 has it (Debian: python3-torch)');
  return [];
}

/** Measures, in new processes, the time to load and to compute the first encoding. */
function loadingRecords() {
  const section = { name: 'loading, in a new process', shape: '4096 x 1024' };
  const script = `const start = performance.now();
    const posenc = await import(${JSON.stringify(new URL('../dist/js/index.node.js', import.meta.url).href)});
    const imported = performance.now();
    await posenc.init();
    const loaded = performance.now();
    posenc.encode({ grid: [4096], channels: 1024 });
    const first = performance.now();
    console.log(JSON.stringify({ import: imported - start, init: loaded - imported, 'first encode': first - loaded }));`;
  const runs = Array.from({ length: 9 }, () =>
    JSON.parse(
      spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }).stdout,
    ),
  );
  const found = Object.keys(runs[0]).map((name) => {
    const sorted = runs.map((run) => run[name]).sort((a, b) => a - b);
    const ms = sorted[4];
    return {
      name: `${section.name}: ${name}`,
      shape: section.shape,
      backend: 'node',
      ms,
      spread: (sorted[6] - sorted[2]) / 2 / ms,
      gbPerSecond: name === 'first encode' ? (4 * 4096 * 1024) / ms / 1e6 : 0,
      ratioTo: {},
    };
  });
  printTable(section, found);
  return found;
}

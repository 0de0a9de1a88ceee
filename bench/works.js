// The benchmarks for Node.js and browsers: sections of tasks over the same memory, each with the names of the
// tasks that serve as baselines.
import { ceilingsOf } from './ceilings.js';
import { positionsOf } from './positions.js';
import { plainGridLoop, plainLoop, plainPointsLoop, tableLoop } from './rivals/loop.js';
import { rotaryOf } from './rotary.js';
import { tablesOf } from './tables.js';

/** @typedef {{ name: string, shape: string, values: number, baselines: string[],
 *   make: () => Promise<{ works: Record<string, () => unknown>, release?: () => void }> }} Section */

const productOf = (shape) => shape.reduce((product, length) => product * length, 1);

/**
 * @param {object} kit
 * @param {typeof import('../dist/js/index.js')} kit.posenc
 * @param {WebAssembly.Exports} kit.baselines wasm SIMD loops of baselines.cpp
 * @param {Record<string, () => Promise<() => unknown>>} kit.rivals
 * @returns {Section[]}
 */
export function sectionsOf({ posenc, baselines, rivals }) {
  const { Sinusoidal } = posenc;

  /** Tasks on allocated memory, whose array is read again each time, since making a plan may move it. */
  const inPlace = (values, plans, worksOf) => {
    const ready = posenc.allocate(values);
    const allocation = posenc.allocate(values);
    const at = () => allocation.array;
    plans[0].encode(ready.array);
    const works = {
      fill: () => at().fill(1),
      copy: () => at().set(ready.array),
      ...worksOf(at),
    };
    const release = () => {
      for (const plan of plans) plan.dispose();
      ready.dispose();
      allocation.dispose();
    };
    return { works, release };
  };

  const fresh = (options) => (at) => {
    const plan = new Sinusoidal(options);
    plan.encode(at());
    plan.dispose();
  };

  /** Channels last and first, interleaved and concatenated. */
  const ordersOf = (grid, channels) => {
    const plans = {};
    for (const channelsFirst of [false, true]) {
      for (const layout of ['interleaved', 'concatenated']) {
        const name = `${layout}${channelsFirst ? ', channels first' : ''}`;
        plans[name] = new Sinusoidal({ grid, channels, layout, channelsFirst });
      }
    }
    return plans;
  };

  const wasmScale = (values) => {
    const address = baselines.allocate(values);
    return () => baselines.scale(address, values, 1.0001);
  };

  const grids = [[4096], [64, 64], [16, 16, 16]].map((grid) => ({
    name: `encode into allocated memory, ${grid.length}D`,
    shape: [...grid, 1024].join(' x '),
    values: productOf(grid) * 1024,
    baselines: ['fill', 'copy'],
    async make() {
      const plans = ordersOf(grid, 1024);
      return inPlace(4096 * 1024, Object.values(plans), (at) =>
        Object.fromEntries(Object.entries(plans).map(([name, plan]) => [name, () => plan.encode(at())])),
      );
    },
  }));

  const add = [1, 8].map((batch) => ({
    name: `add in place, allocated memory, batch ${batch}`,
    shape: `${batch} x ${4096 / batch} x 1024`,
    values: 4096 * 1024,
    baselines: ['scale', 'fill'],
    async make() {
      const plan = new Sinusoidal({ grid: [4096 / batch], channels: 1024 });
      const other = new Sinusoidal({ grid: [4096 / batch], channels: 1024, layout: 'concatenated' });
      const input = posenc.allocate(4096 * 1024);
      const scale = wasmScale(4096 * 1024);
      const ready = new Sinusoidal({ grid: [4096], channels: 1024 });
      const made = inPlace(4096 * 1024, [ready, plan, other], (at) => ({
        scale,
        'add, interleaved': () => plan.add(at()),
        'add, concatenated': () => other.add(at()),
        'add to out': () => plan.add(input.array, at()),
      }));
      return { ...made, release: () => [made.release(), input.dispose()] };
    },
  }));

  const ofJavaScript = {
    name: 'a JavaScript array',
    shape: '4096 x 1024',
    values: 4096 * 1024,
    baselines: ['fill', 'copy', 'scale'],
    async make() {
      const options = { grid: [4096], channels: 1024 };
      const plan = new Sinusoidal(options);
      const array = new Float32Array(4096 * 1024);
      const ready = plan.encode();
      const other = new Float32Array(4096 * 1024);
      return {
        works: {
          fill: () => array.fill(1),
          copy: () => array.set(ready),
          scale: () => {
            for (let i = 0; i < array.length; ++i) array[i] *= 1.0001;
          },
          encode: () => plan.encode(array),
          'encode, rows in 16 pieces': () => {
            for (let piece = 0; piece < 16; ++piece) {
              const rows = { from: piece * 256, to: piece * 256 + 256 };
              plan.encode(array.subarray(rows.from * 1024, rows.to * 1024), rows);
            }
          },
          'encode, the plan made each time': () => fresh(options)(() => array),
          'encode into a new array': () => plan.encode(),
          'add in place': () => plan.add(array),
          'add to out': () => plan.add(array, other),
        },
        release: () => plan.dispose(),
      };
    },
  };

  const sizes = [
    [[197], 768],
    [[512], 768],
    [[65536], 64],
    [[100000], 10],
    [[64, 64], 256],
    [[16, 16, 16], 96],
  ].map(([grid, channels]) => ({
    name: 'common sizes, allocated memory',
    shape: [...grid, channels].join(' x '),
    values: productOf(grid) * channels,
    baselines: ['fill', 'copy', 'JavaScript loop'],
    async make() {
      const options = { grid, channels };
      const plan = new Sinusoidal(options);
      return inPlace(productOf(grid) * channels, [plan], (at) => ({
        'encode, the plan reused': () => plan.encode(at()),
        'encode, the plan made each time': () => fresh(options)(at),
        'JavaScript loop': () => plainGridLoop(grid, channels, at()),
      }));
    },
  }));

  const large = [8192, 16384].map((rows) => ({
    name: 'large results, allocated memory',
    shape: `${rows} x 1024`,
    values: rows * 1024,
    baselines: ['fill', 'copy', 'scale'],
    async make() {
      const plans = ordersOf([rows], 1024);
      const scale = wasmScale(rows * 1024);
      return inPlace(rows * 1024, Object.values(plans), (at) => ({
        scale,
        ...Object.fromEntries(Object.entries(plans).map(([name, plan]) => [name, () => plan.encode(at())])),
        'add, interleaved': () => plans.interleaved.add(at()),
        'add, concatenated': () => plans.concatenated.add(at()),
      }));
    },
  }));

  const halves = {
    name: 'other types, arrays of JavaScript',
    shape: '4096 x 1024',
    values: 4096 * 1024,
    baselines: ['float32'],
    async make() {
      const works = {};
      for (const dtype of ['float32', 'float16', 'bfloat16']) {
        const plan = new Sinusoidal({ grid: [4096], channels: 1024, dtype });
        const out = plan.encode();
        works[dtype] = () => plan.encode(out);
        works[`${dtype}, added in place`] = () => plan.add(out);
      }
      return { works };
    },
  };

  const calls = {
    name: 'the cost of a call',
    shape: '6 x 10',
    values: 60,
    baselines: ['JavaScript loop'],
    async make() {
      const options = { grid: [6], channels: 10 };
      const plan = new Sinusoidal(options);
      const array = new Float32Array(60);
      const allocation = posenc.allocate(60);
      return {
        works: {
          'encode into a JavaScript array': () => plan.encode(array),
          'encode into allocated memory': () => plan.encode(allocation.array),
          'encode, the plan made each time': () => fresh(options)(() => array),
          'the function encode': () => posenc.encode(options, array),
          'JavaScript loop': () => plainLoop(6, 10, array),
        },
        release: () => [plan.dispose(), allocation.dispose()],
      };
    },
  };

  const points = {
    name: 'encodeAt, random points',
    shape: '65536 x 256',
    values: 65536 * 256,
    baselines: ['fill', 'JavaScript loop'],
    async make() {
      const coordinates = new Float32Array(65536).map((_, i) => ((i * 7919) % 100003) / 10);
      const options = { axes: 1, channels: 256 };
      const array = new Float32Array(65536 * 256);
      const allocation = posenc.allocate(65536 * 256);
      return {
        works: {
          fill: () => array.fill(1),
          'encodeAt into allocated memory': () => posenc.encodeAt(coordinates, options, allocation.array),
          'encodeAt into a JavaScript array': () => posenc.encodeAt(coordinates, options, array),
          'JavaScript loop': () => plainPointsLoop(coordinates, 256, array),
        },
        release: () => allocation.dispose(),
      };
    },
  };

  const beside = {
    name: 'compared with the alternatives',
    shape: '4096 x 1024',
    values: 4096 * 1024,
    baselines: ['fill', 'posenc'],
    async make() {
      const plan = new Sinusoidal({ grid: [4096], channels: 1024 });
      const table = tableLoop(4096, 1024);
      const others = {};
      for (const [name, prepare] of Object.entries(rivals)) {
        const work = await prepare(4096, 1024);
        if (work) others[name] = work;
      }
      return inPlace(4096 * 1024, [plan], (at) => ({
        posenc: () => plan.encode(at()),
        'JavaScript loop': () => plainLoop(4096, 1024, at()),
        'JavaScript loop over float64 tables': () => table(at()),
        ...others,
      }));
    },
  };

  return [
    ...grids,
    ...add,
    ...ceilingsOf({ posenc, baselines }),
    ...rotaryOf({ posenc, baselines }),
    ...tablesOf({ posenc }),
    ...positionsOf({ posenc }),
    ofJavaScript,
    ...sizes,
    ...large,
    halves,
    calls,
    points,
    beside,
  ];
}

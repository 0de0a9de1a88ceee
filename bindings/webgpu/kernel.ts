// The WGSL that turns coarse rows by fine ones, and the pipelines made of it. One source in a few
// variants: channels last or first, and `wide`, which makes four neighbours of the result at once where shapes
// allow it. There is no sine, no cosine and no frequency here: tables.hpp says what the tables hold.

/** What a call does with each value: put it, add it to what is there, or add it to what is in `x`. */
export type Operation = 'encode' | 'addInPlace' | 'addTo';

export interface Variant {
  channelsFirst: boolean;
  interleaved: boolean;
  wide: boolean;
  operation: Operation;
}

export const workgroupSize = 128;

/** Neighbours in the result that are made at once. */
export const lanesOf = ({ wide }: Pick<Variant, 'wide'>) => (wide ? 4 : 1);

/** The fields of `Job` and of `Block` below, in their order; all are u32. */
export const jobFields = [
  'threads',
  'groups',
  'rows',
  'run',
  'rowLength',
  'shift',
  'batches',
  'batchLength',
  'channel',
] as const;
export const blockFields = [
  'end',
  'column',
  'pairs',
  'stride',
  'fine',
  'fineRows',
  'coarse',
  'coarseRows',
  'fineBits',
  'first',
  'length',
  'start',
  'left',
  'inner',
] as const;

const structs = `
// Rows of the result, or parts of them; \`groups\` of lanes make a row, a thread makes \`run\` rows of one
// group. What counts values of the result counts them in lanes.
struct Job {
  ${jobFields.map((name) => `${name}: u32,`).join('\n  ')}
  blocks: array<Block>,
}
// Channels [column, end). Behind \`left\` more grid points the index on the axis is start + 1, and one
// more behind each \`inner\`; at \`length\` it starts again at 0.
struct Block {
  ${blockFields.map((name) => `${name}: u32,`).join('\n  ')}
}
@group(0) @binding(0) var<storage, read> job: Job;
`;

/** Types, and how lanes are read: each its own value, or with `sameAt` all the same. */
function lanes({ wide, interleaved, channelsFirst }: Variant): string {
  if (!wide) {
    return `
alias Lanes = f32;
alias Mask = bool;
@group(0) @binding(1) var<storage, read> table: array<f32>;
fn lanesAt(index: u32) -> f32 { return table[index]; }
fn sameAt(index: u32) -> f32 { return table[index]; }
fn maskOf(second: bool) -> bool { return second; }
`;
  }
  const vectors = `
@group(0) @binding(1) var<storage, read> table: array<vec4<f32>>;
fn lanesAt(index: u32) -> vec4<f32> { return table[index / 4]; }
`;
  if (channelsFirst) {
    return `
alias Lanes = vec4<f32>;
alias Mask = bool;
${vectors}
fn sameAt(index: u32) -> vec4<f32> { return vec4<f32>(table[index / 4][index & 3]); }
fn maskOf(second: bool) -> bool { return second; }
`;
  }
  return `
alias Lanes = vec4<f32>;
alias Mask = vec4<bool>;
${
  interleaved
    ? `
@group(0) @binding(1) var<storage, read> table: array<vec2<f32>>;
fn lanesAt(index: u32) -> vec4<f32> { return table[index / 2].xxyy; }
fn maskOf(second: bool) -> vec4<bool> { return vec4<bool>(false, true, false, true); }`
    : `${vectors}
fn maskOf(second: bool) -> vec4<bool> { return vec4<bool>(second); }`
}
`;
}

const common = ({ interleaved, channelsFirst }: Variant) => `
struct Component { pair: u32, mask: Mask }
fn componentOf(block: Block, channel: u32) -> Component {
  let within = channel - block.column;
${
  interleaved
    ? `  return Component(within / 2, maskOf((within & 1) == 1));`
    : `  let second = within >= block.pairs;
  return Component(select(within, within - block.pairs, second), maskOf(second));`
}
}

fn blockOf(channel: u32, least: u32) -> u32 {
  var b = least;
  while (channel >= job.blocks[b].end) { b++; }
  return b;
}

struct Place { index: u32, left: u32 }
fn placeOf(block: Block, point: u32) -> Place {
  if (point < block.left) { return Place(block.start, block.left - point); }
  let behind = point - block.left;
  let index = block.start + 1 + behind / block.inner;
  return Place(index % block.length, block.inner - behind % block.inner);
}

// Where a pair's values lie in a table, how far rows are apart, and the second values from the first.
struct Column { base: u32, step: u32, half: u32 }
fn columnOf(table: u32, rows: u32, stride: u32, pair: u32) -> Column {
  return ${
    channelsFirst
      ? 'Column(table + pair * rows, 1, stride * rows)'
      : 'Column(table + pair, 2 * stride, stride)'
  };
}
fn fineOf(block: Block, pair: u32) -> Column {
  return columnOf(block.fine, block.fineRows, block.stride, pair);
}
fn coarseOf(block: Block, pair: u32) -> Column {
  return columnOf(block.coarse, block.coarseRows, block.stride, pair);
}
struct Row { first: Lanes, second: Lanes }
fn rowAt(column: Column, row: u32) -> Row {
  let at = column.base + row * column.step;
  return Row(lanesAt(at), lanesAt(at + column.half));
}
${
  channelsFirst
    ? `fn sameRowAt(column: Column, row: u32) -> Row {
  let at = column.base + row;
  return Row(sameAt(at), sameAt(at + column.half));
}`
    : ''
}
// What a coarse row does to a fine one, second * onSecond + first * onFirst: of the lanes in the mask
// it makes the second of their pair, of the others the first.
struct Turn { onSecond: Lanes, onFirst: Lanes }
fn turnOf(coarse: Row, mask: Mask) -> Turn {
  return Turn(select(coarse.first, coarse.second, mask), select(coarse.second, -coarse.first, mask));
}
fn turned(fine: Row, turn: Turn) -> Lanes {
  return turn.onSecond * fine.second + turn.onFirst * fine.first;
}
`;

function write(operation: Operation): string {
  const result = '@group(0) @binding(2) var<storage, read_write> result: array<Lanes>;';
  if (operation === 'encode') {
    return `
${result}
fn write(index: u32, value: Lanes) { result[index] = value; }
`;
  }
  const x = operation === 'addTo' ? '@group(0) @binding(3) var<storage, read> x: array<Lanes>;' : '';
  return `
${result}
${x}
fn write(index: u32, value: Lanes) {
  var at = index;
  for (var b = 0u; b < job.batches; b++) {
    result[at] = ${operation === 'addTo' ? 'x[at]' : 'result[at]'} + value;
    at += job.batchLength;
  }
}
`;
}

/** A row is a grid point: along the points only the index on the axis changes. */
const channelsLast = (lanesEach: number) => `
  let channel = job.channel + group * ${lanesEach};
  let block = job.blocks[blockOf(channel, 0)];
  let component = componentOf(block, channel);
  let fine = fineOf(block, component.pair);
  let coarse = coarseOf(block, component.pair);
  let fineMask = (1u << block.fineBits) - 1;
  var place = placeOf(block, firstRow);
  var turn: Turn;
  var coarseRow = 0xffffffffu;
  for (var row = firstRow; row < endRow; row++) {
    let at = block.first + place.index;
    if (at >> block.fineBits != coarseRow) {
      coarseRow = at >> block.fineBits;
      turn = turnOf(rowAt(coarse, coarseRow), component.mask);
    }
    write(index, turned(rowAt(fine, at & fineMask), turn));
    index += job.rowLength;
    place.left--;
    if (place.left == 0) {
      place.left = block.inner;
      place.index++;
      if (place.index == block.length) { place.index = 0; }
    }
  }
`;

/**
 * A row is a channel: along the channels only pairs and, seldom, blocks change. Lanes are neighbouring
 * points: on the innermost axis they differ in their fine rows or, where each position has a coarse row,
 * in those; on other axes they are alike.
 */
const channelsFirst = (lanesEach: number) => `
  var b = blockOf(job.channel + firstRow, 0);
  var block = job.blocks[b];
  var at = block.first + placeOf(block, group * ${lanesEach}).index;
  var pair = 0xffffffffu;
  var fine: Row;
  var coarse: Row;
  for (var row = firstRow; row < endRow; row++) {
    let channel = job.channel + row;
    if (channel >= block.end) {
      b = blockOf(channel, b);
      block = job.blocks[b];
      at = block.first + placeOf(block, group * ${lanesEach}).index;
      pair = 0xffffffffu;
    }
    let component = componentOf(block, channel);
    if (component.pair != pair) {
      pair = component.pair;
      let fines = fineOf(block, pair);
      let coarses = coarseOf(block, pair);
      let fineRow = at & ((1u << block.fineBits) - 1);
      let coarseRow = at >> block.fineBits;
      if (block.inner != 1) {
        fine = sameRowAt(fines, fineRow);
        coarse = sameRowAt(coarses, coarseRow);
      } else if (block.fineBits != 0) {
        fine = rowAt(fines, fineRow);
        coarse = sameRowAt(coarses, coarseRow);
      } else {
        fine = sameRowAt(fines, fineRow);
        coarse = rowAt(coarses, coarseRow);
      }
    }
    write(index, turned(fine, turnOf(coarse, component.mask)));
    index += job.rowLength;
  }
`;

export function shaderOf(variant: Variant): string {
  return `${structs}${lanes(variant)}${common(variant)}${write(variant.operation)}
@compute @workgroup_size(${workgroupSize})
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(num_workgroups) count: vec3<u32>,
        @builtin(local_invocation_index) local: u32) {
  let thread = (workgroup.y * count.x + workgroup.x) * ${workgroupSize} + local;
  if (thread >= job.threads) { return; }
  let group = thread % job.groups;
  let firstRow = thread / job.groups * job.run;
  let endRow = min(firstRow + job.run, job.rows);
  var index = job.shift + firstRow * job.rowLength + group;
${(variant.channelsFirst ? channelsFirst : channelsLast)(lanesOf(variant))}}
`;
}

const storage = 4; // GPUShaderStage.COMPUTE

/** The pipelines of one device, made when they are first needed. */
export class Pipelines {
  readonly #device: GPUDevice;
  readonly #made = new Map<string, GPUComputePipeline>();

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  of(variant: Variant): GPUComputePipeline {
    const { channelsFirst, interleaved, wide, operation } = variant;
    const label = `posenc ${operation}, channels ${channelsFirst ? 'first' : 'last'}, ${
      interleaved ? 'interleaved' : 'concatenated'
    }${wide ? ', wide' : ''}`;
    const found = this.#made.get(label);
    if (found !== undefined) return found;
    const device = this.#device;
    const types: GPUBufferBindingType[] = ['read-only-storage', 'read-only-storage', 'storage'];
    if (operation === 'addTo') types.push('read-only-storage');
    const bindings = device.createBindGroupLayout({
      label,
      entries: types.map((type, binding) => ({ binding, visibility: storage, buffer: { type } })),
    });
    const pipeline = device.createComputePipeline({
      label,
      layout: device.createPipelineLayout({ label, bindGroupLayouts: [bindings] }),
      compute: { module: device.createShaderModule({ label, code: shaderOf(variant) }) },
    });
    this.#made.set(label, pipeline);
    return pipeline;
  }
}

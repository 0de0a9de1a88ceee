// The kernel for grids: writes the encoding of a range of rows, or adds it to the values there. It has a few
// variants: channels last or first, interleaved or concatenated, one value or four at a time.
import type { Kernel } from '../pipelines.js';
import { lanesOf, mainOf, structOf, type TableLayout, tableFunctions } from './common.js';

/** What happens to each value: it is stored, added to the result, or added to `x` and stored. */
export type Operation = 'encode' | 'addInPlace' | 'addTo';

export interface GridVariant extends TableLayout {
  operation: Operation;
}

/**
 * The fields of the WGSL struct `Params`, in order. `groups` lanes-wide groups make a row; a thread
 * computes `rowsEach` rows of one group. `rowLength`, `offset` (of the first value in the binding) and
 * `batchLength` count in lanes. `channel` is that of the first row or column.
 */
export const paramFields = [
  'threads',
  'groups',
  'rows',
  'rowsEach',
  'rowLength',
  'offset',
  'batches',
  'batchLength',
  'channel',
] as const;

/**
 * The fields of the WGSL struct `Block`, in order: channels [column, end). The index on the axis is
 * `start`, after `left` more grid points start + 1, and one more after each `inner` points; at `length`
 * it wraps to 0. `fine` and `coarse` are where the tables start.
 */
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

const structs = `${structOf('Block', blockFields)}${structOf('Params', paramFields, 'blocks: array<Block>,')}
@group(0) @binding(0) var<storage, read> params: Params;
`;

/** WGSL that finds a channel's block and component, and a grid point's index on an axis. */
const blockFunctions = ({ interleaved }: TableLayout) => `
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

fn blockOf(channel: u32, firstBlock: u32) -> u32 {
  var b = firstBlock;
  while (channel >= params.blocks[b].end) { b++; }
  return b;
}

struct AxisIndex { index: u32, left: u32 }
fn axisIndexOf(block: Block, point: u32) -> AxisIndex {
  if (point < block.left) { return AxisIndex(block.start, block.left - point); }
  let after = point - block.left;
  let index = block.start + 1 + after / block.inner;
  return AxisIndex(index % block.length, block.inner - after % block.inner);
}

fn fineOf(block: Block, pair: u32) -> Column {
  return columnOf(block.fine, block.fineRows, block.stride, pair);
}
fn coarseOf(block: Block, pair: u32) -> Column {
  return columnOf(block.coarse, block.coarseRows, block.stride, pair);
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
  for (var b = 0u; b < params.batches; b++) {
    result[at] = ${operation === 'addTo' ? 'x[at]' : 'result[at]'} + value;
    at += params.batchLength;
  }
}
`;
}

/** A row is a grid point: from row to row only the index on the axis changes. */
const channelsLast = (lanes: number) => `
  let channel = params.channel + group * ${lanes};
  let block = params.blocks[blockOf(channel, 0)];
  let component = componentOf(block, channel);
  let fine = fineOf(block, component.pair);
  let coarse = coarseOf(block, component.pair);
  let fineMask = (1u << block.fineBits) - 1;
  var walk = axisIndexOf(block, firstRow);
  var rotation: Rotation;
  var coarseRow = 0xffffffffu;
  for (var row = firstRow; row < endRow; row++) {
    let at = block.first + walk.index;
    if (at >> block.fineBits != coarseRow) {
      coarseRow = at >> block.fineBits;
      rotation = rotationOf(rowAt(coarse, coarseRow), component.mask);
    }
    write(index, rotate(rowAt(fine, at & fineMask), rotation));
    index += params.rowLength;
    walk.left--;
    if (walk.left == 0) {
      walk.left = block.inner;
      walk.index++;
      if (walk.index == block.length) { walk.index = 0; }
    }
  }
`;

/**
 * A row is a channel: from row to row only the pair changes and, rarely, the block. Lanes are neighbouring
 * points. On the innermost axis they differ in their fine rows, or in their coarse rows where each position
 * has its own. On other axes all lanes are the same.
 */
const channelsFirst = (lanes: number) => `
  var b = blockOf(params.channel + firstRow, 0);
  var block = params.blocks[b];
  var at = block.first + axisIndexOf(block, group * ${lanes}).index;
  var pair = 0xffffffffu;
  var fine: Row;
  var coarse: Row;
  for (var row = firstRow; row < endRow; row++) {
    let channel = params.channel + row;
    if (channel >= block.end) {
      b = blockOf(channel, b);
      block = params.blocks[b];
      at = block.first + axisIndexOf(block, group * ${lanes}).index;
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
    write(index, rotate(fine, rotationOf(coarse, component.mask)));
    index += params.rowLength;
  }
`;

export function gridKernel(variant: GridVariant): Kernel {
  const { interleaved, wide, operation } = variant;
  const order = variant.channelsFirst ? 'first' : 'last';
  const layout = interleaved ? 'interleaved' : 'concatenated';
  return {
    label: `posenc ${operation}, channels ${order}, ${layout}${wide ? ', wide' : ''}`,
    bindings: [
      'read-only-storage',
      'read-only-storage',
      'storage',
      ...(operation === 'addTo' ? (['read-only-storage'] as const) : []),
    ],
    code: () =>
      `${structs}${tableFunctions(variant)}${blockFunctions(variant)}${write(operation)}${mainOf(
        'params.threads',
        `
  let group = thread % params.groups;
  let firstRow = thread / params.groups * params.rowsEach;
  let endRow = min(firstRow + params.rowsEach, params.rows);
  var index = params.offset + firstRow * params.rowLength + group;
${(variant.channelsFirst ? channelsFirst : channelsLast)(lanesOf(variant))}`,
      )}`,
  };
}

// Divides a call into dispatches: each writes at most what one binding of the result can hold, and reads one section
// of each block's tables. This is arithmetic only; it does not use a device.
import { lanesOf, workgroupSize } from './kernels/common.js';
import { blockFields, paramFields } from './kernels/grid.js';
import type { SectionedBlock, SectionRows } from './uploaded-tables.js';

/** Rows of an encoding to compute. */
export interface RowsCall {
  /** Rows [from, to) of the encoding; the result begins with row `from`. */
  from: number;
  to: number;
  /** How many times the rows are repeated in the result. */
  batches: number;
}

interface Call extends RowsCall {
  channelsFirst: boolean;
  wide: boolean;
  rowLength: number;
}

interface Limits {
  readonly maxStorageBufferBindingSize: number;
  readonly minStorageBufferOffsetAlignment: number;
}

/** The part of the result that one binding holds: some rows, or a part of one row, `batches` times. */
interface Rectangle {
  row: number;
  rows: number;
  column: number;
  columns: number;
  batch: number;
  batches: number;
}

type Params = Record<(typeof paramFields)[number], number>;

export interface Dispatch {
  /** The bytes of the result that are bound. */
  readonly offset: number;
  readonly size: number;
  /** The section of each block's tables. */
  readonly sections: readonly number[];
  /** The kernel's parameters. `rows` says where the rows of each block are in the uploaded section. */
  params(rows: readonly SectionRows[]): Uint32Array<ArrayBuffer>;
  readonly workgroups: number;
}

const maxU32 = 2 ** 32 - 1;

/** Rows per thread: few, unless there are enough threads to keep a large GPU busy. */
const enoughThreads = 2 ** 18;
const minRowsEach = 4;
const maxRowsEach = 16;

export function* dispatchesOf(
  call: Call,
  blocks: readonly SectionedBlock[],
  limits: Limits,
): Generator<Dispatch> {
  const { rowLength, channelsFirst } = call;
  const lanes = lanesOf(call);
  const alignment = limits.minStorageBufferOffsetAlignment;
  const batchLength = (call.to - call.from) * rowLength;
  for (const rectangle of rectanglesOf(call, limits)) {
    const { row, rows, column, columns, batch, batches } = rectangle;
    const start = (batch * batchLength + (row - call.from) * rowLength + column) * 4;
    const offset = Math.floor(start / alignment) * alignment;
    const values = (batches - 1) * batchLength + (rows - 1) * rowLength + columns;
    const size = start - offset + values * 4;
    const [firstPoint, points] = channelsFirst ? [column, columns] : [row, rows];
    for (let done = 0; done < points; ) {
      const point = firstPoint + done;
      const { sections, end } = sectionsAt(point, firstPoint + points, blocks);
      const count = end - point;
      const groups = (channelsFirst ? count : columns) / lanes;
      const dispatchRows = channelsFirst ? rows : count;
      const wanted = Math.floor((groups * dispatchRows) / enoughThreads);
      const rowsEach = Math.max(minRowsEach, Math.min(maxRowsEach, wanted));
      const threads = groups * Math.ceil(dispatchRows / rowsEach);
      const before = (start - offset) / 4 + done * (channelsFirst ? 1 : rowLength);
      const params: Params = {
        threads,
        groups,
        rows: dispatchRows,
        rowsEach,
        rowLength: rowLength / lanes,
        offset: before / lanes,
        batches,
        batchLength: batchLength / lanes,
        channel: channelsFirst ? row : column,
      };
      yield {
        offset,
        size,
        sections,
        params: (rows) => packParams(params, point, blocks, sections, rows),
        workgroups: Math.ceil(threads / workgroupSize),
      };
      done += count;
    }
  }
}

function* rectanglesOf({ rowLength, from, to, batches }: Call, limits: Limits): Generator<Rectangle> {
  // For alignment, a binding may start a little before the values.
  const alignment = limits.minStorageBufferOffsetAlignment / 4;
  const maxValues = Math.floor(limits.maxStorageBufferBindingSize / 4) - alignment;
  const batchLength = (to - from) * rowLength;
  if (batchLength === 0 || batches === 0) return;
  const maxBatches = Math.floor(maxValues / batchLength);
  if (maxBatches > 0) {
    for (let batch = 0; batch < batches; batch += maxBatches) {
      const count = Math.min(maxBatches, batches - batch);
      yield { row: from, rows: to - from, column: 0, columns: rowLength, batch, batches: count };
    }
    return;
  }
  const maxRows = Math.floor(maxValues / rowLength);
  const maxColumns = Math.floor(maxValues / alignment) * alignment;
  for (let batch = 0; batch < batches; ++batch) {
    for (let row = from; row < to; row += Math.max(maxRows, 1)) {
      const rectangle = { row, rows: Math.min(Math.max(maxRows, 1), to - row), batch, batches: 1 };
      if (maxRows > 0) {
        yield { ...rectangle, column: 0, columns: rowLength };
        continue;
      }
      for (let column = 0; column < rowLength; column += maxColumns) {
        yield { ...rectangle, column, columns: Math.min(maxColumns, rowLength - column) };
      }
    }
  }
}

const indexOf = ({ inner, length }: SectionedBlock, point: number) => Math.floor(point / inner) % length;

/** The section of a block's tables that holds an index of its axis, and the first index after it. */
function sectionOf(block: SectionedBlock, index: number): { section: number; end: number } {
  const { first, fineBits, sectionRows, length } = block;
  const rows = sectionRows * 2 ** fineBits;
  const section = Math.floor((first + index) / rows);
  return { section, end: Math.min((section + 1) * rows - first, length) };
}

/** The sections that hold the tables of a point, and the point before `end` where the first of them ends. */
function sectionsAt(point: number, end: number, blocks: readonly SectionedBlock[]) {
  let nearest = end;
  const sections = blocks.map((block) => {
    if (block.sections === 1) return 0;
    const index = indexOf(block, point);
    const found = sectionOf(block, index);
    const left = block.inner - (point % block.inner);
    nearest = Math.min(nearest, point + left + (found.end - index - 1) * block.inner);
    return found.section;
  });
  return { sections, end: nearest };
}

/** The parameters as the kernel reads them: `Params`, then a `Block` for each block. */
function packParams(
  params: Params,
  point: number,
  blocks: readonly SectionedBlock[],
  sections: readonly number[],
  sectionRows: readonly SectionRows[],
): Uint32Array<ArrayBuffer> {
  const packed = new Uint32Array(paramFields.length + blocks.length * blockFields.length);
  packed.set(paramFields.map((name) => params[name]));
  blocks.forEach((block, b) => {
    const index = indexOf(block, point);
    const { fine, coarse, coarseRows } = sectionRows[b] as SectionRows;
    // In a section, indices count from its first row and never wrap around: the dispatch ends before.
    const indexInSection =
      index + block.first - (sections[b] as number) * block.sectionRows * 2 ** block.fineBits;
    const isWhole = block.sections === 1;
    const values: Record<(typeof blockFields)[number], number> = {
      end: block.column + block.columns,
      column: block.column,
      pairs: block.pairs,
      stride: block.stride,
      fine,
      fineRows: block.fineRows,
      coarse,
      coarseRows,
      fineBits: block.fineBits,
      first: isWhole ? block.first : 0,
      length: isWhole ? block.length : maxU32,
      start: isWhole ? index : indexInSection,
      left: Math.min(block.inner - (point % block.inner), maxU32),
      inner: Math.min(block.inner, maxU32),
    };
    packed.set(
      blockFields.map((name) => values[name]),
      paramFields.length + b * blockFields.length,
    );
  });
  return packed;
}

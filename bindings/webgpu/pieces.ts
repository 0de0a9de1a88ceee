// A call cut into dispatches: by what one binding of the result can hold, and where the tables of an
// axis come in sections. Numbers alone: nothing here touches a device.
import { blockFields, jobFields, lanesOf, workgroupSize } from './kernel.js';
import type { DeviceBlock, Place } from './tables.js';

export interface Call {
  channelsFirst: boolean;
  wide: boolean;
  rowLength: number;
  /** Rows [from, to) of the encoding; the result begins with row `from`. */
  from: number;
  to: number;
  /** How many times they follow each other in the result. */
  batches: number;
}

export interface Limits {
  readonly maxStorageBufferBindingSize: number;
  readonly minStorageBufferOffsetAlignment: number;
}

/** What lies in one binding: some rows, or a part of one, `batches` times. */
interface Rectangle {
  row: number;
  rows: number;
  column: number;
  columns: number;
  batch: number;
  batches: number;
}

export interface Piece {
  /** Bytes of the result that the binding covers. */
  readonly offset: number;
  readonly size: number;
  /** The section of each block. */
  readonly sections: readonly number[];
  /** The parameters of the kernel, once it is known where each block's rows lie. */
  job(places: readonly Place[]): Uint32Array<ArrayBuffer>;
  readonly workgroups: number;
}

const mostU32 = 2 ** 32 - 1;
const u32 = (value: number) => Math.min(value, mostU32);

/** Rows that a thread makes: few as long as there are not enough threads to keep a large GPU busy. */
const enoughThreads = 2 ** 18;
const leastRun = 4;
const mostRun = 16;

export function* piecesOf(call: Call, blocks: readonly DeviceBlock[], limits: Limits): Generator<Piece> {
  const { rowLength, channelsFirst } = call;
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
      const lanes = lanesOf(call);
      const groups = (channelsFirst ? count : columns) / lanes;
      const lines = channelsFirst ? rows : count;
      const run = Math.max(leastRun, Math.min(mostRun, Math.floor((groups * lines) / enoughThreads)));
      const threads = groups * Math.ceil(lines / run);
      const before = (start - offset) / 4 + done * (channelsFirst ? 1 : rowLength);
      const fields: Record<(typeof jobFields)[number], number> = {
        threads,
        groups,
        rows: lines,
        run,
        rowLength: rowLength / lanes,
        shift: before / lanes,
        batches,
        batchLength: batchLength / lanes,
        channel: channelsFirst ? row : column,
      };
      yield {
        offset,
        size,
        sections,
        job: (places) => jobOf(fields, point, blocks, sections, places),
        workgroups: Math.ceil(threads / workgroupSize),
      };
      done += count;
    }
  }
}

function* rectanglesOf({ rowLength, from, to, batches }: Call, limits: Limits): Generator<Rectangle> {
  // A binding may begin a little before the values, to be aligned.
  const alignment = limits.minStorageBufferOffsetAlignment / 4;
  const most = Math.floor(limits.maxStorageBufferBindingSize / 4) - alignment;
  const length = (to - from) * rowLength;
  if (length === 0 || batches === 0) return;
  const together = Math.floor(most / length);
  if (together > 0) {
    for (let batch = 0; batch < batches; batch += together) {
      const count = Math.min(together, batches - batch);
      yield { row: from, rows: to - from, column: 0, columns: rowLength, batch, batches: count };
    }
    return;
  }
  const rows = Math.floor(most / rowLength);
  const columns = Math.floor(most / alignment) * alignment;
  for (let batch = 0; batch < batches; ++batch) {
    for (let row = from; row < to; row += Math.max(rows, 1)) {
      const rectangle = { row, rows: Math.min(Math.max(rows, 1), to - row), batch, batches: 1 };
      if (rows > 0) {
        yield { ...rectangle, column: 0, columns: rowLength };
        continue;
      }
      for (let column = 0; column < rowLength; column += columns) {
        yield { ...rectangle, column, columns: Math.min(columns, rowLength - column) };
      }
    }
  }
}

const indexOf = ({ inner, length }: DeviceBlock, point: number) => Math.floor(point / inner) % length;

/** The section of a block's tables that an index of its axis lies in, and the first index behind it. */
function sectionOf(block: DeviceBlock, index: number): { section: number; end: number } {
  const { first, fineBits, sectionRows, length } = block;
  const rows = sectionRows * 2 ** fineBits;
  const section = Math.floor((first + index) / rows);
  return { section, end: Math.min((section + 1) * rows - first, length) };
}

/** The sections that the tables of a point lie in, and where one of them ends, `end` at most. */
function sectionsAt(point: number, end: number, blocks: readonly DeviceBlock[]) {
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

function jobOf(
  job: Record<(typeof jobFields)[number], number>,
  point: number,
  blocks: readonly DeviceBlock[],
  sections: readonly number[],
  places: readonly Place[],
): Uint32Array<ArrayBuffer> {
  const fields = new Uint32Array(jobFields.length + blocks.length * blockFields.length);
  jobFields.forEach((name, i) => {
    fields[i] = job[name];
  });
  blocks.forEach((block, b) => {
    const index = indexOf(block, point);
    const { fine, coarse, coarseRows } = places[b] as Place;
    // In a section, indices count from its first row, and never start again: the piece ends before.
    const behind = block.first - (sections[b] as number) * block.sectionRows * 2 ** block.fineBits;
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
      length: isWhole ? block.length : mostU32,
      start: isWhole ? index : index + behind,
      left: u32(block.inner - (point % block.inner)),
      inner: u32(block.inner),
    };
    fields.set(
      blockFields.map((name) => values[name]),
      jobFields.length + b * blockFields.length,
    );
  });
  return fields;
}

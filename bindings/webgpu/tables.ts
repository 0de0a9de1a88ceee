// A plan's tables on a device: uploaded once, whole where they are small, else in sections of positions
// when they are needed. All blocks of a section lie in one buffer, the fine rows of each before its coarse
// ones; with channels first, both transposed.

import { type TableShape, withTables } from '../js/sinusoidal/exported-tables.js';
import type { Plan } from '../js/sinusoidal/plan.js';
import { usage } from './usage.js';

/** Tables larger than this are cut into sections. */
const sectionBytes = 32 * 2 ** 20;

/** Sections are kept as long as all of a plan's take no more than this. */
const keptBytes = 64 * 2 ** 20;

/** A block with its tables' sections: each has `sectionRows` coarse rows. */
export interface DeviceBlock extends TableShape {
  readonly sectionRows: number;
  readonly sections: number;
}

/** Where a block's rows lie in the buffer of a section: from which floats on, and which of the coarse ones. */
export interface Place {
  readonly fine: number;
  readonly coarse: number;
  readonly firstCoarse: number;
  readonly coarseRows: number;
}

export interface Section {
  readonly buffer: GPUBuffer;
  readonly places: readonly Place[];
  /** Whether the buffer is to be destroyed when the call that needed it is submitted. */
  readonly passing: boolean;
}

const rowFloats = ({ stride }: TableShape) => 2 * stride;

export class PlanTables {
  readonly blocks: readonly DeviceBlock[];
  /** Whether four neighbours of the result can always be made at once. */
  readonly wide: boolean;
  readonly #device: GPUDevice;
  readonly #plan: Plan;
  readonly #blockCount: number; // those that have tables in the core
  readonly #kept = new Map<string, Section>();
  /** What was recorded for encoders of the application, which may be submitted at any time. */
  readonly #jobs = new Map<string, GPUBuffer>();
  #bytes = 0;

  constructor(device: GPUDevice, plan: Plan) {
    this.#device = device;
    this.#plan = plan;
    this.#blockCount = plan.native.blockCount(plan.handle);
    const shapes = Array.from({ length: this.#blockCount }, (_, b) =>
      withTables(plan, b, ({ shape }) => shape),
    );
    const used = shapes.reduce((end, { column, columns }) => Math.max(end, column + columns), 0);
    const channels = plan.channelsFirst ? plan.rowCount : plan.rowLength;
    if (used < channels) shapes.push(zeros(used, channels - used));
    this.blocks = this.#cut(shapes);
    this.wide = plan.rowLength % 4 === 0 && this.blocks.every((block) => isWide(block, plan));
  }

  #cut(shapes: readonly TableShape[]): DeviceBlock[] {
    const { maxStorageBufferBindingSize, maxBufferSize } = this.#device.limits;
    const limit = Math.min(maxStorageBufferBindingSize, maxBufferSize);
    const least = shapes.reduce((sum, shape) => sum + (shape.fineRows + 1) * rowFloats(shape) * 4, 0);
    if (least > limit) {
      throw new RangeError(
        `channels need tables of ${least} bytes: expected at most ${limit}, what a storage buffer of this device can hold`,
      );
    }
    const spare = (Math.min(limit, Math.max(sectionBytes, 2 * least)) - least) / shapes.length;
    return shapes.map((shape) => {
      const rows = 1 + Math.floor(spare / (rowFloats(shape) * 4));
      // In fours, so that vectors of four begin in sections where they begin in the whole.
      const sectionRows = Math.max(1, Math.min(rows < 4 ? rows : rows - (rows % 4), shape.coarseRows));
      return { ...shape, sectionRows, sections: Math.max(1, Math.ceil(shape.coarseRows / sectionRows)) };
    });
  }

  /** The tables with the given section of each block; `kept` for as long as the plan lives. */
  at(sections: readonly number[], kept: boolean): Section {
    const key = sections.join();
    const found = this.#kept.get(key);
    if (found !== undefined) return found;
    let floats = 0;
    const places = this.blocks.map((block, b): Place => {
      const fine = floats;
      const coarse = fine + block.fineRows * rowFloats(block);
      const firstCoarse = (sections[b] as number) * block.sectionRows;
      const coarseRows = Math.min(block.sectionRows, block.coarseRows - firstCoarse);
      floats = coarse + coarseRows * rowFloats(block);
      return { fine, coarse, firstCoarse, coarseRows };
    });
    const bytes = Math.max(16, floats * 4);
    const buffer = this.#device.createBuffer({
      label: 'posenc tables',
      size: bytes,
      usage: usage.storage | usage.copyTo,
      mappedAtCreation: true,
    });
    const mapped = new Float32Array(buffer.getMappedRange());
    for (let b = 0; b < this.#blockCount; ++b) {
      const { fineRows } = this.blocks[b] as DeviceBlock;
      const { fine, coarse, firstCoarse, coarseRows } = places[b] as Place;
      // Neighbouring threads are neighbours in the result: along channels, or else along positions.
      const transposed = this.#plan.channelsFirst;
      withTables(this.#plan, b, ({ copy }) => {
        copy(0, fineRows, mapped, fine, transposed);
        copy(fineRows + firstCoarse, coarseRows, mapped, coarse, transposed);
      });
    }
    buffer.unmap();
    const passing = !kept && this.#bytes + bytes > keptBytes;
    const section = { buffer, places, passing };
    if (!passing) {
      this.#kept.set(key, section);
      this.#bytes += bytes;
    }
    return section;
  }

  /** The parameters of a dispatch: kept for the encoders of an application, else of this call alone. */
  job(fields: Uint32Array<ArrayBuffer>, kept: boolean): GPUBuffer {
    const key = fields.join();
    const found = kept ? this.#jobs.get(key) : undefined;
    if (found !== undefined) return found;
    const buffer = this.#device.createBuffer({
      label: 'posenc job',
      size: fields.byteLength,
      usage: usage.storage | usage.copyTo,
    });
    this.#device.queue.writeBuffer(buffer, 0, fields);
    if (kept) this.#jobs.set(key, buffer);
    return buffer;
  }

  destroy(): void {
    for (const { buffer } of this.#kept.values()) buffer.destroy();
    for (const buffer of this.#jobs.values()) buffer.destroy();
    this.#kept.clear();
    this.#jobs.clear();
    this.#bytes = 0;
  }
}

/** Whether four neighbours always lie in one block, and in tables where a vector of four begins. */
function isWide(block: DeviceBlock, plan: Plan): boolean {
  const { column, pairs, first, length, inner, fineBits, sectionRows } = block;
  if (!plan.channelsFirst) return column % 4 === 0 && (plan.interleaved || pairs % 4 === 0);
  if (inner !== 1) return inner % 4 === 0;
  return first % 4 === 0 && length % 4 === 0 && (fineBits > 0 || sectionRows % 4 === 0);
}

/** Channels behind the last block, as a block whose rows are zeros, as buffers are when they are made. */
function zeros(column: number, columns: number): TableShape {
  const stride = Math.ceil(columns / 4) * 4;
  return {
    column,
    columns,
    pairs: stride,
    length: 1,
    inner: 2 ** 31, // the same for all points
    stride,
    first: 0,
    fineBits: 0,
    fineRows: 1,
    coarseRows: 1,
  };
}

// A plan's tables on a device. Small tables are uploaded whole, once; large ones in sections of positions,
// on first use. A buffer holds one section of every block, each with its fine rows before its coarse rows. With
// channels first, both are transposed.
import type { PlanHandle, TableBlock } from './plan-handle.js';
import { usage } from './usage.js';

/** Larger tables are cut into sections. */
const sectionBytes = 32 * 2 ** 20;

/** Sections of a plan are cached up to this many bytes. */
const cacheBytes = 64 * 2 ** 20;

/** A block whose tables are cut into sections of `sectionRows` coarse rows. */
export interface SectionedBlock extends TableBlock {
  readonly sectionRows: number;
  readonly sections: number;
}

/** Where a block's rows begin in the buffer of a section, in floats, and which coarse rows are there. */
export interface SectionRows {
  readonly fine: number;
  readonly coarse: number;
  readonly firstCoarse: number;
  readonly coarseRows: number;
}

export interface Section {
  readonly buffer: GPUBuffer;
  /** Of each block. */
  readonly rows: readonly SectionRows[];
  /** Whether the call that needed the buffer destroys it after its submission. */
  readonly temporary: boolean;
}

const rowFloats = ({ stride }: TableBlock) => 2 * stride;

export class UploadedTables {
  readonly blocks: readonly SectionedBlock[];
  /** Whether the shapes let a thread compute four neighbouring values at once. */
  readonly wide: boolean;
  readonly #device: GPUDevice;
  readonly #plan: PlanHandle;
  readonly #blockCount: number; // without the block of zeros
  readonly #sections = new Map<string, Section>();
  /** Parameters recorded into the application's encoders, which may be submitted at any time. */
  readonly #params = new Map<string, GPUBuffer>();
  #bytes = 0;

  constructor(device: GPUDevice, plan: PlanHandle) {
    this.#device = device;
    this.#plan = plan;
    this.#blockCount = plan.blockCount;
    const shapes = Array.from({ length: this.#blockCount }, (_, b) =>
      plan.withTables(b, ({ shape }) => shape),
    );
    const used = shapes.reduce((end, { column, columns }) => Math.max(end, column + columns), 0);
    const channels = plan.channelsFirst ? plan.rowCount : plan.rowLength;
    if (used < channels) shapes.push(zeros(used, channels - used));
    this.blocks = this.#cut(shapes);
    this.wide = plan.rowLength % 4 === 0 && this.blocks.every((block) => isWide(block, plan));
  }

  #cut(shapes: readonly TableBlock[]): SectionedBlock[] {
    const { maxStorageBufferBindingSize, maxBufferSize } = this.#device.limits;
    const limit = Math.min(maxStorageBufferBindingSize, maxBufferSize);
    const least = shapes.reduce((sum, shape) => sum + (shape.fineRows + 1) * rowFloats(shape) * 4, 0);
    if (least > limit) {
      throw new RangeError(
        `channels need tables of ${least} bytes: expected at most ${limit}, the limit of a storage buffer on this device`,
      );
    }
    const spare = (Math.min(limit, Math.max(sectionBytes, 2 * least)) - least) / shapes.length;
    return shapes.map((shape) => {
      const rows = 1 + Math.floor(spare / (rowFloats(shape) * 4));
      // A multiple of 4, so that a section starts at a vector of four.
      const sectionRows = Math.max(1, Math.min(rows < 4 ? rows : rows - (rows % 4), shape.coarseRows));
      return { ...shape, sectionRows, sections: Math.max(1, Math.ceil(shape.coarseRows / sectionRows)) };
    });
  }

  /** The tables with the given section of each block. With `recorded` they live as long as the plan. */
  section(sections: readonly number[], recorded: boolean): Section {
    const key = sections.join();
    const found = this.#sections.get(key);
    if (found !== undefined) return found;
    let floats = 0;
    const rows = this.blocks.map((block, b): SectionRows => {
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
      const { fineRows } = this.blocks[b] as SectionedBlock;
      const { fine, coarse, firstCoarse, coarseRows } = rows[b] as SectionRows;
      // Neighbouring threads then read neighbouring values: channels, or with channels first positions.
      const transposed = this.#plan.channelsFirst;
      this.#plan.withTables(b, ({ copy }) => {
        copy(0, fineRows, mapped, fine, transposed);
        copy(fineRows + firstCoarse, coarseRows, mapped, coarse, transposed);
      });
    }
    buffer.unmap();
    const temporary = !recorded && this.#bytes + bytes > cacheBytes;
    const section = { buffer, rows, temporary };
    if (!temporary) {
      this.#sections.set(key, section);
      this.#bytes += bytes;
    }
    return section;
  }

  /** A buffer with a dispatch's parameters. With `recorded` it lives as long as the plan; else destroy it after use. */
  params(fields: Uint32Array<ArrayBuffer>, recorded: boolean): GPUBuffer {
    const key = fields.join();
    const found = recorded ? this.#params.get(key) : undefined;
    if (found !== undefined) return found;
    const buffer = this.#device.createBuffer({
      label: 'posenc params',
      size: fields.byteLength,
      usage: usage.storage | usage.copyTo,
    });
    this.#device.queue.writeBuffer(buffer, 0, fields);
    if (recorded) this.#params.set(key, buffer);
    return buffer;
  }

  destroy(): void {
    for (const { buffer } of this.#sections.values()) buffer.destroy();
    for (const buffer of this.#params.values()) buffer.destroy();
    this.#sections.clear();
    this.#params.clear();
    this.#bytes = 0;
  }
}

/** Whether four neighbouring values are always in one block, and aligned to a vector of four in its tables. */
function isWide(block: SectionedBlock, { channelsFirst, interleaved }: PlanHandle): boolean {
  const { column, pairs, first, length, inner, fineBits, sectionRows } = block;
  if (!channelsFirst) return column % 4 === 0 && (interleaved || pairs % 4 === 0);
  if (inner !== 1) return inner % 4 === 0;
  return first % 4 === 0 && length % 4 === 0 && (fineBits > 0 || sectionRows % 4 === 0);
}

/** The channels after the last block, as a block of zeros. Its table is not written: new buffers contain zeros. */
function zeros(column: number, columns: number): TableBlock {
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

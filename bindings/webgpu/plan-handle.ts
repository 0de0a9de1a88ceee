// What an executor needs to know of a plan, whatever its family: the shape of the result and the exported
// rotation tables. No file but a family's own, such as sinusoidal.ts, looks at a plan's options.

/**
 * A block of channels that depends on one axis of the grid, and how the axis walks through its tables. For
 * index i of the axis, with k = first + i, the values are the angle addition of coarse row
 * floor(k / 2^fineBits) and fine row k mod 2^fineBits; src/ has the formula beside the tables.
 */
export interface TableBlock {
  /** The block's channels: [column, column + columns). */
  readonly column: number;
  readonly columns: number;
  /** Frequencies of the whole block; the last ones may lie beyond `columns`. */
  readonly pairs: number;
  /** Indices of the axis. */
  readonly length: number;
  /** Grid points that follow each other with the same index. */
  readonly inner: number;
  /** A row is `stride` first values of pairs, then `stride` second ones. */
  readonly stride: number;
  readonly first: number;
  readonly fineBits: number;
  readonly fineRows: number;
  readonly coarseRows: number;
}

/** The tables of one block, readable for the length of a `withTables` call. */
export interface ExportedTables {
  readonly shape: TableBlock;
  /**
   * Copies rows [row, row + count) to `out[at...]`, where row `fineRows` is the first coarse one: row by row,
   * or `transposed`, as columns of `count` values.
   */
  copy(row: number, count: number, out: Float32Array, at: number, transposed: boolean): void;
}

export interface PlanHandle {
  readonly rowCount: number;
  readonly rowLength: number;
  /** Whether a row is a channel; otherwise it is a grid point. */
  readonly channelsFirst: boolean;
  /** Whether first and second values of pairs alternate in a block; otherwise all first ones come first. */
  readonly interleaved: boolean;
  /** Blocks that have tables. Channels after the last block are zero. */
  readonly blockCount: number;
  withTables<T>(block: number, use: (tables: ExportedTables) => T): T;
  /** @throws Error when the plan is disposed of. */
  checkLive(): void;
  /** Calls `release` when the plan is disposed of, unless the returned function is called before. */
  onDispose(release: () => void): () => void;
}

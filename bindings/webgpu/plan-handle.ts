// What an executor needs to know about a plan of any family: the shape of the result and the exported tables. Only a
// family's own file, such as sinusoidal.ts, looks at a plan's options.

/**
 * A block of channels, which depends on one axis of the grid, and how table rows belong to indices of the axis. For
 * index i of the axis, with k = first + i, the values are the angle addition of coarse row
 * floor(k / 2^fineBits) and fine row k mod 2^fineBits; src/export/exported_tables.hpp has the formula.
 */
export interface TableBlock {
  /** The block's channels: [column, column + columns). */
  readonly column: number;
  readonly columns: number;
  /** Number of frequencies of the whole block; the channels of the last ones may be cut off. */
  readonly pairs: number;
  /** Number of indices of the axis. */
  readonly length: number;
  /** Number of successive grid points that have the same index. */
  readonly inner: number;
  /** A row has the first values of `stride` pairs, then their second values. */
  readonly stride: number;
  readonly first: number;
  readonly fineBits: number;
  readonly fineRows: number;
  readonly coarseRows: number;
}

/** The tables of one block. They can be read only during a `withTables` call. */
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
  /** Number of blocks that have tables. Channels after the last block are zero. */
  readonly blockCount: number;
  withTables<T>(block: number, use: (tables: ExportedTables) => T): T;
  /** @throws Error if the plan has been disposed of. */
  checkLive(): void;
  /** Calls `release` when the plan is disposed of, unless the returned function is called first. */
  onDispose(release: () => void): () => void;
}

// WGSL for every kernel that works from rotation tables: reading fine and coarse rows as scalars or as
// vectors of four, and combining them by the angle addition formula. No sine, cosine or frequency is
// computed on the GPU.

export const workgroupSize = 128;

/** The variant of the WGSL. */
export interface TableLayout {
  /** Whether tables are transposed: neighbouring values are neighbouring positions, not channels. */
  channelsFirst: boolean;
  interleaved: boolean;
  /** Whether a thread computes four neighbouring values of the result at once. */
  wide: boolean;
}

/** Neighbouring values of the result that a thread computes at once. */
export const lanesOf = ({ wide }: Pick<TableLayout, 'wide'>) => (wide ? 4 : 1);

/** A WGSL struct whose fields are all u32, with `last` after them. */
export const structOf = (name: string, fields: readonly string[], last = '') => `
struct ${name} {
  ${fields.map((field) => `${field}: u32,`).join('\n  ')}
  ${last}
}
`;

/**
 * `Lanes`, the type of a thread's values, and the tables at binding 1. `lanesAt` reads a value for each lane,
 * `sameAt` one value for all. `Mask` says which lanes hold the second values of their pairs.
 */
function lanes({ wide, interleaved, channelsFirst }: TableLayout): string {
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

/**
 * `Column` says where a pair's values lie in a table: those of row 0, the distance between rows, and the
 * distance from first to second values. `Rotation` is a coarse row, ready to be applied to fine ones.
 *
 * The angle addition formula, with the pair's two values in the order of the phase:
 *     first  = coarse.first * fine.second + coarse.second * fine.first
 *     second = coarse.second * fine.second - coarse.first * fine.first
 */
export const tableFunctions = (layout: TableLayout) => `${lanes(layout)}
struct Column { base: u32, step: u32, half: u32 }
fn columnOf(table: u32, rows: u32, stride: u32, pair: u32) -> Column {
  return ${
    layout.channelsFirst
      ? 'Column(table + pair * rows, 1, stride * rows)'
      : 'Column(table + pair, 2 * stride, stride)'
  };
}
struct Row { first: Lanes, second: Lanes }
fn rowAt(column: Column, row: u32) -> Row {
  let at = column.base + row * column.step;
  return Row(lanesAt(at), lanesAt(at + column.half));
}
${
  layout.channelsFirst
    ? `fn sameRowAt(column: Column, row: u32) -> Row {
  let at = column.base + row;
  return Row(sameAt(at), sameAt(at + column.half));
}`
    : ''
}
struct Rotation { onSecond: Lanes, onFirst: Lanes }
fn rotationOf(coarse: Row, mask: Mask) -> Rotation {
  return Rotation(select(coarse.first, coarse.second, mask), select(coarse.second, -coarse.first, mask));
}
fn rotate(fine: Row, by: Rotation) -> Lanes {
  return by.onSecond * fine.second + by.onFirst * fine.first;
}
`;

/** Numbers the threads of a dispatch, which may spread over two dimensions, and runs `body` in `count` of them. */
export const mainOf = (count: string, body: string) => `
@compute @workgroup_size(${workgroupSize})
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(num_workgroups) workgroups: vec3<u32>,
        @builtin(local_invocation_index) local: u32) {
  let thread = (workgroup.y * workgroups.x + workgroup.x) * ${workgroupSize} + local;
  if (thread >= ${count}) { return; }
${body}}
`;

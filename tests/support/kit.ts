// Shared by several tests: the size of wasm memory, and the classes by their original names.
import * as posenc from 'posenc';

/** The size of wasm memory in bytes. */
export function memorySize(): number {
  const probe = posenc.allocate(1);
  const bytes = probe.array.buffer.byteLength;
  probe.dispose();
  return bytes;
}

export const productOf = (shape: readonly number[]) => shape.reduce((a, b) => a * b, 1);

export const classes = {
  PositionalEncoding1D: posenc.PositionalEncoding1D,
  PositionalEncoding2D: posenc.PositionalEncoding2D,
  PositionalEncoding3D: posenc.PositionalEncoding3D,
  PositionalEncodingPermute1D: posenc.PositionalEncodingPermute1D,
  PositionalEncodingPermute2D: posenc.PositionalEncodingPermute2D,
  PositionalEncodingPermute3D: posenc.PositionalEncodingPermute3D,
};

// What several tests use of the library: the size of its memory, the classes by their originals' names.
import * as posenc from 'posenc';

/** Bytes of wasm memory. */
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

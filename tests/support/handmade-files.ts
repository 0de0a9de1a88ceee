// Writes files byte by byte, including invalid ones that no program writes.
import { Buffer } from 'node:buffer';
import { writeFileSync } from 'node:fs';

/** Writes an .npy file with any header and any bytes after it. */
export function forgeNpy(
  path: string,
  header: string,
  values: Uint8Array | Float64Array | BigInt64Array | BigUint64Array,
  version: [number, number] = [1, 0],
): void {
  const long = version[0] !== 1;
  const before = long ? 12 : 10;
  const padded = `${header.padEnd(Math.ceil((before + header.length + 1) / 64) * 64 - before - 1)}\n`;
  const start = Buffer.alloc(before);
  start.write('\x93NUMPY', 'latin1');
  start.set(version, 6);
  if (long) start.writeUInt32LE(padded.length, 8);
  else start.writeUInt16LE(padded.length, 8);
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  writeFileSync(path, Buffer.concat([start, Buffer.from(padded, 'latin1'), bytes]));
}

/** The header of an .npy file. */
export const dictionary = (descr: string, shape: readonly number[]) =>
  `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape.map((length) => `${length},`).join(' ')}), }`;

/** Writes a valid .npy file of float64 values or 64-bit integers. */
export function makeNpy(
  path: string,
  shape: readonly number[],
  values: readonly number[] | BigInt64Array | BigUint64Array,
): void {
  if (values instanceof BigInt64Array) forgeNpy(path, dictionary('<i8', shape), values);
  else if (values instanceof BigUint64Array) forgeNpy(path, dictionary('<u8', shape), values);
  else forgeNpy(path, dictionary('<f8', shape), Float64Array.from(values));
}

/** Writes a .safetensors file with any text as its header, and `dataBytes` zeros after it. */
export function forgeSafetensors(path: string, header: string | object, dataBytes = 0): void {
  const json = Buffer.from(typeof header === 'string' ? header : JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  writeFileSync(path, Buffer.concat([length, json, Buffer.alloc(dataBytes)]));
}

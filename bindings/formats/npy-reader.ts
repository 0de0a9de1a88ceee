// Reads the header of a .npy file strictly: a Python dictionary with exactly three keys.
// Source: numpy/lib/format.py, _read_array_header.
import type { Buffer } from 'node:buffer';
import type { ArrayLayout, ElementType } from './element-types.js';
import { FormatError, type Refuse, refuseAs } from './format-error.js';
import { quoted } from './printable.js';
import { sizeText } from './quantities.js';

const types = new Map<string, ElementType>([
  ['f2', 'float16'],
  ['f4', 'float32'],
  ['f8', 'float64'],
  ['V2', 'bfloat16'],
  ['b1', 'uint8'],
  ['i1', 'int8'],
  ['u1', 'uint8'],
  ['i2', 'int16'],
  ['u2', 'uint16'],
  ['i4', 'int32'],
  ['u4', 'uint32'],
  ['i8', 'int64'],
  ['u8', 'uint64'],
]);

/** The header of an array of plain numbers has about a hundred bytes. */
const largestHeader = 2 ** 16;

/** What the first bytes of a file say. */
export interface NpyStart {
  version: string;
  /** Where the dictionary starts. */
  text: number;
  /** Where the values start. */
  values: number;
}

/** @param start the first 12 bytes, with NumPy's magic string @param bytes the size of the file */
export function npyStart(start: Buffer, bytes: number): NpyStart {
  const [major = 0, minor = 0] = start.subarray(6, 8);
  const version = `${major}.${minor}`;
  if (![1, 2, 3].includes(major) || minor !== 0) {
    throw new FormatError(`is a .npy file of version ${version}: expected 1.0, 2.0 or 3.0`);
  }
  const text = major === 1 ? 10 : 12;
  const length = major === 1 ? start.readUInt16LE(8) : start.readUInt32LE(8);
  if (length > largestHeader) {
    throw new FormatError(`has a header of ${sizeText(length)}: expected at most ${sizeText(largestHeader)}`);
  }
  if (text + length > bytes) {
    throw new FormatError(
      `is cut off: its header takes ${sizeText(length)}, and the whole file has ${sizeText(bytes)}`,
    );
  }
  return { version, text, values: text + length };
}

/** What the dictionary says. */
export function readNpyHeader(header: string): ArrayLayout {
  const refuse = refuseAs('.npy');
  const { descr, fortran_order: order, shape } = fieldsOf(header, refuse);
  const [, byteOrder, name] = descr.match(/^['"]([<>|=]?)(\w+)['"]$/) ?? [];
  const type = types.get(name ?? '');
  if (type === undefined) {
    const shown = quoted(descr.replace(/^(['"])(.*)\1$/s, '$2'));
    throw new FormatError(`has values of type ${shown}: expected real numbers, such as '<f4' or '<i8'`);
  }
  return { type, shape: shapeOf(shape, refuse), bigEndian: byteOrder === '>', fortran: order === 'True' };
}

const fieldNames = ['descr', 'fortran_order', 'shape'] as const;
type Fields = Record<(typeof fieldNames)[number], string>;

/** An entry of the dictionary: a string, a boolean, a tuple, or the list of a structured type. */
const entryPattern =
  /\s*(['"])(\w+)\1\s*:\s*('[^'\\]*'|"[^"\\]*"|True|False|\([^()]*\)|\[.*\]|\d+)\s*(,|(?=\}))/sy;

function fieldsOf(header: string, refuse: Refuse): Fields {
  const found = new Map<string, string>();
  const start = header.match(/^\s*\{/)?.[0].length ?? refuse('its header is not a dictionary');
  entryPattern.lastIndex = start;
  let end = start;
  for (let match = entryPattern.exec(header); match; match = entryPattern.exec(header)) {
    const [, , key = '', value = ''] = match;
    if (found.has(key)) refuse(`its header has ${quoted(key)} twice`);
    found.set(key, value);
    end = entryPattern.lastIndex;
  }
  const rest = header.slice(end);
  if (!/^\s*\}\s*$/.test(rest)) {
    refuse(`its header cannot be read as a dictionary from ${quoted(rest.trim(), 40)} on`);
  }
  const [descr, order, shape] = fieldNames.map(
    (name) => found.get(name) ?? refuse(`its header has no ${name}`),
  );
  if (found.size > fieldNames.length) refuse(`its header has other keys than ${fieldNames.join(', ')}`);
  if (order !== 'True' && order !== 'False') refuse('its fortran_order is not True or False');
  return { descr, fortran_order: order, shape } as Fields;
}

/** Python 2 wrote lengths as 3L. (3) is a number in brackets, not a tuple. */
const tuplePattern = /^\(\s*(\d+L?\s*,\s*(\d+L?\s*,\s*)*(\d+L?\s*)?)?\)$/;

function shapeOf(tuple: string, refuse: Refuse): number[] {
  const lengths = (tuple.match(/\d+/g) ?? []).map(Number);
  if (tuplePattern.test(tuple) && lengths.every(Number.isSafeInteger)) return lengths;
  return refuse(`its shape is ${quoted(tuple)}: expected whole numbers, such as (64, 256)`);
}

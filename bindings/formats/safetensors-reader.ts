// Reads the header of a .safetensors file strictly, as the format's own library does: the tensors must fill
// the file without gaps or overlaps, and each must have as many bytes as its shape and type need.
// Source: huggingface/safetensors, README, "Format", and src/tensor.rs, validate.
import type { Buffer } from 'node:buffer';
import { type ArrayLayout, countOf, type ElementType } from './element-types.js';
import { FormatError, type Refuse, refuseAs } from './format-error.js';
import { quoted } from './printable.js';
import { count, shapeText } from './quantities.js';
import { repeatedKey } from './repeated-key.js';
import { metadataKey } from './safetensors-writer.js';

/** The types of the format, and the bits of one value. */
const bitsOf = new Map([
  ['BOOL', 8],
  ['F4', 4],
  ['F6_E2M3', 6],
  ['F6_E3M2', 6],
  ['U8', 8],
  ['I8', 8],
  ['F8_E5M2', 8],
  ['F8_E4M3', 8],
  ['F8_E8M0', 8],
  ['F8_E4M3FNUZ', 8],
  ['F8_E5M2FNUZ', 8],
  ['I16', 16],
  ['U16', 16],
  ['F16', 16],
  ['BF16', 16],
  ['I32', 32],
  ['U32', 32],
  ['F32', 32],
  ['C64', 64],
  ['F64', 64],
  ['I64', 64],
  ['U64', 64],
]);

/** The types whose values can be read. */
const types = new Map<string, ElementType>([
  ['BOOL', 'uint8'],
  ['U8', 'uint8'],
  ['I8', 'int8'],
  ['U16', 'uint16'],
  ['I16', 'int16'],
  ['U32', 'uint32'],
  ['I32', 'int32'],
  ['U64', 'uint64'],
  ['I64', 'int64'],
  ['F16', 'float16'],
  ['BF16', 'bfloat16'],
  ['F32', 'float32'],
  ['F64', 'float64'],
]);

export interface SafetensorsEntry {
  name: string;
  /** As in the file: F32, F8_E4M3, ... */
  dtype: string;
  shape: number[];
  /** Where its bytes start and end, counted from the end of the header. */
  start: number;
  end: number;
}

export interface SafetensorsFile {
  metadata: Record<string, string>;
  /** In the order of their bytes. */
  entries: SafetensorsEntry[];
}

/** @param dataBytes how many bytes follow the header */
export function readSafetensorsHeader(header: Buffer, dataBytes: number): SafetensorsFile {
  const refuse = refuseAs('.safetensors');
  const all = parse(header, refuse);
  const metadata = metadataOf(all[metadataKey], refuse);
  const entries = Object.entries(all)
    .filter(([name]) => name !== metadataKey)
    .map(([name, tensor]) => entryOf(name, tensor, refuse))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  checkPlaces(entries, dataBytes, refuse);
  return { metadata, entries };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(header: Buffer, refuse: Refuse): Record<string, unknown> {
  let json: string;
  let all: unknown;
  try {
    json = new TextDecoder('utf-8', { fatal: true }).decode(header);
    all = JSON.parse(json);
  } catch {
    return refuse('its header is not JSON');
  }
  const repeated = repeatedKey(json);
  if (repeated !== undefined) refuse(`its header has ${quoted(repeated)} twice`);
  return isObject(all) ? all : refuse('its header is not an object');
}

function metadataOf(metadata: unknown, refuse: Refuse): Record<string, string> {
  if (metadata === undefined) return {};
  if (!isObject(metadata)) return refuse(`its "${metadataKey}" is not an object of strings`);
  for (const [key, value] of Object.entries(metadata)) {
    if (typeof value !== 'string') refuse(`its metadata ${quoted(key)} is not a string`);
  }
  return metadata as Record<string, string>;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isCounts = (value: unknown): value is number[] => Array.isArray(value) && value.every(isCount);

function entryOf(name: string, tensor: unknown, refuse: Refuse): SafetensorsEntry {
  const shown = quoted(name);
  if (!isObject(tensor)) return refuse(`its tensor ${shown} is not an object`);
  const { dtype, shape, data_offsets: offsets } = tensor;
  if (typeof dtype !== 'string') return refuse(`its tensor ${shown} has a dtype that is not a string`);
  const bits = bitsOf.get(dtype);
  if (bits === undefined) {
    const known = [...bitsOf.keys()].join(', ');
    return refuse(`its tensor ${shown} has the dtype ${quoted(dtype)}: expected one of ${known}`);
  }
  if (!isCounts(shape)) return refuse(`its tensor ${shown} has a shape that is not a list of whole numbers`);
  if (!isCounts(offsets) || offsets.length !== 2) {
    return refuse(`its tensor ${shown} has data_offsets that are not two whole numbers`);
  }
  const [start, end] = offsets as [number, number];
  const bytes = (countOf(shape) * bits) / 8;
  if (end - start !== bytes) {
    const needed = count(bytes, 'byte');
    refuse(
      `its tensor ${shown}, ${shapeText(shape)} ${dtype}, needs ${needed}, but data_offsets give it ${end - start}`,
    );
  }
  return { name, dtype, shape, start, end };
}

/** Each tensor must start where the one before it ends, and the last must end with the file. */
function checkPlaces(entries: readonly SafetensorsEntry[], dataBytes: number, refuse: Refuse): void {
  let reached = 0;
  for (const { name, start, end } of entries) {
    if (start < reached) refuse(`its tensor ${quoted(name)} overlaps the one before it`);
    if (start > reached)
      refuse(`it has ${count(start - reached, 'byte')} that no tensor uses before ${quoted(name)}`);
    reached = end;
  }
  if (reached > dataBytes) {
    refuse(`it is cut off: its tensors need ${count(reached, 'byte')}, but it has ${dataBytes}`);
  }
  if (reached < dataBytes)
    refuse(`it has ${count(dataBytes - reached, 'byte')} that no tensor uses at its end`);
}

/** How the values of a tensor are stored. */
export function layoutOf({ name, dtype, shape }: SafetensorsEntry): ArrayLayout {
  const type = types.get(dtype);
  if (type === undefined) {
    const known = [...types.keys()].join(', ');
    throw new FormatError(
      `has values of type ${dtype} in ${quoted(name)}, which cannot be read: expected one of ${known}`,
    );
  }
  return { type, shape, bigEndian: false, fortran: false };
}

// `posenc positions`: prints position ids, or writes them to a file.
import process from 'node:process';
import { npyHeader } from '../../formats/npy-writer.js';
import { nameText, quoted } from '../../formats/printable.js';
import { shapeText, sizeText } from '../../formats/quantities.js';
import { safetensorsHeader } from '../../formats/safetensors-writer.js';
import { init, version } from '../../js/index.node.js';
import { openOutput, refuseFolder } from '../io/output-file.js';
import { printText } from '../io/standard-output.js';
import type { PositionsFlags } from '../options/positions-flags.js';
import { type Computed, computePositions } from '../options/positions-input.js';
import { usageError } from '../terminal/command-error.js';
import { withCleanUp } from '../terminal/interrupt.js';

type Format = 'npy' | 'safetensors';

export async function positions(input: string, flags: PositionsFlags): Promise<void> {
  const { out, json, force = false, quiet = false } = flags;
  if (out !== undefined && json)
    throw usageError('--out and --json are both given: expected only one of them');
  const format = out === undefined ? undefined : formatOf(out);
  await init();
  const computed = computePositions(input, flags);
  if (out === undefined || format === undefined) {
    await printText(json ? jsonOf(computed) : textOf(computed));
    return;
  }
  const output = await openOutput(out, force);
  await withCleanUp(output, async () => {
    for (const bytes of piecesOf(format, computed)) await output.write(bytes);
    await output.finish();
  });
  if (quiet || out === '-') return;
  const { shape, delta } = computed;
  const more = delta === undefined ? '' : `, delta ${listText(delta)}`;
  process.stderr.write(
    `${nameText(out)}: positions int64 ${shapeText(shape)}${more}, ${sizeText(output.bytes)}\n`,
  );
}

function formatOf(out: string): Format {
  refuseFolder(out);
  if (out === '-') {
    if (!process.stdout.isTTY) return 'npy';
    throw usageError(
      '--out is "-" and standard output is a terminal: leave --out away to print the positions',
    );
  }
  const found = out.match(/\.(npy|safetensors)$/i)?.[1]?.toLowerCase();
  if (found !== undefined) return found as Format;
  throw usageError(`--out is ${quoted(out)}: expected a name that ends in .npy or .safetensors`);
}

/** An .npy file has the positions alone, a .safetensors file also the deltas. */
function piecesOf(format: Format, { positions, shape, delta }: Computed): Uint8Array[] {
  const bytesOf = ({ buffer, byteOffset, byteLength }: BigInt64Array) =>
    new Uint8Array(buffer, byteOffset, byteLength);
  if (format === 'npy') return [npyHeader(shape, 'int64'), bytesOf(positions)];
  const tensors = { positions: shape, ...(delta && { delta: [delta.length, 1] }) };
  const header = safetensorsHeader(tensors, 'int64', { format: 'pt', posenc: version });
  return [header, bytesOf(positions), ...(delta ? [bytesOf(delta)] : [])];
}

const jsonOf = ({ positions, shape, delta }: Computed) =>
  `${JSON.stringify({ shape, positions: Array.from(positions, Number), ...(delta && { delta: Array.from(delta, Number) }) })}\n`;

const listText = (ids: BigInt64Array, most = 8) =>
  `${ids.slice(0, most).join(', ')}${ids.length > most ? `, … (${ids.length} in all)` : ''}`;

const axes = ['time', 'row', 'column'];

/** A line for each row of the last axis; for a model each sequence with its delta and its three axes. */
function textOf({ positions, shape, delta }: Computed): string {
  const length = shape.at(-1) as number;
  const row = (i: number) => positions.subarray(i * length, (i + 1) * length).join(' ');
  if (delta === undefined) {
    const rows = length === 0 ? 0 : positions.length / length;
    return Array.from({ length: rows }, (_, i) => `${row(i)}\n`).join('');
  }
  const [, batch = 0] = shape;
  return Array.from({ length: batch }, (_, i) => {
    const lines = axes.map((name, axis) => `${name.padEnd(8)}${row(axis * batch + i)}\n`);
    return `${batch === 1 ? '' : `sequence ${i}\n`}${lines.join('')}${'delta'.padEnd(8)}${delta[i]}\n`;
  }).join('\n');
}

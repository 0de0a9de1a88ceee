// The time per value as the size of the result grows from 1 KB to 1 GiB: encoding, compared with filling and
// copying the same memory. Drawn as SVG.
import { writeFileSync } from 'node:fs';
import { measure } from './measure.js';
import { progress } from './report.js';

const channels = 256;
const colours = { encode: '#c0392b', copy: '#7f8c8d', fill: '#2c3e50' };

export async function drawCurve(posenc, path, rounds = 7) {
  const records = [];
  const sizes = Array.from({ length: 21 }, (_, power) => 2 ** (10 + power));
  for (const [index, bytes] of sizes.entries()) {
    progress(`${index + 1} of ${sizes.length}: ${sizeText(bytes)}`);
    records.push(...(await costsOf(posenc, bytes, rounds)));
  }
  progress('');
  writeFileSync(path, draw(records, sizes));
  for (const { shape, ms, ratioTo } of records.filter(({ name }) => name.endsWith('encode'))) {
    const [rows] = shape.split(' x ').map(Number);
    console.log(
      `${sizeText(rows * channels * 4).padStart(8)}  ${((ms * 1e6) / rows / channels).toFixed(3)} ns per value, ${ratioTo.fill.toFixed(2)} of filling, ${ratioTo.copy.toFixed(2)} of copying`,
    );
  }
  console.log(`drawn to ${path}`);
  return records;
}

async function costsOf(posenc, bytes, rounds) {
  const rows = bytes / 4 / channels;
  const plan = new posenc.Sinusoidal({ grid: [rows], channels });
  const allocation = posenc.allocate(rows * channels);
  const other = posenc.allocate(rows * channels);
  const { array } = allocation;
  const ready = other.array;
  const results = await measure(
    { fill: () => array.fill(1), copy: () => array.set(ready), encode: () => plan.encode(array) },
    { rounds, leastMs: 10 },
  );
  for (const held of [plan, allocation, other]) held.dispose();
  return Object.entries(results).map(([name, { ms, spread }]) => ({
    name: `curve: ${name}`,
    shape: `${rows} x ${channels}`,
    backend: 'node',
    ms,
    spread,
    gbPerSecond: bytes / ms / 1e6,
    ratioTo: { fill: results.fill.ms / ms, copy: results.copy.ms / ms },
  }));
}

function sizeText(bytes) {
  const unit = Math.floor(Math.log2(bytes) / 10);
  return `${bytes / 2 ** (10 * unit)} ${['B', 'KiB', 'MiB', 'GiB'][unit]}`;
}

function draw(records, sizes) {
  const [width, height, left, right, top, bottom] = [760, 360, 64, 96, 28, 48];
  const costOf = ({ ms, shape }) => {
    const [rows] = shape.split(' x ').map(Number);
    return (ms * 1e6) / rows / channels;
  };
  const most = Math.max(...records.map(costOf));
  const least = Math.min(...records.map(costOf));
  // Both axes are logarithmic.
  const x = (bytes) => left + (Math.log2(bytes / sizes[0]) / (sizes.length - 1)) * (width - left - right);
  const [low, high] = [Math.log2(least * 0.9), Math.log2(most * 1.1)];
  const y = (cost) => height - bottom - ((Math.log2(cost) - low) / (high - low)) * (height - top - bottom);
  const text = (content, at, anchor = 'middle', extra = '') =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" text-anchor="${anchor}"${extra}>${content}</text>`;
  const parts = [];
  for (const bytes of sizes.filter((_, i) => i % 2 === 0)) {
    parts.push(`<line x1="${x(bytes)}" y1="${top}" x2="${x(bytes)}" y2="${height - bottom}" class="grid"/>`);
    parts.push(text(sizeText(bytes), [x(bytes), height - bottom + 18]));
  }
  for (const cost of [0.03, 0.05, 0.1, 0.2, 0.5, 1, 2].filter((c) => c > 2 ** low && c < 2 ** high)) {
    parts.push(`<line x1="${left}" y1="${y(cost)}" x2="${width - right}" y2="${y(cost)}" class="grid"/>`);
    parts.push(text(`${cost} ns`, [left - 8, y(cost) + 4], 'end'));
  }
  for (const [name, colour] of Object.entries(colours)) {
    const points = records
      .filter((record) => record.name === `curve: ${name}`)
      .map((record, i) => [x(sizes[i]), y(costOf(record))]);
    const path = points
      .map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${px.toFixed(1)} ${py.toFixed(1)}`)
      .join('');
    parts.push(`<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    const [lastX, lastY] = points.at(-1);
    parts.push(text(name, [lastX + 8, lastY + 4], 'start', ` fill="${colour}"`));
  }
  parts.push(text('nanoseconds per float32 value, by the size of the result', [left, 18], 'start'));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<title>Time per value by the size of the result</title>
<style>.grid{stroke:#8884;stroke-width:1}</style>
<rect width="${width}" height="${height}" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}

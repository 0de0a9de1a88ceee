// Line charts as SVG: panels below each other, each with named lines over a logarithmic axis.

const [width, height, left, right, top, bottom] = [760, 320, 64, 130, 32, 48];
const palette = ['#c0392b', '#2c3e50', '#7f8c8d', '#2471a3', '#b9770e'];

/**
 * @typedef {object} Panel
 * @property {string} title
 * @property {{ at: number, text: string }[]} xTicks
 * @property {{ at: number, text: string }[]} yTicks those outside the data are left out
 * @property {boolean} [logarithmic] whether the vertical axis is; otherwise it starts at 0
 * @property {Record<string, [number, number][]>} lines by name, as [x, y]
 */

/** @param {Panel[]} panels */
export function drawChart(title, panels) {
  const groups = panels.map((panel, i) => `<g transform="translate(0 ${i * height})">\n${draw(panel)}\n</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height * panels.length}" font-family="sans-serif" font-size="12">
<title>${title}</title>
<style>.grid{stroke:#8884;stroke-width:1}</style>
<rect width="${width}" height="${height * panels.length}" fill="#fff"/>
${groups.join('\n')}
</svg>
`;
}

function draw({ title, xTicks, yTicks, logarithmic = false, lines }) {
  const points = Object.values(lines).flat();
  const scale = logarithmic ? Math.log2 : (y) => y;
  const ys = points.map(([, y]) => y);
  const low = logarithmic ? scale(Math.min(...ys) * 0.9) : 0;
  const high = scale(Math.max(...ys) * (logarithmic ? 1.1 : 1.05));
  const xs = points.map(([x]) => Math.log2(x));
  const [first, last] = [Math.min(...xs), Math.max(...xs)];
  const toX = (x) => left + ((Math.log2(x) - first) / (last - first)) * (width - left - right);
  const toY = (y) => height - bottom - ((scale(y) - low) / (high - low)) * (height - top - bottom);

  const parts = [text(title, left, 20, 'start')];
  for (const { at, text: label } of xTicks) {
    const x = toX(at).toFixed(1);
    parts.push(`<line x1="${x}" y1="${top}" x2="${x}" y2="${height - bottom}" class="grid"/>`);
    parts.push(text(label, toX(at), height - bottom + 18, 'middle'));
  }
  for (const { at, text: label } of yTicks.filter(({ at }) => scale(at) >= low && scale(at) <= high)) {
    const y = toY(at).toFixed(1);
    parts.push(`<line x1="${left}" y1="${y}" x2="${width - right}" y2="${y}" class="grid"/>`);
    parts.push(text(label, left - 8, toY(at) + 4, 'end'));
  }
  const ends = [];
  for (const [i, [name, line]] of Object.entries(lines).entries()) {
    const path = line.map(([x, y], k) => `${k === 0 ? 'M' : 'L'}${toX(x).toFixed(1)} ${toY(y).toFixed(1)}`);
    parts.push(`<path d="${path.join('')}" fill="none" stroke="${palette[i]}" stroke-width="2"/>`);
    ends.push({ name, y: toY(line.at(-1)[1]), colour: palette[i] });
  }
  // Names stay readable where lines end close together.
  ends.sort((a, b) => a.y - b.y);
  for (const [i, end] of ends.entries()) {
    if (i > 0) end.y = Math.max(end.y, ends[i - 1].y + 14);
    parts.push(text(end.name, width - right + 8, end.y + 4, 'start', ` fill="${end.colour}"`));
  }
  return parts.join('\n');
}

function text(content, x, y, anchor, extra = '') {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}"${extra}>${content}</text>`;
}

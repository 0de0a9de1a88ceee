// Results as a table for people and as records for programs.

/** One record per task: `[{ name, shape, backend, ms, spread, gbPerSecond, ratioTo }]`. */
export function recordsOf(section, results, backend) {
  const bytes = 4 * section.values;
  return Object.entries(results).map(([work, { ms, spread }]) => ({
    name: `${section.name}: ${work}`,
    shape: section.shape,
    backend,
    ms,
    spread,
    gbPerSecond: bytes / ms / 1e6,
    ratioTo: Object.fromEntries(
      section.baselines.filter((name) => results[name]).map((name) => [name, results[name].ms / ms]),
    ),
  }));
}

export function printTable(section, records) {
  console.log(`\n${section.name} (${section.shape})`);
  const baselines = Object.keys(records[0]?.ratioTo ?? {});
  const columns = ['', 'ms', 'GB/s', 'spread', ...baselines.map((name) => `of ${name}`)];
  const rows = records.map(({ name, ms, gbPerSecond, spread, ratioTo }) => [
    name.slice(section.name.length + 2),
    ms < 0.1 ? ms.toFixed(5) : ms.toFixed(3),
    gbPerSecond.toFixed(1),
    `${(100 * spread).toFixed(0)}%`,
    ...baselines.map((baseline) => ratioTo[baseline].toFixed(ratioTo[baseline] < 10 ? 2 : 1)),
  ]);
  const widths = columns.map((column, c) => Math.max(column.length, ...rows.map((row) => row[c].length)));
  for (const row of [columns, ...rows]) {
    console.log(
      row.map((cell, c) => (c === 0 ? cell.padEnd(widths[c]) : cell.padStart(widths[c]))).join('  '),
    );
  }
}

/** A status line that is overwritten, if there is a terminal. */
export function progress(text) {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\r\x1b[K${text}`);
}

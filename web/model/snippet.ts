// JavaScript code that makes what the page shows.

export interface Call {
  /** The names that it imports from posenc. */
  readonly imports: readonly string[];
  /** An expression whose value is a Float32Array. */
  readonly expression: string;
}

/** `encode(options)`, or `encode(presets.name(options))`. */
export function callOf(options: object, preset?: string): Call {
  const literal = literalOf(options);
  return preset
    ? { imports: ['encode', 'presets'], expression: `encode(presets.${preset}(${literal}))` }
    : { imports: ['encode'], expression: `encode(${literal})` };
}

/** A value as a person would write it: on one line, or on several if it is long. */
export function literalOf(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map((item) => literalOf(item, indent)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const deeper = `${indent}  `;
  const entries = Object.entries(value).map(([key, item]) => `${key}: ${literalOf(item, deeper)}`);
  const line = `{ ${entries.join(', ')} }`;
  if (indent.length + line.length <= 72) return line;
  return `{\n${entries.map((entry) => `${deeper}${entry},\n`).join('')}${indent}}`;
}

/** A whole module: one call as `values`, or two calls and, if asked for, their difference. */
export function moduleOf(calls: readonly { call: Call; shape: readonly number[] }[], difference = false) {
  const imports = [...new Set(['init', ...calls.flatMap(({ call }) => call.imports)])].sort();
  const names = calls.length === 1 ? ['values'] : ['a', 'b'];
  const lines = calls.map(
    ({ call, shape }, i) => `// [${shape.join(', ')}]\nconst ${names[i]} = ${call.expression};`,
  );
  if (difference) lines.push('const difference = a.map((value, i) => value - b[i]);');
  return `import { ${imports.join(', ')} } from 'posenc';\n\nawait init();\n\n${lines.join('\n\n')}\n`;
}

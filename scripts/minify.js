// Takes out of the built JavaScript what only people read: names, spaces. Each file stays a file of its
// own, and its source map leads back to the TypeScript.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { breakLines } from './lines.js';
import { Stop } from './run.js';

const wasmUrl = "new URL('./posenc.wasm',import.meta.url)";

export async function minifyFolder(folder) {
  const { minifySync } = await import('rolldown/utils');
  for (const name of readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.js'))) {
    const path = join(folder, name);
    const source = readFileSync(path, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n');
    const mapPath = `${path}.map`;
    const inputMap = existsSync(mapPath) ? JSON.parse(readFileSync(mapPath, 'utf8')) : undefined;
    const options = {
      module: true,
      compress: { target: 'es2022' },
      mangle: true,
      sourcemap: inputMap !== undefined,
    };
    const { code, map, errors } = minifySync(name, source, { ...options, inputMap });
    if (errors.length > 0) throw new Stop(`${path} could not be minified: ${errors[0].message}`);
    // Bundlers look for a plain string in this place.
    const literal = code.replace('new URL(`./posenc.wasm`,import.meta.url)', wasmUrl);
    const lines = await breakLines(literal, typeof map === 'string' ? JSON.parse(map) : map);
    writeFileSync(path, map ? `${lines.code}\n//# sourceMappingURL=${basename(name)}.map\n` : lines.code);
    if (map) writeFileSync(mapPath, JSON.stringify(lines.map));
  }
}

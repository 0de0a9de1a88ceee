// The declarations (.d.ts) of the package's entry points: made by tsc, without those that no entry point
// leads to, and for all versions of TypeScript that the package supports.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root, run } from './run.js';

const made = join(root, 'build', 'declarations');
const entries = ['js/index', 'js/inline', 'adapters/onnxruntime', 'adapters/tfjs', 'webgpu/index'];

/** Checks all types of the package on the way. */
export function writeDeclarations(to) {
  rmSync(made, { recursive: true, force: true });
  run('npx', ['tsc', '--project', 'tsconfig.json']);
  for (const path of reached(entries.map((name) => `${name}.d.ts`))) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), widen(textOf(path)));
  }
  copyFileSync(join(root, 'bindings', 'js', 'inline.d.cts'), join(to, 'js', 'inline.d.cts'));
}

/** The text of a declaration file: tsc made it, or it stands for a module that the build makes. */
function textOf(path) {
  const file = join(made, path);
  return readFileSync(existsSync(file) ? file : join(root, 'bindings', path), 'utf8');
}

/** `paths` and all files that they import, in any number of steps. */
function reached(paths, found = new Set()) {
  for (const path of paths) {
    if (found.has(path)) continue;
    found.add(path);
    const places = [...textOf(path).matchAll(/(?:from |import\(|import )["'](\.[^"']*)\.js["']/g)];
    reached(
      places.map(([, place]) => relative(made, join(made, dirname(path), `${place}.d.ts`))),
      found,
    );
  }
  return found;
}

/**
 * Before 5.7 typed arrays had no type parameter. What an array's constructor makes of numbers is the same
 * type in both kinds: `Float32Array` there, `Float32Array<ArrayBuffer>` from 5.7 on.
 */
function widen(text) {
  return text
    .replace(/\b(ArrayBufferView|DataView)<ArrayBuffer>/g, '$1')
    .replace(/\b(\w+Array)<ArrayBuffer>/g, "ReturnType<$1Constructor['of']>");
}

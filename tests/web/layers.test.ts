// The page's folders build on one another in one direction, and no files import each other in a circle.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../web/', import.meta.url));

/** What the files of each folder may import, besides the files of the same folder. */
const below: Readonly<Record<string, readonly string[]>> = {
  model: [],
  drawing: [],
  'schemes/sinusoidal': ['model'],
  schemes: ['model', 'schemes/sinusoidal'],
  ui: ['model', 'drawing'],
  'ui/widgets': ['ui', 'drawing'],
  worker: ['model', 'drawing', 'schemes'],
  views: ['model', 'drawing', 'schemes', 'ui', 'ui/widgets', 'worker'],
  app: ['model', 'schemes', 'ui', 'views', 'worker'],
};

const files = readdirSync(root, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.ts'));

/** The files of the page that a file imports, for their types alone too. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const paths = [...text.matchAll(/(?:from|import|URL\(|import\() ?'(\.[^']+)'/g)].map(([, path]) => path);
  return paths
    .map((path) => normalize(join(dirname(file), (path as string).replace(/\.js$/, '.ts'))))
    .filter((path) => !path.startsWith('..'));
}

const graph = new Map(files.map((file) => [file, importsOf(file)]));

describe('the page’s files', () => {
  it('are in folders that have a place in the order', () => {
    expect([...new Set(files.map(dirname))].sort()).toEqual(Object.keys(below).sort());
  });

  it.each(files)('%s imports only what is below it', (file) => {
    const folder = dirname(file);
    const folders = (graph.get(file) ?? []).map(dirname);
    expect(folders.filter((other) => other !== folder && !below[folder]?.includes(other))).toEqual([]);
  });

  it('do not import each other in a circle', () => {
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' > '));
      else if (!done.has(file)) for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(circles).toEqual([]);
  });
});

// Which file imports which, read from the sources, and whether all of it goes one way: down, and in no circle.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A file, and one that it imports: paths in the repository. */
export type Arrow = readonly [from: string, to: string];

/**
 * The places that files are in, and what each may import besides itself. A place is a file or a folder; a file
 * is in the narrowest place around it.
 */
export type Places = Readonly<Record<string, readonly string[]>>;

/** The files below a folder whose names end so. */
export function filesIn(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name))
    .sort();
}

/** The folders right below a folder, without those named. */
export function foldersIn(folder: string, except: readonly string[] = []): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !except.includes(entry.name))
    .map(({ name }) => join(folder, name));
}

/** What a file of TypeScript imports, be it only a type, or names as a worker's; packages are left out. */
export function importsOf(file: string): Arrow[] {
  const text = readFileSync(join(root, file), 'utf8');
  const named = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  const workers = [...text.matchAll(/new URL\('([^']+\.ts)', import\.meta\.url\)/g)].map(([, path]) => path);
  return [...named, ...workers]
    .filter((path) => path?.startsWith('.'))
    .map((path) => [file, sourceOf(normalize(join(dirname(file), path as string)))]);
}

/** The file of TypeScript that an import of JavaScript means. */
function sourceOf(path: string): string {
  const candidates = [path, ...['.ts', '.d.ts'].map((ending) => path.replace(/\.js$/, ending))];
  return candidates.find((candidate) => existsSync(join(root, candidate))) ?? path;
}

/** What a file of C++ includes, from its own folder or from src; the system's headers are left out. */
export function includesOf(file: string): Arrow[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/^\s*#\s*include\s*"([^"]+)"/gm)].map(([, path]) => {
    const candidates = [dirname(file), 'src'].map((folder) => normalize(join(folder, path as string)));
    return [file, candidates.find((candidate) => existsSync(join(root, candidate))) ?? (path as string)];
  });
}

/** The headers of the system, and of other libraries, that a file of C++ includes. */
export function systemHeadersOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/^\s*#\s*include\s*<([^>]+)>/gm)].map(([, path]) => path as string);
}

/** The arrows that go where their place may not, and the files that have no place. */
export function wrongArrows(arrows: readonly Arrow[], places: Places): string[] {
  return arrows.flatMap(([from, to]) => {
    const [place, other] = [placeOf(from, places), placeOf(to, places)];
    if (place === undefined) return [`${from} has no place`];
    const isRight = other !== undefined && (other === place || places[place]?.includes(other));
    return isRight ? [] : [`${from} > ${to}`];
  });
}

function placeOf(file: string, places: Places): string | undefined {
  let path = file;
  while (path !== '.' && !Object.hasOwn(places, path)) path = dirname(path);
  return path === '.' ? undefined : path;
}

/** Files that import each other in a circle, each circle once: `a > b > a`. */
export function circlesOf(arrows: readonly Arrow[]): string[] {
  const imports = new Map<string, string[]>();
  for (const [from, to] of arrows) imports.set(from, [...(imports.get(from) ?? []), to]);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' > '));
    else if (!done.has(file)) for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
}

// The entry `posenc` for Node.js: like index.ts, but files are read from the disk, since fetch cannot read them.
import { readFile } from 'node:fs/promises';
import { setFileReader } from './runtime/wasm-source.js';

setFileReader((place) => {
  if (typeof place !== 'string') return place.protocol === 'file:' ? readFile(place) : undefined;
  if (place.startsWith('file:')) return readFile(new URL(place));
  return /^[a-z][a-z0-9+.-]+:/i.test(place) ? undefined : readFile(place);
});

export * from './api.js';
export { init } from './init.node.js';

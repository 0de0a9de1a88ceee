// The page's folders build on one another in one direction, and no files import each other in a circle.
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesOf, filesIn, importsOf, type Places, wrongArrows } from '../support/layers.js';

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

const files = filesIn('web', /\.ts$/);
/** What the page takes from elsewhere is of tests/node/layers.test.ts. */
const arrows = files.flatMap(importsOf).filter(([, to]) => to.startsWith('web/'));
const places: Places = Object.fromEntries(
  Object.entries(below).map(([place, others]) => [`web/${place}`, others.map((other) => `web/${other}`)]),
);

describe('the page’s files', () => {
  it('are in folders that have a place in the order', () => {
    expect([...new Set(files.map(dirname))].sort()).toEqual(Object.keys(places).sort());
  });

  it('import only what is below them', () => {
    expect(arrows.length).toBeGreaterThan(files.length);
    expect(wrongArrows(arrows, places)).toEqual([]);
  });

  it('do not import each other in a circle', () => {
    expect(circlesOf(arrows)).toEqual([]);
  });
});

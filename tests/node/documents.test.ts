// The documents state the actual values of the core's constants.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('the split of a position into a coarse and a fine part', () => {
  const rows = 2 ** Number(read('src/phase/coarse_fine.hpp').match(/kFineBits = (\d+)/)?.[1]);
  const words = (text: string) =>
    text
      .replace(/<\/?i>/g, '')
      .replace(/−/g, '-')
      .replace(/\s+/g, ' ');
  const range = `${-rows / 2} to ${rows / 2 - 1}`;
  expect(words(read('web/index.html'))).toContain(`a position as ${rows} c + f, with f from ${range}`);
  expect(words(read('README.md'))).toContain(`${rows} * coarse + fine, with fine from ${range}`);
});

it('the limits of the core', () => {
  const spec = read('src/base/status.hpp');
  expect(spec).toMatch(/kMaxPosition = 9007199254740992\.0;\s+\/\/ 2\^53/);
  expect(spec).toMatch(/kMaxAngle = 1125899906842624\.0;\s+\/\/ 2\^50/);
  expect(read('README.md')).toContain('Positions up to 2^53 and angles up to 2^50');
});

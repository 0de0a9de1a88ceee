// Runs the sections, in Node.js and in a page.
import { measure } from './measure.js';
import { recordsOf } from './report.js';

/**
 * @param {import('./works.js').Section[]} sections
 * @param {{ backend: string, filter?: string, rounds?: number, onSection?: Function, onRound?: Function }} options
 */
export async function runSections(sections, { backend, filter = '', rounds, onSection, onRound }) {
  const all = [];
  const chosen = sections.filter(({ name, shape }) => `${name} ${shape}`.includes(filter));
  for (const [index, section] of chosen.entries()) {
    const { works, release } = await section.make();
    const results = await measure(works, {
      // The alternatives are slow, and the differences large enough for fewer rounds.
      rounds: rounds ?? (section.name.startsWith('compared') ? 7 : 15),
      onRound: (round, of) => onRound?.(section, index, chosen.length, round / of),
    });
    release?.();
    const records = recordsOf(section, results, backend);
    onSection?.(section, records);
    all.push(...records);
  }
  return all;
}

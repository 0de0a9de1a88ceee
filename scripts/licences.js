// The licences of the packages whose code is part of something that is published.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stop } from './run.js';

/**
 * @param modules the paths of the modules that were bundled
 * @param name what they were bundled into
 */
export function licencesOf(modules, name) {
  const folders = new Set();
  for (const id of modules) {
    const [folder] = id.match(/^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/) ?? [];
    if (folder) folders.add(folder);
  }
  const texts = [...folders].sort().map((folder) => {
    const {
      name: packageName,
      version,
      license,
    } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined)
      throw new Stop(`${packageName} has no file with its licence, ${license}, in ${folder}`);
    return `${packageName} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  return `${name} contains parts of these packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

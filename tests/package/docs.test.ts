// The guides: their programs run, their links are valid, and the messages that they explain exist in the
// package.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeApp, root, runNode } from './kit.js';

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'bench/README.md'].concat(
  readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
);
const text = (path: string) => readFileSync(join(root, path), 'utf8');

describe('programs', () => {
  /** Complete programs are marked ```js run */
  const programs = pages.flatMap((page) =>
    [...text(page).matchAll(/^```js run\n(.*?)^```$/gms)].map(([, program], i): [string, string] => [
      `${page}, ${i + 1}`,
      program as string,
    ]),
  );

  it('exist', () => expect(programs.length).toBeGreaterThan(2));

  it.each(programs)('%s', async (_, program) => {
    const app = makeApp('node-esm', ['onnxruntime-web', '@tensorflow/tfjs']);
    // TensorFlow.js and ONNX Runtime log a lot.
    const quiet = 'console.warn = () => {}; console.error = () => {};\n';
    writeFileSync(join(app, 'quiet.js'), quiet);
    writeFileSync(join(app, 'program.js'), program);
    expect(await runNode(app, '--import', './quiet.js', 'program.js')).toMatch(/\d/);
  });
});

describe('links', () => {
  it.each(pages)('of %s are valid', (page) => {
    for (const [, link = ''] of text(page).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)) {
      if (/^https?:/.test(link)) continue;
      expect(existsSync(join(root, dirname(page), link)), link).toBe(true);
    }
  });
});

describe('messages', () => {
  const sources = readdirSync(join(root, 'bindings'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => text(join('bindings', name)))
    .join('\n')
    .replace(/\$\{[^}]*\}/g, '…');
  const [, explained = ''] = text('docs/troubleshooting.md').match(/^(.*)^## The command$/ms) ?? [];
  const messages = [...explained.matchAll(/^### `(.*)`$/gm)].map(([, message]) => message as string);

  it('exist', () => expect(messages.length).toBeGreaterThan(12));

  it.each(messages)('%s', (message) => {
    for (const part of message.split('…')) expect(sources).toContain(part.trim());
  });
});

// The page's files are small, need no other server, and obey a strict policy.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built, drawn, hasChromium, Site, views } from './site.js';

describe('the files', () => {
  const names = readdirSync(built, { recursive: true }).map(String);
  const files = names.filter((name) => statSync(new URL(name, built)).isFile());

  it('are under 150 KB with gzip, without the .wasm', () => {
    const sizes = files
      .filter((name) => !name.endsWith('.wasm'))
      .map((name) => [name, gzipSync(readFileSync(new URL(name, built)), { level: 9 }).length] as const);
    const all = sizes.reduce((sum, [, size]) => sum + size, 0);
    console.log(`the page, gzip: ${all} bytes: ${sizes.map(([name, size]) => `${name} ${size}`).join(', ')}`);
    expect(all).toBeLessThan(150 * 1000);
  });

  it('refer to each other only by relative paths', () => {
    const html = readFileSync(new URL('index.html', built), 'utf8');
    const paths = [...html.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, path]) => path);
    expect(paths.length).toBeGreaterThan(2);
    for (const path of paths) expect(path).toMatch(/^\.\//);
  });

  it('contain the licences of the libraries and of the font', () => {
    const text = readFileSync(new URL('LICENSES.txt', built), 'utf8');
    for (const name of ['uplot', 'culori', 'geist'])
      expect(text).toMatch(new RegExp(`^\\S*${name} \\d`, 'm'));
  });

  it('contain the .wasm of the library', () => {
    const wasm = files.filter((name) => name.endsWith('.wasm'));
    expect(wasm).toHaveLength(1);
    const own = readFileSync(new URL('../../dist/js/posenc.wasm', import.meta.url));
    expect(readFileSync(new URL(wasm[0] as string, built)).equals(own)).toBe(true);
  });
});

describe.skipIf(!hasChromium).each([{ gpu: false }, { gpu: true }])('the page, WebGPU: $gpu', ({ gpu }) => {
  const site = new Site();
  beforeAll(() => site.start({ gpu }));
  afterAll(() => site.stop());

  it('shows every view from a subfolder, without errors and without other servers', async () => {
    const { page, complaints, strangers, close } = await site.open();
    for (const view of views) {
      await page.click(`#tab-${view}`);
      if (view === 'grid') await page.click('#panel-grid .primary');
      await drawn(page, view);
      expect(await page.isVisible(`#panel-${view} .notes math`), view).toBe(true);
    }
    expect(complaints).toEqual([]);
    expect(strangers).toEqual([]);
    await close();
  });

  it('explains the problem if the .wasm does not load', async () => {
    const { page, close } = await site.open('', {}, (page) =>
      page.route('**/*.wasm', (route) => route.abort()),
    );
    await page.waitForSelector('.controls .error:not([hidden])');
    expect(await page.textContent('.controls .error:not([hidden])')).toMatch(
      /The \.wasm could not be read from http/,
    );
    await close();
  });

  it('allows neither eval nor inline scripts', async () => {
    const { page, close } = await site.open();
    // In a timer, because code from a debugger is always allowed.
    const result = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const inline = document.createElement('script');
          inline.textContent = 'window.ran = true';
          document.body.append(inline);
          setTimeout(() => {
            let evaluated = true;
            try {
              new Function('return 1')();
            } catch {
              evaluated = false;
            }
            resolve({ inline: 'ran' in window, evaluated });
          });
        }),
    );
    expect(result).toEqual({ inline: false, evaluated: false });
    const policy = await page.getAttribute('meta[http-equiv="Content-Security-Policy"]', 'content');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toContain("'unsafe-eval'");
    await close();
  });
});

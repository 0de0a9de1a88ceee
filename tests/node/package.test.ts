// The built package: what the .wasm needs and contains, and what the JavaScript must not contain.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { version } from 'posenc';
import { describe, expect, it } from 'vitest';

const dist = new URL('../../dist/js/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, dist));
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

describe('the .wasm', () => {
  const wasm = read('posenc.wasm');

  const isX64 = process.arch === 'x64';
  if (!isX64) console.warn('SKIPPED: an engine without SIMD; only on x64 a flag takes it away');
  it.skipIf(!isX64)('needs SIMD, and `init` says so where there is none', () => {
    const program = `
      const { init } = await import('${new URL('index.node.js', dist)}');
      await init().then(() => console.log('loaded'), ({ message }) => console.log(message));`;
    const messageWith = (...flags: string[]) => {
      const args = [...flags, '--input-type=module', '--eval', program];
      return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.trim();
    };
    expect(messageWith()).toBe('loaded');
    const message = messageWith('--no-enable-ssse3', '--no-enable-sse4-1');
    expect(message).toMatch(/^The \.wasm .*does not compile: .*SIMD/);
    expect(readFileSync(new URL('../../docs/troubleshooting.md', import.meta.url), 'utf8')).toMatch(
      /`SIMD`.*the browser does not support wasm SIMD/,
    );
  });

  it('imports only functions, none of them named after eval', () => {
    const imports = WebAssembly.Module.imports(new WebAssembly.Module(wasm));
    expect(imports.length).toBeGreaterThan(0);
    for (const { kind } of imports) expect(kind).toBe('function');
  });

  it('carries the version of package.json', () => {
    const [section] = WebAssembly.Module.customSections(new WebAssembly.Module(wasm), 'posenc');
    expect(new TextDecoder().decode(section)).toBe(manifest.version);
    expect(version).toBe(manifest.version);
  });
});

describe('the JavaScript', () => {
  const scripts = readdirSync(dist).filter((name) => name.endsWith('.js'));

  it('needs neither eval nor Node.js in browsers', () => {
    for (const name of scripts) {
      const text = read(name).toString();
      expect(text, name).not.toMatch(/\beval\s*\(|new Function\b|Function\s*\(['"`]/);
      if (!name.endsWith('.node.js')) expect(text, name).not.toMatch(/node:|require\(|process\./);
    }
  });

  it('locates the .wasm through a single literal, in browsers and in Node.js', () => {
    const literal = /new URL\('\.\/posenc\.wasm', ?import\.meta\.url\)/;
    const literals = scripts.filter((name) => literal.test(read(name).toString()));
    expect(literals).toEqual(['index.js', 'index.node.js']);
  });
});

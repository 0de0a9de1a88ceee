// The built package: what the .wasm contains, and what the JavaScript must not contain.
import { readdirSync, readFileSync } from 'node:fs';
import { version } from 'posenc';
import { describe, expect, it } from 'vitest';

const dist = new URL('../../dist/js/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, dist));
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** The function bodies of a module. */
function functionBodies(wasm: Uint8Array): Uint8Array[] {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++] as number;
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  };
  while (at < wasm.length) {
    const id = wasm[at++];
    const end = number() + at;
    if (id === 10) {
      return Array.from({ length: number() }, () => {
        const length = number();
        at += length;
        return wasm.subarray(at - length, at);
      });
    }
    at = end;
  }
  return [];
}

describe('the .wasm', () => {
  const wasm = read('posenc.wasm');

  it('uses SIMD: it contains many f32x4.mul and f64x2.mul', () => {
    const count = (opcode: [number, number]) => {
      let found = 0;
      for (const body of functionBodies(wasm)) {
        for (let i = 0; i + 2 < body.length; ++i) {
          if (body[i] === 0xfd && body[i + 1] === opcode[0] && body[i + 2] === opcode[1]) found += 1;
        }
      }
      return found;
    };
    expect(functionBodies(wasm).length).toBeGreaterThan(50);
    expect(count([0xe6, 0x01])).toBeGreaterThan(50); // f32x4.mul
    expect(count([0xf2, 0x01])).toBeGreaterThan(10); // f64x2.mul
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
    expect(literals).toEqual(['init.js', 'init.node.js']);
  });
});

// Loading: every way to pass the .wasm, every way it can be wrong, and retrying afterwards.
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import * as posenc from 'posenc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const path = new URL('../../dist/js/posenc.wasm', import.meta.url);
const bytes = await readFile(path);

const library = new URL('../../dist/js/', import.meta.url);
const copies = mkdtempSync(join(tmpdir(), 'posenc-init-'));
let made = 0;

/** `init` of a copy of the library that is not yet loaded. */
async function freshInit(): Promise<typeof posenc.init> {
  const copy = join(copies, String(++made));
  cpSync(library, copy, { recursive: true });
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }');
  const { init } = await import(/* @vite-ignore */ pathToFileURL(join(copy, 'index.node.js')).href);
  return init;
}

/** A module with nothing but posenc's section. */
function emptyModule(version: string): Uint8Array {
  const name = [...new TextEncoder().encode('posenc')];
  const content = [name.length, ...name, ...new TextEncoder().encode(version)];
  return new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 0, content.length, ...content]);
}

let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/posenc.wasm') response.setHeader('content-type', 'application/wasm').end(bytes);
    else if (request.url === '/untyped.wasm') response.setHeader('content-type', 'text/plain').end(bytes);
    else if (request.url === '/short.wasm')
      response.setHeader('content-type', 'application/wasm').end(bytes.subarray(0, 9999));
    else if (request.url === '/page') response.setHeader('content-type', 'text/html').end('<!doctype html>');
    else response.writeHead(404).end();
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(copies, { recursive: true });
});

describe('init takes', () => {
  const sources: [string, () => Promise<posenc.WasmSource | undefined>][] = [
    ['nothing', async () => undefined],
    ['a file URL', async () => path],
    ['a file URL as a string', async () => path.href],
    ['a path', async () => path.pathname],
    ['a URL', async () => new URL('/posenc.wasm', origin)],
    ['a URL as a string', async () => `${origin}/posenc.wasm`],
    ['a server without a type for .wasm', async () => `${origin}/untyped.wasm`],
    ['a response', () => fetch(`${origin}/posenc.wasm`)],
    ['bytes', async () => bytes],
    [
      'bytes inside a larger buffer',
      async () => {
        const larger = new Uint8Array(bytes.length + 20);
        larger.set(bytes, 10);
        return larger.subarray(10, -10);
      },
    ],
    ['a buffer', async () => new Uint8Array(bytes).buffer],
    ['a compiled module', async () => new WebAssembly.Module(bytes)],
    ['a buffer of another realm', async () => runInNewContext('new Uint8Array(bytes).buffer', { bytes })],
    ['bytes of another realm', async () => runInNewContext('new Uint8Array(bytes)', { bytes })],
    ['a module of another realm', async () => runInNewContext('new WebAssembly.Module(bytes)', { bytes })],
    [
      'shared bytes',
      async () => {
        const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
        shared.set(bytes);
        return shared as unknown as Uint8Array<ArrayBuffer>;
      },
    ],
  ];
  for (const [name, source] of sources) {
    it(name, async () => {
      const init = await freshInit();
      const wasm = await source();
      await init(wasm === undefined ? {} : { wasm });
    });
  }
});

describe('init refuses', () => {
  const at = bytes.indexOf('posenc') + 'posenc'.length;
  const otherVersion = new Uint8Array(bytes);
  otherVersion.set(new TextEncoder().encode('9.8.7'), at);
  const cases: [string, () => Promise<unknown>, RegExp][] = [
    [
      'a number',
      async () => 5,
      /wasm is 5: expected a URL, a string, a Response, bytes or a WebAssembly\.Module/,
    ],
    ['an array of numbers', async () => [1, 2], /wasm is \[1, 2\]: expected a URL/],
    [
      'a file that does not exist',
      async () => pathToFileURL('/nowhere/posenc.wasm'),
      /could not be read from file:\/\/\/nowhere.*ENOENT.*init\(\{ wasm \}\)/,
    ],
    [
      'a host that does not exist',
      async () => 'http://localhost:1/posenc.wasm',
      /could not be read from http:\/\/localhost:1/,
    ],
    ['a 404', async () => `${origin}/none.wasm`, /could not be read from http.*none\.wasm: status 404/],
    ['a page', async () => `${origin}/page`, /starts with "<", such as a server's fallback page/],
    ['a truncated file', async () => bytes.subarray(0, 20000), /does not compile: .*is the file complete\?/],
    [
      'a truncated response',
      async () => `${origin}/short.wasm`,
      /does not compile: .*is the file complete\?/,
    ],
    [
      'transferred bytes',
      async () => {
        const gone = new Uint8Array(bytes);
        structuredClone(gone, { transfer: [gone.buffer] });
        return gone;
      },
      /wasm is detached: its buffer was transferred; expected bytes that are still accessible/,
    ],
    [
      'a consumed response',
      async () => {
        const response = await fetch(`${origin}/posenc.wasm`);
        await response.arrayBuffer();
        return response;
      },
      /wasm is a Response whose body has already been read/,
    ],
    ['no bytes', async () => new Uint8Array(0), /does not compile/],
    [
      "another's module",
      async () => new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]),
      /not posenc's: it contains no version/,
    ],
    ['another version', async () => otherVersion, /is from posenc 9\.8\.7, but the JavaScript is from/],
    ['an empty module with the right name', async () => emptyModule(posenc.version), /could not be started/],
  ];
  for (const [name, source, message] of cases) {
    it(`${name}, and can be called again`, async () => {
      const init = await freshInit();
      const wasm = (await source()) as posenc.WasmSource;
      await expect(init({ wasm })).rejects.toThrow(message);
      await expect(init({ wasm })).rejects.toThrow(message);
      await init();
    });
  }

  it('unknown options', async () => {
    const init = await freshInit();
    await expect(init({ path: 'x' } as never)).rejects.toThrow(
      /options\.path is unknown: expected one of wasm/,
    );
    await expect(init('x' as never)).rejects.toThrow(/options is "x": expected an object/);
  });
});

describe('init', () => {
  it('loads once for all calls without options', async () => {
    const init = await freshInit();
    const first = init();
    expect(init()).toBe(first);
    await first;
    await init();
    await init({ wasm: path });
  });

  it('reports on the argument of each concurrent call, in any order', async () => {
    const elsewhere = pathToFileURL('/nowhere/posenc.wasm');
    const bad = { wasm: elsewhere };
    const outcomes = async (calls: (posenc.InitOptions | undefined)[]) => {
      const init = await freshInit();
      const settled = await Promise.allSettled(calls.map((options) => init(options)));
      return settled.map((result) =>
        result.status === 'fulfilled' ? 'loaded' : (result.reason as Error).message.slice(0, 26),
      );
    };
    const missing = 'The .wasm could not be rea';
    expect(await outcomes([bad, undefined])).toEqual([missing, 'loaded']);
    expect(await outcomes([undefined, bad])).toEqual(['loaded', missing]);
    expect(await outcomes([undefined, { wasm: 5 as never }, {}])).toEqual([
      'loaded',
      'wasm is 5: expected a URL,',
      'loaded',
    ]);
    expect(await outcomes([{ wasm: bytes.subarray(0, 20000) }, { wasm: bytes }])).toEqual([
      'The .wasm from the given b',
      'loaded',
    ]);
    const empty = { wasm: emptyModule(posenc.version) };
    expect(await outcomes([empty, { wasm: bytes }, empty])).toEqual([
      "posenc's wasm could not be",
      'loaded',
      "posenc's wasm could not be",
    ]);
  });

  it('checks its arguments even when the module is loaded', async () => {
    const init = await freshInit();
    await init();
    await expect(init({ wasm: 5 as never })).rejects.toThrow(/wasm is 5: expected a URL/);
    await expect(init({ path: 'x' } as never)).rejects.toThrow(/options\.path is unknown/);
    await expect(init(null as never)).rejects.toThrow(/options is null: expected an object/);
  });

  it('is required first, with an error that says so', () => {
    for (const act of [
      () => posenc.allocate(1),
      () => new posenc.Sinusoidal({ grid: [1], channels: 1 }),
      () => posenc.encode({ grid: [1], channels: 1 }),
      () => posenc.add(new Float32Array(1), { grid: [1], channels: 1 }),
      () => posenc.encodeAt([1], { axes: 1, channels: 1 }),
    ]) {
      expect(act).toThrow('posenc is not loaded: await init() first');
    }
  });
});

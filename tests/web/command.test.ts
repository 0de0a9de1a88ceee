// The commands for the page: one serves it, the other builds its files.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { built } from './site.js';

const script = fileURLToPath(new URL('../../scripts/demo.js', import.meta.url));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('npm run demo', () => {
  let child: ChildProcess | undefined;
  afterEach(() => {
    child?.kill();
  });

  it('serves the page, and prints its address', async () => {
    const port = await freePort();
    child = spawn(process.execPath, [script, '--port', String(port)]);
    const address = await new Promise<string>((resolve, reject) => {
      let text = '';
      const hear = (data: Buffer) => {
        text += data;
        const found = text.match(/http:\/\/\S+/)?.[0];
        if (found) resolve(found);
      };
      child?.stdout?.on('data', hear);
      child?.stderr?.on('data', hear);
      child?.on('exit', () => reject(new Error(text)));
    });
    expect(new URL(address).port).toBe(String(port));
    const page = await fetch(address);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain('Content-Security-Policy');
    const script1 = html.match(/src="(\.\/assets\/[^"]+\.js)"/)?.[1] as string;
    const code = await fetch(new URL(script1, address));
    expect(code.headers.get('content-type')).toContain('javascript');
  });

  it('explains wrong options', () => {
    const { status, stderr } = spawnSync(process.execPath, [script, '--port', 'http'], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr.trim()).toBe('--port is "http": expected a number from 1 to 65535');
    const unknown = spawnSync(process.execPath, [script, '--prot', '80'], { encoding: 'utf8' });
    expect(unknown.status).toBe(1);
    expect(unknown.stderr).toMatch(/--prot/);
    expect(unknown.stderr).not.toMatch(/ at .*\.js/);
  });
});

describe('npm run demo:build', () => {
  it('builds the files, and prints where they are', () => {
    const { status, stdout } = spawnSync(process.execPath, [script, '--build'], { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toMatch(/build\/page/);
    expect(existsSync(new URL('index.html', built))).toBe(true);
  });
});

// The example in docs/examples runs in a process of its own.
import { describe, expect, it } from 'vitest';
import { adapter } from './gpu.js';

describe.skipIf(!adapter || typeof window !== 'undefined')('the example for Node.js', () => {
  it('prints the sine and cosine of 1', async () => {
    const { spawnSync } = await import('node:child_process');
    const { fileURLToPath } = await import('node:url');
    const path = fileURLToPath(new URL('../../docs/examples/webgpu-in-node.js', import.meta.url));
    const { status, stdout, stderr } = spawnSync(process.execPath, [path], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    const [sine, cosine] = (stdout.match(/begins (.*), (.*), .*, .*/) ?? []).slice(1).map(Number);
    expect(sine).toBe(Math.fround(Math.sin(1)));
    expect(cosine).toBe(Math.fround(Math.cos(1)));
  });
});

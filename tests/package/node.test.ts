// Node.js apps, each in an empty folder with the packed package.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, inject, it } from 'vitest';
import { expectValues, makeApp, resultOf, root, runNode } from './kit.js';

const [major, minor] = process.versions.node.split('.').map(Number) as [number, number];

describe('Node.js', () => {
  it('imports it', async () => {
    const { values, same, version, wasm } = await resultOf(
      makeApp('node-esm'),
      '--disable-warning=ExperimentalWarning',
      'main.js',
    );
    expectValues(values);
    expect(same).toEqual(values);
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(wasm).toBe(true);
  });

  it('imports it with the wasm embedded, without the file', async () => {
    const app = makeApp('node-esm');
    await runNode(app, '--eval', "require('fs').rmSync('node_modules/posenc/dist/js/posenc.wasm')");
    expectValues((await resultOf(app, 'inline.js')).values);
  });

  it('requires the CommonJS file, even where ES modules cannot be required', async () => {
    const app = makeApp('node-require');
    const has = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
    const flags = has ? ['--no-experimental-require-module'] : [];
    expectValues((await resultOf(app, ...flags, 'inline.js')).values);
  });

  const requires = major > 20 || (major === 20 && minor >= 19);
  if (!requires) console.warn(`SKIPPED: require of ES modules; Node.js ${process.version} has none`);
  it.skipIf(!requires)('requires it', async () => {
    expectValues((await resultOf(makeApp('node-require'), 'main.js')).values);
  });

  it('runs without FinalizationRegistry', async () => {
    const program = `
      delete globalThis.FinalizationRegistry;
      const { encode, init, Sinusoidal } = await import('posenc');
      await init();
      const plan = new Sinusoidal({ grid: [2], channels: 4 });
      const values = [...plan.encode()];
      plan.dispose();
      console.log(JSON.stringify({ values, same: [...encode({ grid: [2], channels: 4 })] }));`;
    const { values, same } = await resultOf(makeApp('node-esm'), '--input-type=module', '--eval', program);
    expectValues(values);
    expect(same).toEqual(values);
  });

  it('encodes parts in worker threads', async () => {
    expectValues((await resultOf(makeApp('node-worker'), 'main.js')).values);
  });

  it('runs a module compiled elsewhere, where compilation is forbidden', async () => {
    const { refusal, values } = await resultOf(makeApp('no-compile'), 'main.js');
    expect(refusal).toMatch(/does not compile: .*disallowed by embedder.*init\(\{ wasm \}\)/);
    expectValues(values);
  });

  it('prints an uncaught error without a page of code before it, and with its position in the TypeScript', () => {
    const app = makeApp('node-esm');
    const program = "import { encode } from 'posenc'; encode({ grid: [2], channels: 4 });";
    const errorOf = (...flags: string[]) => {
      const args = [...flags, '--input-type=module', '--eval', program];
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: app, encoding: 'utf8' });
      expect(status).toBe(1);
      return stderr;
    };
    expect(errorOf().indexOf('Error: posenc is not loaded')).toBeLessThan(800);
    const mapped = errorOf('--enable-source-maps');
    const [, path = '', line = 0] = mapped.match(/\n +at .*\/(bindings\/.*?):(\d+):\d+/) ?? [];
    const source = readFileSync(join(root, path), 'utf8').split('\n')[Number(line) - 1];
    expect(source, mapped).toContain("'posenc is not loaded: await init() first'");
  });

  it('runs its tests in vitest', async () => {
    const app = makeApp('vitest', ['vitest']);
    const program = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const told = JSON.parse(await runNode(app, program, 'run', '--root', app, '--reporter', 'json'));
    expect(told).toMatchObject({ success: true, numPassedTests: 1, numTotalTests: 1 });
  });
});

describe('TypeScript', () => {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

  it.each([
    ['bundler', 'esnext'],
    ['nodenext', 'nodenext'],
  ])('moduleResolution %s finds the types, which are valid', async (moduleResolution, module) => {
    const app = makeApp('typescript');
    const how = ['--module', module, '--moduleResolution', moduleResolution];
    await runNode(app, tsc, '--project', 'tsconfig.json', ...how);
    const { values, dims } = await resultOf(app, 'main.js');
    expectValues(values);
    expect(dims).toEqual([1, 2, 4]);
  });

  it('finds the types of the TensorFlow.js layers', async () => {
    const app = makeApp('typescript', [
      '@tensorflow/tfjs',
      '@tensorflow/tfjs-core',
      '@tensorflow/tfjs-layers',
    ]);
    await runNode(app, tsc, '--project', 'tsconfig.tfjs.json');
  });
});

describe('the command', () => {
  it('prints its help without the wasm, and without the work of any command', () => {
    const app = makeApp('node-esm');
    const folder = join(app, 'node_modules', 'posenc');
    const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(folder, bin.posenc), ...args], { cwd: app, encoding: 'utf8' });
    const commands = ['encode', 'rotary', 'compare', 'info', 'show'];
    const helps = [['--help'], ['--version'], ...commands.map((command) => [command, '--help'])];
    const before = helps.map((args) => run(...args).stdout);
    for (const text of before.slice(2)) expect(text).toMatch(/^Usage: posenc /);
    const work = [...commands, 'cli-progress', 'heatmap-png', 'info-config'].map((name) => `bin/${name}.js`);
    for (const path of [...work, 'js/posenc.wasm', 'js/bytes.js']) rmSync(join(folder, 'dist', path));
    for (const [i, args] of helps.entries()) {
      const { status, stdout, stderr } = run(...args);
      expect([status, stdout, stderr]).toEqual([0, before[i], '']);
    }
    expect(run('show').status).not.toBe(0);
  });

  it('is executable and found by npx, from the tarball alone', () => {
    const app = makeApp('node-esm');
    const args = ['exec', '--offline', '--yes', '--package', inject('tarball'), '--', 'posenc', '--version'];
    const env = { ...process.env, npm_config_cache: join(app, '.npm') };
    const { status, stdout, stderr } = spawnSync('npm', args, { cwd: app, env, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

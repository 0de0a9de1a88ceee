// Global setup: packs the package as it would be published, and unpacks it once.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The packed tarball. */
    tarball: string;
    /** A folder with its contents. */
    unpacked: string;
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));

export default function setup(project: TestProject): void {
  const folder = join(root, 'build', 'package');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Already built; when publishing, `prepack` builds it.
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [{ filename }] = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' }));
  const tarball = join(folder, filename);
  execFileSync('tar', ['-xzf', tarball, '-C', folder]);
  project.provide('tarball', tarball);
  project.provide('unpacked', join(folder, 'package'));
}

// Which machine the figures are of: processor, vendor and caches, as far as the system tells.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const vendors = { AuthenticAMD: 'AMD', GenuineIntel: 'Intel' };

/** @returns {{ processor: string, vendor: string, cores: number, caches: Record<string, number> }} sizes in bytes */
export function machine() {
  const list = cpus();
  const model = list[0]?.model.trim() || 'unknown processor';
  const info = textOf('/proc/cpuinfo');
  const field = (name) => info.match(new RegExp(`^${name}\\s*: (.*)$`, 'm'))?.[1];
  const vendorId = field('vendor_id') ?? output('sysctl', '-n', 'machdep.cpu.vendor');
  const vendor = vendors[vendorId] ?? vendorId ?? model.match(/^(AMD|Intel|Apple)/)?.[1] ?? 'unknown vendor';
  const family = field('cpu family');
  return {
    processor: family === undefined ? model : `${model}, family ${family}, model ${field('model')}`,
    vendor,
    cores: list.length,
    caches: cachesOf(),
  };
}

/** @param {ReturnType<typeof machine>} found */
export function describeMachine({ processor, vendor, cores, caches }) {
  const sizes = Object.entries(caches).map(([name, bytes]) => `${name} ${bytes / 1024} KiB`);
  return `${processor} (${vendor}), ${cores} cores; caches: ${sizes.join(', ') || 'the system does not tell'}`;
}

function cachesOf() {
  const names = {
    L1d: ['LEVEL1_DCACHE_SIZE', 'hw.l1dcachesize'],
    L2: ['LEVEL2_CACHE_SIZE', 'hw.l2cachesize'],
    L3: ['LEVEL3_CACHE_SIZE', 'hw.l3cachesize'],
  };
  const found = {};
  for (const [name, [linux, macos]] of Object.entries(names)) {
    const bytes =
      process.platform === 'darwin'
        ? Number(output('sysctl', '-n', macos))
        : Number(output('getconf', linux));
    if (bytes > 0) found[name] = bytes;
  }
  return found;
}

function output(command, ...args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

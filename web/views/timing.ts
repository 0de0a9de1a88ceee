// The same table made by a loop, by wasm and by WebGPU, timed on the user's machine.
import { number } from '../model/fields.js';
import { announce } from '../ui/announce.js';
import { h, tablesOf } from '../ui/dom.js';
import { count, scientific, short } from '../ui/format.js';
import type { Timed } from '../worker/timing.js';
import type { Context, Mounted, Now, View } from './view.js';

const names: Record<Timed['id'], string> = {
  loop: 'Loop in JavaScript',
  wasm: 'posenc, wasm',
  'wasm-copied': 'posenc, wasm, copied to a JavaScript array',
  webgpu: 'posenc, WebGPU',
  'webgpu-read': 'WebGPU, copied back from the GPU',
};
const order = Object.keys(names) as Timed['id'][];

function create(figure: HTMLElement, { slow, report }: Context): Mounted {
  let now: Now | undefined;
  let running = false;
  let found = new Map<Timed['id'], Timed>();
  const run = h('button', { type: 'button', class: 'primary' }, 'Measure');
  const status = h('p', { class: 'rule-text' });
  const rows = h('tbody');
  const table = tablesOf(
    'Times',
    h(
      'table',
      { class: 'times' },
      h('caption', {}, 'Times on this machine'),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ...['', 'Median', '95th percentile', 'Rate', 'Largest error'].map((name, i) =>
            i === 0 ? h('td') : h('th', { scope: 'col' }, name),
          ),
        ),
      ),
      rows,
    ),
  );
  figure.append(h('div', { class: 'toolbar' }, run, status), table);

  function show(): void {
    const slowest = Math.max(...[...found.values()].map(({ median }) => median ?? 0));
    const loop = found.get('loop')?.median;
    rows.replaceChildren(
      ...order.map((id) => {
        const timed = found.get(id);
        const head = h('th', { scope: 'row' }, names[id]);
        if (timed?.missing)
          return h(
            'tr',
            { 'data-id': id },
            head,
            h('td', { colspan: 4, class: 'missing' }, h('span', {}, timed.missing)),
          );
        if (timed?.median === undefined)
          return h(
            'tr',
            { 'data-id': id },
            head,
            h('td', { colspan: 4, class: 'missing' }, running ? '…' : '–'),
          );
        const bar = h('span', { class: 'bar' });
        bar.style.setProperty('--share', String(timed.median / slowest));
        head.append(h('span', { class: 'track' }, bar));
        const faster =
          loop && id !== 'loop' && id !== 'webgpu-read'
            ? h(
                'small',
                {},
                `${short(loop / timed.median, 2)} times the loop’s speed${timed.on ? `, on ${timed.on}` : ''}`,
              )
            : undefined;
        if (faster) head.append(faster);
        return h(
          'tr',
          { 'data-id': id },
          head,
          h('td', {}, `${short(timed.median)} ms`),
          h('td', {}, `${short(timed.p95 ?? 0)} ms`),
          h('td', {}, `${short(timed.gigabytesPerSecond ?? 0)} GB/s`),
          h('td', {}, timed.error === undefined ? '–' : scientific(timed.error)),
        );
      }),
    );
  }

  async function measure(): Promise<void> {
    if (running || now === undefined) return;
    const positions = Number(now.settings.positions);
    const channels = Number(now.settings.channels);
    running = true;
    found = new Map();
    run.disabled = true;
    status.textContent = `Measuring ${count(positions)} × ${count(channels)}…`;
    show();
    try {
      await slow.watch(
        'timing',
        (timed: Timed) => {
          found.set(timed.id, timed);
          if (timed.id === 'webgpu' && timed.missing)
            found.set('webgpu-read', { id: 'webgpu-read', missing: 'See above.' });
          show();
          announce(`${names[timed.id]}: ${timed.missing ?? `${short(timed.median ?? 0)} milliseconds`}`);
        },
        positions,
        channels,
      );
      const size = (positions * channels * 4) / 2 ** 20;
      status.textContent = `${count(positions)} × ${count(channels)}, float32, ${short(size)} MiB; each time is the median of several runs.`;
    } finally {
      running = false;
      run.disabled = false;
      show();
    }
    figure.dataset.ready = String(Number(figure.dataset.ready ?? 0) + 1);
  }
  run.addEventListener('click', () => measure().catch(report));
  show();

  return {
    update(next) {
      now = next;
      if (!running && found.size === 0) status.textContent = 'You can use the other views while it measures.';
    },
  };
}

export const timingView: View = {
  id: 'timing',
  kinds: ['sinusoidal'],
  fields: [
    number('positions', 'Positions', { min: 16, max: 65536, scale: 'log', integer: true, default: 4096 }),
    number('channels', 'Channels', { min: 2, max: 4096, scale: 'log', integer: true, default: 1024 }),
  ],
  create,
};

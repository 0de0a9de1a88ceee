// The state of the page, its form in the URL, and the examples.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../../web/app/examples.js';
import { defaultState, fromHash, type State, toHash } from '../../web/app/state.js';
import type { Field, Value } from '../../web/model/fields.js';
import { parse, textOf } from '../../web/model/fields.js';
import { choiceOf, moved } from '../../web/schemes/choice.js';
import { schemeOf, schemes } from '../../web/schemes/schemes.js';
import { drawn, hasChromium, Site, views } from './site.js';

const viewFields: Record<string, readonly Field[]> = {
  heatmap: [{ kind: 'hidden', id: 'at', label: '', default: '' }],
  other: [
    { kind: 'number', id: 'size', label: '', min: -10, max: 1e6, scale: 'log', default: 512 },
    { kind: 'flag', id: 'on', label: '', default: false },
    { kind: 'text', id: 'text', label: '', default: 'some words' },
  ],
};

/** Numbers from a seed: mulberry32. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function randomValue(field: Field, random: () => number): Value {
  switch (field.kind) {
    case 'number': {
      const value = field.min + random() * (field.max - field.min);
      const unit = field.multiple ?? 1;
      return field.integer ? Math.floor(value / unit) * unit : Number(value.toPrecision(6));
    }
    case 'choice':
      return field.options[Math.floor(random() * field.options.length)]?.value ?? '';
    case 'flag':
      return random() < 0.5;
    default:
      return ['', '1, 2, 3', 'a & b = c; ü 100%', '+#/?'][Math.floor(random() * 4)] as string;
  }
}

describe('the hash', () => {
  it('is short for the first state', () => {
    expect(toHash(defaultState(viewFields), viewFields)).toBe('#heatmap');
  });

  it('can be read back for any state', () => {
    const random = randoms(7);
    for (let i = 0; i < 300; ++i) {
      const choice = () => {
        const scheme = schemes[Math.floor(random() * schemes.length)] as (typeof schemes)[number];
        const values = scheme.fields.map((field) => [field.id, randomValue(field, random)] as const);
        return choiceOf(scheme.id, Object.fromEntries(values));
      };
      const state: State = {
        view: random() < 0.5 ? 'heatmap' : 'other',
        compare: true,
        a: choice(),
        b: choice(),
        settings: {
          heatmap: { at: '3,4' },
          other: Object.fromEntries((viewFields.other ?? []).map((f) => [f.id, randomValue(f, random)])),
        },
      };
      const hash = toHash(state, viewFields);
      expect(fromHash(hash, viewFields), hash).toEqual(state);
    }
  });

  it('keeps the default of anything unknown or out of range', () => {
    const hash = '#nowhere&a=nothing&a.channels=-5&a.layout=spiral&a.min=x&a.n0=1e9&nonsense=1';
    expect(fromHash(hash, viewFields)).toEqual(defaultState(viewFields));
  });

  it('can read back the text of every default', () => {
    for (const field of schemes.flatMap(({ fields }) => fields)) {
      const value = field.default ?? '';
      expect(parse(field, textOf(value)), field.id).toEqual(value);
    }
  });
});

describe('another scheme', () => {
  it('keeps the parameters that both schemes have', () => {
    const from = choiceOf('sinusoidal', { n0: 77, channels: 48, layout: 'concatenated' });
    const to = moved(from, 'allennlp');
    expect(to.scheme).toBe('allennlp');
    expect(to.values).toMatchObject({ n0: 77, channels: 48 });
    expect(to.values).not.toHaveProperty('layout');
  });

  it('does not keep a number of channels that it does not allow', () => {
    const from = choiceOf('sinusoidal', { channels: 30 });
    expect(moved(from, 'whisper').values.channels).toBe(30);
    expect(moved(from, 'mae').values.channels).toBe(768);
    expect(fromHash('#heatmap&a=whisper&a.channels=5', viewFields).a.values.channels).toBe(384);
  });

  it('does not keep values that were not visible', () => {
    const to = moved(choiceOf('sinusoidal', { n0: 77, n1: 5 }), 'mae');
    expect(to.values).toMatchObject({ n0: 77, n1: 14 });
  });
});

describe.skipIf(!hasChromium)('the page', () => {
  const site = new Site();
  beforeAll(() => site.start());
  afterAll(() => site.stop());

  const links = [
    '#heatmap&a.n0=300&a.channels=32&heatmap.at=12,5&heatmap.region=0,16,0,64',
    '#waves&a.channels=64&waves.channels=1,2,33&waves.from=-10&waves.span=64',
    '#similarity&a=allennlp&compare=1&b=whisper&b.channels=64&similarity.measure=dot',
    '#path&path.space=channels&path.dimensions=2&path.channels=0,1',
    '#grid&a=mae&a.channels=64&grid.channel=7&grid.pixel=2,3',
    '#clocks&clocks.position=40.5&clocks.shift=-7',
    '#sentence&sentence.text=one+two+three',
    '#accuracy&accuracy.channels=64',
    '#timing&timing.positions=128',
    '#heatmap&a.axes=2&a.n0=12&a.n1=9&a.channels=24&a.angles=float32&a.split=widths&a.widths=8,16&a.order=reversed&a.phase=cos-sin&a.channelsFirst=1&heatmap.at=1,1',
    '#heatmap&a.channels=8&a.frequencies=1,0.5,0.25,0.1&a.positions=0,0.5,3&heatmap.at=1,1&heatmap.table=1',
  ];

  it('shows what a link says, and copies the same link', async () => {
    const { page, complaints, close } = await site.open();
    for (const link of links) {
      await page.goto('about:blank');
      await page.goto(site.address + link);
      await drawn(page, link.slice(1).split('&')[0] as string);
      await page.click('#copy-link');
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      const parts = (text: string) => text.split('&').sort();
      expect(parts(copied)).toEqual(parts(site.address + link));
      expect(await page.isVisible(`#panel-${link.slice(1).split('&')[0]}`)).toBe(true);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('follows the address when only the address changes', async () => {
    const { page, close } = await site.open('#waves');
    await page.evaluate(() => {
      location.hash = '#clocks&clocks.shift=21&a.channels=64';
    });
    await page.waitForSelector('#panel-clocks:not([hidden])');
    expect(await page.inputValue('input[name="clocks.shift"]')).toBe('21');
    expect(await page.inputValue('input[name="a.channels"]')).toBe('64');
    await close();
  });

  it('starts from each of its examples', async () => {
    const { page, complaints, close } = await site.open();
    for (const { id, state } of examples) {
      await page.selectOption('#start', id);
      const view =
        state.view ?? (await page.getAttribute('[role="tab"][aria-selected="true"]', 'id'))?.slice(4);
      await drawn(page, view as string);
      await page.waitForFunction(
        (compare) => (document.querySelector('#code')?.textContent ?? '').includes('const b =') === compare,
        Boolean(state.compare),
      );
      expect(await page.textContent('#code')).toContain('init()');
      expect(await page.isVisible('#problem'), id).toBe(false);
      expect(await page.inputValue('#scheme-a')).toBe(schemeOf(state.a?.scheme ?? '').id);
    }
    expect(complaints).toEqual([]);
    expect(views).toContain('heatmap');
    await close();
  });
});

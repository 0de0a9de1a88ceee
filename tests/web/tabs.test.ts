// Which views are offered for an encoding, and the tabs that offer them.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Tabs } from '../../web/app/tabs.js';
import type { EncodingKind } from '../../web/model/encoding.js';
import { schemes } from '../../web/schemes/schemes.js';
import { viewsFor } from '../../web/views/view.js';
import { views } from './site.js';

describe('the views for an encoding', () => {
  // Kinds that the page does not have yet.
  const [rows, biases] = ['rows', 'biases'] as unknown as [EncodingKind, EncodingKind];
  const all = [
    { id: 'both', kinds: [rows, biases] },
    { id: 'rows', kinds: [rows] },
    { id: 'biases', kinds: [biases] },
  ];
  const idsFor = (...kinds: EncodingKind[]) => viewsFor(all, kinds).map(({ id }) => id);

  it('are those that take its kind', () => {
    expect(idsFor(rows)).toEqual(['both', 'rows']);
    expect(idsFor(biases)).toEqual(['both', 'biases']);
  });

  it('take both kinds where two are compared', () => {
    expect(idsFor(rows, biases)).toEqual(['both']);
  });
});

describe('the tabs', () => {
  class FakeElement extends EventTarget {
    hidden = false;
    tabIndex = 0;
    textContent = '';
    readonly attributes = new Map<string, string>();
    getAttribute = (name: string) => this.attributes.get(name) ?? null;
    setAttribute = (name: string, value: string) => void this.attributes.set(name, value);
    focus = () => {
      page.activeElement = this;
    };
  }
  const elements = new Map<string, FakeElement>();
  const page = {
    activeElement: undefined as FakeElement | undefined,
    title: '',
    getElementById(id: string) {
      const found = elements.get(id) ?? new FakeElement();
      elements.set(id, found);
      return found;
    },
  };
  const tab = (id: string) => page.getElementById(`tab-${id}`);
  const press = (key: string) =>
    page.getElementById('tabs').dispatchEvent(Object.assign(new Event('keydown'), { key }));
  beforeEach(() => {
    elements.clear();
    vi.stubGlobal('document', page);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('hide what is not offered, and the keys step over it', () => {
    const chosen: string[] = [];
    const tabs = new Tabs(['one', 'two', 'three'], (id) => chosen.push(id));
    tabs.select('one', ['one', 'three']);
    expect(['one', 'two', 'three'].map((id) => tab(id).hidden)).toEqual([false, true, false]);
    expect(page.getElementById('panel-one').hidden).toBe(false);
    expect(page.getElementById('panel-two').hidden).toBe(true);
    tab('one').focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'End', 'Home', 'ArrowLeft']) press(key);
    expect(chosen).toEqual(['three', 'one', 'three', 'one', 'three']);
    tabs.select('two', ['one', 'two', 'three']);
    expect(tab('two').hidden).toBe(false);
    expect(tab('two').getAttribute('aria-selected')).toBe('true');
  });
});

describe('every scheme', () => {
  it.each(schemes)('$id has a kind that the page’s views take', async ({ kind }) => {
    // The real views need a DOM as soon as they are loaded.
    vi.stubGlobal('document', { documentElement: { dataset: {} } });
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }));
    const own = await import('../../web/views/views.js');
    expect(own.views.map(({ id }) => id)).toEqual(views);
    expect(viewsFor(own.views, [kind]).length).toBeGreaterThan(0);
    vi.unstubAllGlobals();
  });
});

// The page: holds the state, writes it into the URL, and passes changes to the controls and to the view.
import { schemeOf } from '../schemes/schemes.js';
import { announce } from '../ui/announce.js';
import { byId, h } from '../ui/dom.js';
import { type Form, formOf } from '../ui/form.js';
import { restoreTheme } from '../ui/theme.js';
import { type Context, type Mounted, type Now, type Side, type View, viewsFor } from '../views/view.js';
import { views } from '../views/views.js';
import { Client } from '../worker/client.js';
import { Controls } from './controls.js';
import { ExportPanel } from './export-panel.js';
import { fromHash, type State, toHash, type ViewFields } from './state.js';
import { Tabs } from './tabs.js';
import { themeSelect } from './theme-choice.js';

const fieldsOf: ViewFields = Object.fromEntries(views.map(({ id, fields }) => [id, fields]));

restoreTheme();
const client = new Client();
const slow = new Client();
let state = fromHash(location.hash, fieldsOf);
let now: Now | undefined;
/** The id of the visible view. */
let current = '';

const shown = new Map<string, { mounted: Mounted; form: Form }>();
const problem = byId('problem');

function report(error: unknown): void {
  problem.textContent = error === undefined ? '' : error instanceof Error ? error.message : String(error);
  problem.hidden = error === undefined;
}

function mount(view: View): { mounted: Mounted; form: Form } {
  const found = shown.get(view.id);
  if (found) return found;
  const set: Context['set'] = (values) =>
    change({ settings: { ...state.settings, [view.id]: { ...state.settings[view.id], ...values } } });
  const figure = byId(`panel-${view.id}`).querySelector('.figure') as HTMLElement;
  const form = formOf(view.id, view.fields, (id, value) => set({ [id]: value }));
  form.element.classList.add('settings');
  const made = h('div', { class: 'made' });
  if (form.element.childElementCount > 0) figure.append(form.element);
  figure.append(made);
  const mounted = view.create(made, {
    client,
    slow,
    set,
    choose: (a) => change({ a }),
    report,
  });
  shown.set(view.id, { mounted, form });
  return { mounted, form };
}

const controls = new Controls({ change, state: () => state });
const exportPanel = new ExportPanel(slow, report, () => {
  writeUrl();
  return location.href;
});
const tabs = new Tabs(
  views.map(({ id }) => id),
  (view) => change({ view }),
);
byId('theme').append(themeSelect());

function change(patch: Partial<State>): void {
  const before = state;
  state = { ...state, ...patch };
  keepInUrl();
  const same = before.a === state.a && before.b === state.b && before.compare === state.compare;
  if (same) show();
  else void apply();
}

let timer = 0;
/** Waits a little, because browsers limit how often a page may do this. */
function keepInUrl(): void {
  clearTimeout(timer);
  timer = window.setTimeout(writeUrl, 400);
}

function writeUrl(): void {
  history.replaceState(null, '', toHash(state, fieldsOf));
}

/** Describes the chosen encodings. If the library refuses one, says why and leaves the figure as it is. */
async function apply(): Promise<void> {
  controls.update(state);
  const choices = state.compare ? [state.a, state.b] : [state.a];
  const found = await Promise.all(
    choices.map(async (choice, i) => {
      try {
        return { about: await client.latest(`describe-${i}`, 'describe', choice) };
      } catch (error) {
        return { error: error as Error };
      }
    }),
  );
  if (found.some((one) => 'about' in one && one.about === undefined)) return;
  controls.complain(found.map((one) => ('error' in one ? one.error?.message : undefined)));
  const sides = found.flatMap((one, i): Side[] => {
    const choice = choices[i];
    return one.about && choice ? [{ name: i === 0 ? 'A' : 'B', choice, about: one.about }] : [];
  });
  document.body.classList.toggle('refused', sides.length < choices.length);
  const [a, b] = sides;
  if (a === undefined || sides.length < choices.length) {
    announce('The library does not accept these parameters. See the message beside them.');
    return;
  }
  now = { a, b, sides, settings: {} };
  show();
}

function show(): void {
  const choices = now?.sides.map(({ choice }) => choice) ?? [state.a];
  const offered = viewsFor(
    views,
    choices.map(({ scheme }) => schemeOf(scheme).kind),
  );
  const view = offered.find(({ id }) => id === state.view) ?? (offered[0] as View);
  if (current !== view.id) shown.get(current)?.mounted.leave?.();
  current = view.id;
  tabs.select(
    view.id,
    offered.map(({ id }) => id),
  );
  const { mounted, form } = mount(view);
  const settings = state.settings[view.id] ?? {};
  const about = now?.a.about;
  form.update(
    settings,
    about && { lengths: about.axes.map(({ length }) => length), channels: about.channels },
  );
  if (now === undefined) return;
  report(undefined);
  now = { ...now, settings };
  exportPanel.update(now);
  mounted.update(now);
}

addEventListener('hashchange', () => {
  const next = fromHash(location.hash, fieldsOf);
  if (toHash(next, fieldsOf) === toHash(state, fieldsOf)) return;
  change(next);
});

client.ask('version').then(
  (version) => {
    byId('version').textContent = version;
  },
  () => {}, // If the library does not start, a message beside the controls says so.
);
show();
void apply();

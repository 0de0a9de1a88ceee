// Forms with a control for each field. A control is made once and then updated, so that dragging it works.
import {
  type ChoiceField,
  type Extent,
  type Field,
  type NumberField,
  parse,
  textOf,
  type Value,
  type Values,
} from '../model/fields.js';
import { h, newId } from './dom.js';

export interface Form {
  readonly element: HTMLElement;
  update(values: Values, extent?: Extent): void;
}

type Change = (id: string, value: Value) => void;
interface Control {
  readonly element: HTMLElement;
  set(value: Value, values: Values, extent: Extent): void;
}

/** @param prefix the first part of the controls' names, such as `a` in `a.channels` */
export function formOf(prefix: string, fields: readonly Field[], change: Change): Form {
  const controlled = fields.filter(({ kind, elsewhere }) => kind !== 'hidden' && !elsewhere);
  const controls = new Map(controlled.map((field) => [field, controlOf(prefix, field, change)]));
  const part = (more: boolean) =>
    controlled
      .filter((field) => Boolean(field.more) === more)
      .map((field) => controls.get(field)?.element as Node);
  const folded = part(true);
  const element = h('div', { class: 'form' }, ...part(false));
  const details = h('details', { class: 'more' }, h('summary', {}, 'More options'));
  let first = true;
  if (folded.length > 0) {
    details.append(h('div', { class: 'form' }, ...folded));
    element.append(details);
  }
  return {
    element,
    update(values, extent = { lengths: [1], channels: 1 }) {
      // Options that are in use must be visible.
      const used = ({ id, more, default: usual }: Field) => more && values[id] !== (usual ?? '');
      if (first && controlled.some(used)) details.open = true;
      first = false;
      for (const [field, control] of controls) {
        control.element.hidden = !(field.when?.(values, extent) ?? true);
        control.set(values[field.id] ?? '', values, extent);
      }
    },
  };
}

function controlOf(prefix: string, field: Field, change: Change): Control {
  switch (field.kind) {
    case 'number':
      return numberControl(prefix, field, change);
    case 'choice':
      return choiceControl(prefix, field, change);
    case 'flag': {
      const input = h('input', { type: 'checkbox', name: `${prefix}.${field.id}` });
      input.addEventListener('change', () => change(field.id, input.checked));
      const element = h('label', { class: 'flag' }, input, h('span', {}, field.label));
      return {
        element,
        set: (value) => {
          input.checked = value === true;
        },
      };
    }
    default:
      return textControl(prefix, field, change);
  }
}

function withHelp(field: Field, input: HTMLElement): HTMLElement | undefined {
  if (!field.help) return undefined;
  const id = newId('help');
  input.setAttribute('aria-describedby', id);
  return h('p', { class: 'help', id }, field.help);
}

function textControl(prefix: string, field: Field, change: Change): Control {
  const id = newId('text');
  const input = h('input', {
    type: 'text',
    id,
    name: `${prefix}.${field.id}`,
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'placeholder' in field ? field.placeholder : undefined,
  });
  input.addEventListener('input', () => change(field.id, input.value));
  const help = withHelp(field, input);
  return {
    element: h('div', { class: `field ${field.kind}` }, h('label', { for: id }, field.label), input, help),
    set: (value) => {
      if (document.activeElement !== input && input.value !== value) input.value = textOf(value);
    },
  };
}

/** A logarithmic slider has eight steps for each doubling. */
const stepsPerDoubling = 8;

function numberControl(prefix: string, field: NumberField, change: Change): Control {
  const id = newId('number');
  const log = field.scale === 'log';
  const box = h('input', {
    type: 'number',
    id,
    name: `${prefix}.${field.id}`,
    min: field.min,
    max: field.max,
    step: field.integer ? (field.multiple ?? 1) : 'any',
    inputmode: field.min < 0 ? undefined : field.integer ? 'numeric' : 'decimal',
  });
  const slider = h('input', {
    type: 'range',
    'aria-label': `${field.label}, slider`,
    name: `${prefix}.${field.id}.slider`,
    min: log ? Math.floor(Math.log2(field.min) * stepsPerDoubling) : field.min,
    max: log ? Math.ceil(Math.log2(field.max) * stepsPerDoubling) : field.max,
    step: log ? 1 : (field.step ?? 1),
  });
  const error = h('p', { class: 'error', id: newId('error'), role: 'alert' });
  error.hidden = true;
  const fromSlider = (): number => {
    const raw = log ? 2 ** (slider.valueAsNumber / stepsPerDoubling) : slider.valueAsNumber;
    const unit = field.multiple ?? 1;
    const rounded = field.integer ? Math.round(raw / unit) * unit : Number(raw.toPrecision(3));
    return Math.min(field.max, Math.max(field.min, rounded));
  };
  const follow = (value: number) => {
    slider.value = String(log ? Math.log2(value) * stepsPerDoubling : value);
    slider.setAttribute('aria-valuetext', String(value));
  };
  const complain = (bad: boolean) => {
    error.hidden = !bad;
    error.textContent = bad ? expected(field) : '';
    box.toggleAttribute('aria-invalid', bad);
    if (bad) box.setAttribute('aria-invalid', 'true');
    box.setAttribute('aria-errormessage', error.id);
  };
  box.addEventListener('input', () => {
    const value = parse(field, box.value);
    complain(value === undefined);
    if (typeof value !== 'number') return;
    follow(value);
    change(field.id, value);
  });
  slider.addEventListener('input', () => {
    const value = fromSlider();
    complain(false);
    box.value = String(value);
    slider.setAttribute('aria-valuetext', String(value));
    change(field.id, value);
  });
  const help = withHelp(field, box);
  return {
    element: h(
      'div',
      { class: 'field number' },
      h('label', { for: id }, field.label),
      box,
      slider,
      error,
      help,
    ),
    set: (value, values, extent) => {
      if (field.limit) slider.max = String(Math.min(field.max, field.limit(values, extent)));
      if (document.activeElement !== box && box.value !== String(value)) {
        box.value = String(value);
        complain(false);
      }
      if (document.activeElement !== slider) follow(Number(value));
    },
  };
}

function expected({ min, max, integer, multiple }: NumberField): string {
  const kind = multiple ? `a multiple of ${multiple}` : integer ? 'a whole number' : 'a number';
  const range = `from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`;
  return `Expected ${kind} ${range}.`;
}

/** Buttons side by side for a few short options, otherwise a list. */
function choiceControl(prefix: string, field: ChoiceField, change: Change): Control {
  const name = `${prefix}.${field.id}`;
  const letters = field.options.reduce((sum, { label }) => sum + label.length, 0);
  if (field.options.length > 4 || letters > 30) {
    const id = newId('choice');
    const select = h(
      'select',
      { id, name },
      ...field.options.map(({ value, label }) => h('option', { value }, label)),
    );
    select.addEventListener('change', () => change(field.id, select.value));
    const help = withHelp(field, select);
    return {
      element: h('div', { class: 'field' }, h('label', { for: id }, field.label), select, help),
      set: (value) => {
        select.value = String(value);
      },
    };
  }
  const inputs = field.options.map(({ value }) => h('input', { type: 'radio', name, value }));
  const element = h(
    'fieldset',
    { class: 'field segments' },
    h('legend', {}, field.label),
    h(
      'div',
      { class: 'row' },
      ...field.options.map(({ label }, i) => h('label', {}, inputs[i] as Node, h('span', {}, label))),
    ),
  );
  for (const input of inputs) input.addEventListener('change', () => change(field.id, input.value));
  const help = withHelp(field, element);
  if (help) element.append(help);
  return {
    element,
    set: (value, _, { lengths }) => {
      inputs.forEach((input, i) => {
        input.checked = input.value === value;
        const { parentElement: label } = input;
        if (label) label.hidden = lengths.length < (field.options[i]?.axes ?? 1);
      });
    },
  };
}

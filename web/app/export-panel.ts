// Ways to use what is shown elsewhere: the code that makes it, files, and a link.
import { moduleOf } from '../model/snippet.js';
import { schemeOf } from '../schemes/schemes.js';
import { announce } from '../ui/announce.js';
import { byId } from '../ui/dom.js';
import { count, shapeText, short } from '../ui/format.js';
import { divergingMap } from '../ui/theme.js';
import type { Now, Side } from '../views/view.js';
import type { Client } from '../worker/client.js';

const kinds = ['png', 'csv', 'npy'] as const;

export class ExportPanel {
  readonly #client: Client;
  readonly #report: (error: unknown) => void;
  readonly #code = byId('code');
  readonly #which = byId<HTMLSelectElement>('which');
  #now: Now | undefined;

  /** @param link returns the address of what is shown now */
  constructor(client: Client, report: (error: unknown) => void, link: () => string) {
    this.#client = client;
    this.#report = report;
    for (const kind of kinds)
      byId(`save-${kind}`).addEventListener('click', () => this.#save(kind).catch(report));
    this.#copies('copy-code', () => this.#code.textContent ?? '', 'Code copied');
    this.#copies('copy-link', link, 'Link copied');
  }

  update(now: Now): void {
    this.#now = now;
    const calls = now.sides.map(({ choice, about }) => ({
      call: schemeOf(choice.scheme).code(choice.values),
      shape: about.shape,
    }));
    const [a, b] = calls;
    const same = String(a?.shape) === String(b?.shape);
    const text = moduleOf(calls, b !== undefined && same);
    if (this.#code.textContent !== text) this.#code.textContent = text;
    const sizes = now.sides.map(({ about }) => {
      const values = about.rows * about.columns;
      return `${shapeText(about.shape)} = ${count(values)} values, ${short((values * 4) / 2 ** 20)} MiB in float32`;
    });
    byId('size').textContent = sizes
      .map((size, i) => (sizes.length > 1 ? `${'AB'[i]}: ${size}` : size))
      .join('; ');
    byId('which-field').hidden = now.b === undefined;
    if (now.b === undefined) this.#which.value = 'A';
  }

  get #side(): Side | undefined {
    return this.#which.value === 'B' ? (this.#now?.b ?? this.#now?.a) : this.#now?.a;
  }

  async #save(kind: (typeof kinds)[number]): Promise<void> {
    const side = this.#side;
    if (side === undefined) return;
    const button = byId<HTMLButtonElement>(`save-${kind}`);
    button.disabled = true;
    try {
      this.#report(undefined);
      const blob = await this.#client.ask('file', side.choice, kind, divergingMap().pixels);
      const url = URL.createObjectURL(blob);
      const link = document.createElement('a');
      link.href = url;
      link.download = `${side.choice.scheme}-${side.about.shape.join('x')}.${kind}`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 10000);
      announce(`${link.download} saved`);
    } finally {
      button.disabled = false;
    }
  }

  #copies(id: string, text: () => string, done: string): void {
    const button = byId(id);
    const name = button.textContent ?? '';
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(text());
        button.textContent = 'Copied';
        announce(done);
      } catch {
        this.#report(
          new Error('The browser did not allow the page to copy. Select the text and copy it yourself.'),
        );
      }
      setTimeout(() => {
        button.textContent = name;
      }, 1500);
    });
  }
}

// A few values by key: those used last are kept, and the one unused for longest is dropped first.

export class Recent<V> {
  readonly #values = new Map<string, V>();
  readonly #most: number;
  readonly #drop: (value: V) => void;

  /** @param drop called with each value that is dropped */
  constructor(most: number, drop: (value: V) => void = () => {}) {
    this.#most = most;
    this.#drop = drop;
  }

  get(key: string): V | undefined {
    const found = this.#values.get(key);
    if (found !== undefined) {
      this.#values.delete(key);
      this.#values.set(key, found);
    }
    return found;
  }

  set(key: string, value: V): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const [oldest, unused] of this.#values) {
      if (this.#values.size <= this.#most) break;
      this.#values.delete(oldest);
      this.#drop(unused);
    }
  }
}

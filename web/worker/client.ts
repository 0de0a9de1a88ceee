// The page's connection to a worker. Requests can be put in a lane: while one of a lane is being answered,
// only the newest of the others waits, and the older ones are dropped.
import type { Handlers, Reply, Request } from './handlers.js';

type WithoutProgress<A extends unknown[]> = A extends [...infer Rest, (part: unknown) => void] ? Rest : A;
type Arguments<K extends keyof Handlers> = WithoutProgress<Parameters<Handlers[K]>>;
type Result<K extends keyof Handlers> = Awaited<ReturnType<Handlers[K]>>;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  progress?: ((part: never) => void) | undefined;
}

interface Lane {
  busy: boolean;
  next?: { start: () => void; drop: () => void } | undefined;
}

export class Client {
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, Waiting>();
  readonly #lanes = new Map<string, Lane>();
  #id = 0;

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#receive(data);
    worker.onerror = (event) => {
      const error = new Error(`The worker could not be started${event.message ? `: ${event.message}` : ''}`);
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    return worker;
  }

  #receive(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    if (waiting === undefined) return;
    if ('progress' in reply) {
      waiting.progress?.(reply.progress as never);
      return;
    }
    this.#waiting.delete(reply.id);
    if ('error' in reply) waiting.reject(new Error(reply.error));
    else waiting.resolve(reply.result);
  }

  ask<K extends keyof Handlers>(name: K, ...args: Arguments<K>): Promise<Result<K>> {
    return this.watch(name, undefined, ...args);
  }

  /** Like `ask`, but also passes on parts of the answer as they arrive. */
  watch<K extends keyof Handlers>(
    name: K,
    progress: ((part: never) => void) | undefined,
    ...args: Arguments<K>
  ): Promise<Result<K>> {
    this.#worker ??= this.#start();
    const id = ++this.#id;
    const request: Request = { id, name, args };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, progress });
      this.#worker?.postMessage(request);
    });
  }

  /** Like `ask`, in a lane. The answer is undefined if a newer request replaced this one. */
  async latest<K extends keyof Handlers>(
    lane: string,
    name: K,
    ...args: Arguments<K>
  ): Promise<Result<K> | undefined> {
    const found = this.#lanes.get(lane) ?? { busy: false };
    this.#lanes.set(lane, found);
    if (found.busy) {
      found.next?.drop();
      const wanted = await new Promise<boolean>((resolve) => {
        found.next = { start: () => resolve(true), drop: () => resolve(false) };
      });
      if (!wanted) return undefined;
    }
    found.busy = true;
    try {
      return await this.ask(name, ...args);
    } finally {
      const { next } = found;
      found.next = undefined;
      found.busy = next !== undefined;
      next?.start();
    }
  }

  /** Ends the worker and its work. The next request starts a new one. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(new Error('Stopped'));
    this.#waiting.clear();
  }
}

// Objects that hold wasm memory and are dropped without `dispose`: their memory is given back some time
// after, on platforms that tell (early versions of workerd do not).

interface Disposable {
  dispose(): void;
}

const registry =
  typeof FinalizationRegistry === 'undefined'
    ? undefined
    : /* @__PURE__ */ new FinalizationRegistry<Disposable>((held) => held.dispose());

/** Disposes of `held` when `owner` is collected. */
export function disposeWhenDropped(owner: object, held: Disposable): void {
  registry?.register(owner, held, owner);
}

/** For an owner that is disposed of by its user. */
export function forgetDropped(owner: object): void {
  registry?.unregister(owner);
}

// Frees the wasm memory of objects that are garbage-collected without `dispose`, on platforms that have
// FinalizationRegistry (early versions of workerd do not).

interface Disposable {
  dispose(): void;
}

const registry =
  typeof FinalizationRegistry === 'undefined'
    ? undefined
    : /* @__PURE__ */ new FinalizationRegistry<Disposable>((held) => held.dispose());

/** Disposes of `held` when `owner` is collected. */
export function disposeWhenCollected(owner: object, held: Disposable): void {
  registry?.register(owner, held, owner);
}

/** Undoes `disposeWhenCollected`, for an owner that was disposed of by its user. */
export function cancelDispose(owner: object): void {
  registry?.unregister(owner);
}

// Types of the platform that not every project has. They are the real ones where a library declares them
// (TypeScript's own for the DOM, @types/node), and where none does what posenc needs of them; so the
// declarations of the package hold in any project.

/** What a global class makes, or `Otherwise` in a project that does not know the class. */
export type Platform<Name extends string, Otherwise> =
  typeof globalThis extends Record<Name, { prototype: infer Instance }> ? Instance : Otherwise;

/** As of the namespace `WebAssembly`. */
export type PlatformWasm<Name extends string, Otherwise> = typeof globalThis extends {
  WebAssembly: Record<Name, { prototype: infer Instance }>;
}
  ? Instance
  : Otherwise;

/** Bytes: `BufferSource` of the DOM. */
export type Bytes = ArrayBuffer | ArrayBufferView<ArrayBuffer>;

/** A `WebAssembly.Module`. */
export type WasmModule = PlatformWasm<'Module', object>;

/** A `WebAssembly.Instance`. */
export type WasmInstance = PlatformWasm<'Instance', { readonly exports: Record<string, unknown> }>;

/** `WebAssembly.Imports`, which a module is given as the glue makes them. */
export type WasmImports = Record<string, Record<string, never>>;

/** A `URL`. */
export type PlaceUrl = Platform<'URL', { readonly href: string }>;

/** A `Response`, as `fetch` gives it. */
export type FetchedResponse = Platform<
  'Response',
  { readonly ok: boolean; readonly url: string; arrayBuffer(): Promise<ArrayBuffer> }
>;

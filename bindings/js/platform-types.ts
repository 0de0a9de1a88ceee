// Platform types that not every project declares. If a library declares them (TypeScript's DOM library, @types/node),
// these are the real types; otherwise they have only the members that posenc needs. So the package's declarations
// compile in any project.

/** The instance type of a global class, or `Otherwise` in a project that does not declare the class. */
export type Platform<Name extends string, Otherwise> =
  typeof globalThis extends Record<Name, { prototype: infer Instance }> ? Instance : Otherwise;

/** The same for a class in the namespace `WebAssembly`. */
export type PlatformWasm<Name extends string, Otherwise> = typeof globalThis extends {
  WebAssembly: Record<Name, { prototype: infer Instance }>;
}
  ? Instance
  : Otherwise;

/** Bytes: the DOM's `BufferSource`. */
export type Bytes = ArrayBuffer | ArrayBufferView<ArrayBuffer>;

/** A `WebAssembly.Module`. */
export type WasmModule = PlatformWasm<'Module', object>;

/** A `WebAssembly.Instance`. */
export type WasmInstance = PlatformWasm<'Instance', { readonly exports: Record<string, unknown> }>;

/** `WebAssembly.Imports`: here, the imports that the glue passes to the module. */
export type WasmImports = Record<string, Record<string, never>>;

/** A `URL`. */
export type PlaceUrl = Platform<'URL', { readonly href: string }>;

/** A `Response`, as `fetch` returns it. */
export type FetchedResponse = Platform<
  'Response',
  { readonly ok: boolean; readonly url: string; arrayBuffer(): Promise<ArrayBuffer> }
>;

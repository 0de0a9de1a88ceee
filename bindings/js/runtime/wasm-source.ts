// Turns the source given to `init` into a compiled module: fetches, reads or compiles it, and checks before running
// it that it is posenc's module, of the same version.
import { isDetached } from '../check/arrays.js';
import { tagOf, typeError } from '../check/check.js';
import type { Bytes, FetchedResponse, PlaceUrl, WasmModule } from '../platform-types.js';
import { version } from '../version.js';

export type WasmSource = PlaceUrl | string | FetchedResponse | Bytes | WasmModule;

/** Ends the messages about a .wasm that cannot be used. */
export const advice = 'pass its URL, its bytes or a compiled module: init({ wasm })';

/** Reads a file; undefined for a place that is not on the disk. */
type FileReader = (place: PlaceUrl | string) => Promise<Bytes> | undefined;

let readFile: FileReader = () => undefined;

/** Called by the entry point for Node.js, where fetch does not read files. */
export function setFileReader(reader: FileReader): void {
  readFile = reader;
}

export async function compile(source: WasmSource): Promise<WasmModule> {
  const module = await moduleOf(source);
  const [section] = WebAssembly.Module.customSections(module, 'posenc');
  if (section === undefined) throw new Error(`The .wasm is not posenc's: it contains no version; ${advice}`);
  const found = String.fromCharCode(...new Uint8Array(section));
  if (found !== version) {
    throw new Error(
      `The .wasm is from posenc ${found}, but the JavaScript is from ${version}: use both from the same package`,
    );
  }
  return module;
}

type Kind = 'place' | 'response' | 'bytes' | 'module';

/** The kind of a source, of any realm; undefined if it is not a source. */
function kindOf(source: unknown): Kind | undefined {
  if (typeof source === 'string') return 'place';
  if (typeof source !== 'object' || source === null) return undefined;
  if (ArrayBuffer.isView(source)) return 'bytes';
  switch (tagOf(source)) {
    case 'URL':
      return 'place';
    case 'Response':
      return 'response';
    case 'ArrayBuffer':
    case 'SharedArrayBuffer':
      return 'bytes';
    case 'WebAssembly.Module':
      return 'module';
    default:
      return undefined;
  }
}

/** Checks a source without reading it. */
export function checkSource(source: unknown): void {
  const kind = kindOf(source);
  if (kind === undefined) {
    throw typeError('wasm', source, 'a URL, a string, a Response, bytes or a WebAssembly.Module');
  }
  if (kind === 'bytes' && isDetached(bufferOf(source as BufferSource))) {
    throw new TypeError(
      'wasm is detached: its buffer was transferred; expected bytes that are still accessible',
    );
  }
  if (kind === 'response' && (source as Response).bodyUsed) {
    throw new TypeError('wasm is a Response whose body has already been read: expected an unread one');
  }
}

const bufferOf = (bytes: BufferSource) => (ArrayBuffer.isView(bytes) ? bytes.buffer : bytes);

async function moduleOf(source: WasmSource): Promise<WebAssembly.Module> {
  switch (kindOf(source)) {
    case 'place':
      return load(source as URL | string);
    case 'response':
      return compileResponse(source as Response);
    case 'bytes':
      return compileBytes(source as BufferSource, 'the given bytes');
    default:
      return source as WebAssembly.Module;
  }
}

async function load(place: URL | string): Promise<WebAssembly.Module> {
  let found: BufferSource | Response;
  try {
    found = await (readFile(place) ?? fetch(place));
  } catch (cause) {
    throw new Error(`The .wasm could not be read from ${place}: ${messageOf(cause)}; ${advice}`, { cause });
  }
  return kindOf(found) === 'bytes'
    ? compileBytes(found as BufferSource, String(place))
    : compileResponse(found as Response);
}

async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  const where = response.url || 'the response';
  if (!response.ok) {
    throw new Error(`The .wasm could not be read from ${where}: status ${response.status}; ${advice}`);
  }
  // Streaming compilation needs the right content type. Servers that send another one work too, without it.
  const streamed = response.headers.get('content-type')?.startsWith('application/wasm');
  if (streamed && typeof WebAssembly.compileStreaming === 'function') {
    try {
      return await WebAssembly.compileStreaming(response);
    } catch (cause) {
      throw notWasm(where, cause);
    }
  }
  return compileBytes(await response.arrayBuffer(), where);
}

async function compileBytes(bytes: BufferSource, where: string): Promise<WebAssembly.Module> {
  // Copy into this realm, so nobody can change the bytes during compilation.
  const view = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice()
    : new Uint8Array(bytes).slice();
  if (view[0] === 0x3c) {
    throw new Error(
      `The .wasm from ${where} is text that starts with "<", such as a server's fallback page: make the server or bundler serve posenc.wasm, or ${advice}`,
    );
  }
  try {
    return await WebAssembly.compile(view);
  } catch (cause) {
    throw notWasm(where, cause);
  }
}

function notWasm(where: string, cause: unknown): Error {
  return new Error(
    `The .wasm from ${where} does not compile: ${messageOf(cause)}; is the file complete? ${advice}`,
    {
      cause,
    },
  );
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// From what `init` was given to a compiled module: fetched, read or taken as it is, and checked to be
// posenc's own, of this version, before anything of it runs.
import { isDetached } from '../check/arrays.js';
import { tagOf, typeError } from '../check/check.js';
import type { Bytes, FetchedResponse, PlaceUrl, WasmModule } from '../platform-types.js';
import { version } from '../version.js';

export type WasmSource = PlaceUrl | string | FetchedResponse | Bytes | WasmModule;

/** What to do where the .wasm cannot be had. */
export const advice = 'pass where it is, its bytes or a compiled module: init({ wasm })';

/** Reads what is on the disk; undefined for what is not. */
type FileReader = (place: PlaceUrl | string) => Promise<Bytes> | undefined;

let readFile: FileReader = () => undefined;

/** For the entry point of Node.js, whose fetch does not read files. */
export function setFileReader(reader: FileReader): void {
  readFile = reader;
}

export async function compile(source: WasmSource): Promise<WasmModule> {
  const module = await moduleOf(source);
  const [section] = WebAssembly.Module.customSections(module, 'posenc');
  if (section === undefined) throw new Error(`The .wasm is not posenc's: it carries no version; ${advice}`);
  const found = String.fromCharCode(...new Uint8Array(section));
  if (found !== version) {
    throw new Error(
      `The .wasm is of posenc ${found}, the JavaScript of ${version}: use the two of one package`,
    );
  }
  return module;
}

type Kind = 'place' | 'response' | 'bytes' | 'module';

/** What a source is, of whichever realm. */
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

/** What can be seen of a source without reading it. */
export function checkSource(source: unknown): void {
  const kind = kindOf(source);
  if (kind === undefined) {
    throw typeError('wasm', source, 'a URL, a string, a Response, bytes or a WebAssembly.Module');
  }
  if (kind === 'bytes' && isDetached(bufferOf(source as BufferSource))) {
    throw new TypeError('wasm is detached: its memory was transferred; expected bytes that are here');
  }
  if (kind === 'response' && (source as Response).bodyUsed) {
    throw new TypeError('wasm is a Response whose body was read already: expected one that was not');
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
      return compileBytes(source as BufferSource, 'the bytes given');
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
  // Compiling while it arrives needs the right type; servers that send another still work.
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
  // A copy, of this realm: others cannot change it while it is compiled.
  const view = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice()
    : new Uint8Array(bytes).slice();
  if (view[0] === 0x3c) {
    throw new Error(
      `The .wasm from ${where} is a text that begins with "<", as a server's fallback page does: let the server or bundler serve posenc.wasm, or ${advice}`,
    );
  }
  try {
    return await WebAssembly.compile(view);
  } catch (cause) {
    throw notWasm(where, cause);
  }
}

function notWasm(where: string, cause: unknown): Error {
  return new Error(`The .wasm from ${where} does not compile: ${messageOf(cause)}; is it whole? ${advice}`, {
    cause,
  });
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

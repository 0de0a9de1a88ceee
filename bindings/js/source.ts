// From what `init` was given to a compiled module: fetched, read or taken as it is, and checked to be
// posenc's own, of this version, before anything of it runs.
import { show } from './check.js';
import { version } from './version.js';

export type WasmSource = URL | string | Response | BufferSource | WebAssembly.Module;

const advice = 'pass where it is, its bytes or a compiled module: init({ wasm })';

/** Reads what is on the disk; undefined for what is not. */
type FileReader = (place: URL | string) => Promise<BufferSource> | undefined;

let readFile: FileReader = () => undefined;

/** For the entry point of Node.js, whose fetch does not read files. */
export function setFileReader(reader: FileReader): void {
  readFile = reader;
}

export async function compile(source: WasmSource): Promise<WebAssembly.Module> {
  const module = await moduleOf(source);
  const [section] = WebAssembly.Module.customSections(module, 'posenc');
  if (section === undefined) throw new Error(`The .wasm is not posenc's: it carries no version; ${advice}`);
  const found = new TextDecoder().decode(section);
  if (found !== version) {
    throw new Error(
      `The .wasm is of posenc ${found}, the JavaScript of ${version}: use the two of one package`,
    );
  }
  return module;
}

async function moduleOf(source: WasmSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === 'string' || source instanceof URL) return load(source);
  if (typeof Response !== 'undefined' && source instanceof Response) return compileResponse(source);
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
    return compileBytes(source, 'the bytes given');
  throw new TypeError(
    `wasm is ${show(source)}: expected a URL, a string, a Response, bytes or a WebAssembly.Module`,
  );
}

async function load(place: URL | string): Promise<WebAssembly.Module> {
  let found: BufferSource | Response;
  try {
    found = await (readFile(place) ?? fetch(place));
  } catch (cause) {
    throw new Error(`The .wasm could not be read from ${place}: ${messageOf(cause)}; ${advice}`, { cause });
  }
  return found instanceof ArrayBuffer || ArrayBuffer.isView(found)
    ? compileBytes(found, String(place))
    : compileResponse(found);
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
  const view = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
  if (view[0] === 0x3c) {
    throw new Error(
      `The .wasm from ${where} is a text that begins with "<", as a server's fallback page does: let the server or bundler serve posenc.wasm, or ${advice}`,
    );
  }
  try {
    return await WebAssembly.compile(bytes);
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

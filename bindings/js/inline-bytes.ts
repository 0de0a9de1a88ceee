// The bytes of the .wasm, decoded from the package's base64 copy.
import { base64 } from './bytes.js';

export function bytes(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

// The .wasm as the package holds it in JavaScript.
import { base64 } from './bytes.js';

export function bytes(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

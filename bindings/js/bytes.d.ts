// The types of bytes.js, which the build writes from posenc.wasm.

/** The bytes of posenc.wasm, as base64. */
export const base64: string;

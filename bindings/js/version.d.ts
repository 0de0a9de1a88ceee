// The types of version.js, which the build writes from package.json; the .wasm carries the same.

/** The version of the package, as in package.json. */
export const version: string;

// The types of version.js, which the build writes from package.json. The .wasm contains the same version.

/** The version of the package, as in package.json. */
export const version: string;

// The package as browsers import it: the .wasm is a file beside the JavaScript.
export * from './api.js';
export { init } from './init.js';

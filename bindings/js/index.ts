// The entry `posenc` for browsers: the .wasm is a file next to the JavaScript.
export * from './api.js';
export { init } from './init.js';

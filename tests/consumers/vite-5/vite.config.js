// The dev server of this Vite would move the JavaScript away from the .wasm.
export default { build: { target: 'es2022' }, optimizeDeps: { exclude: ['posenc'] } };

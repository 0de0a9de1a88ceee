export default {
  // The dev server would move the JavaScript away from the .wasm beside it.
  optimizeDeps: { exclude: ['posenc'] },
  worker: { format: 'es' },
};

// Nuxt with a Vite before 8, whose dev server would move the JavaScript away from the .wasm.
export default defineNuxtConfig({
  telemetry: false,
  compatibilityDate: '2025-07-01',
  vite: { optimizeDeps: { exclude: ['posenc'] } },
});

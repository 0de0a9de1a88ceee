// Nuxt, which bundles for the browser with a Vite before 8.
export default defineNuxtConfig({
  telemetry: false,
  compatibilityDate: '2025-07-01',
  vite: { build: { target: 'es2022' }, optimizeDeps: { exclude: ['posenc'] } },
});

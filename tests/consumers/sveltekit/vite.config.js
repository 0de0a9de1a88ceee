// SvelteKit with a Vite before 8, whose dev server would move the JavaScript away from the .wasm.
import { sveltekit } from '@sveltejs/kit/vite';

export default { plugins: [sveltekit()], optimizeDeps: { exclude: ['posenc'] } };

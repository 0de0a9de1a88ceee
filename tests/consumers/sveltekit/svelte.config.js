// A server of Node.js.
import adapter from '@sveltejs/adapter-node';

export default { kit: { adapter: adapter() } };

// Builds the page before the tests, if its sources or the library have changed.
import { buildPage } from '../../scripts/demo.js';

export default async function setup(): Promise<void> {
  await buildPage();
}

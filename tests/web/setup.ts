// What is tested is what is built: the page is made anew where its sources or the library are newer.
import { buildPage } from '../../scripts/demo.js';

export default async function setup(): Promise<void> {
  await buildPage();
}

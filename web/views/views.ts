// Every view, in the order of the tabs. The text beside each one is in index.html.
import { accuracyView } from './accuracy.js';
import { clocksView } from './clocks.js';
import { gridView } from './grid.js';
import { heatmapView } from './heatmap.js';
import { pathView } from './path.js';
import { sentenceView } from './sentence.js';
import { similarityView } from './similarity.js';
import { timingView } from './timing.js';
import type { View } from './view.js';
import { wavesView } from './waves.js';

export const views: readonly View[] = [
  heatmapView,
  wavesView,
  similarityView,
  pathView,
  gridView,
  clocksView,
  sentenceView,
  accuracyView,
  timingView,
];

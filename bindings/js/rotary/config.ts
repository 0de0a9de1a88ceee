// Placeholder until the reader of configs lands.
import type { RotaryOptions } from './options.js';
export interface ConfigChoice {
  layerType?: string;
  layer?: number;
  length?: number;
}
export function rotarySetOf(_config: unknown, _choice: ConfigChoice): { options: RotaryOptions } {
  throw new Error('not yet');
}
export function layersOf(_config: unknown): readonly (string | null)[] {
  throw new Error('not yet');
}

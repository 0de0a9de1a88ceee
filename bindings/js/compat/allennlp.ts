// AllenNLP's SinusoidalPositionalEncoding, a module that adds its encoding to a tensor.
import { checkObject, checkPositive } from '../check/check.js';
import { checkRank, checkTensor, type HalfTensor, type Tensor } from '../runtime/tensor.js';
import { addEncoding } from '../sinusoidal/add-encoding.js';
import { presets } from '../sinusoidal/presets.js';

export interface SinusoidalPositionalEncodingOptions {
  /** A number above 0, 1 by default. As in AllenNLP's code, frequencies are multiplied by it. */
  minTimescale?: number;
  /** A number above 0, 10000 by default. */
  maxTimescale?: number;
}

const timescaleKeys = new Set(['minTimescale', 'maxTimescale']);

/**
 * AllenNLP's SinusoidalPositionalEncoding, added to a tensor [batch, timesteps, hidden]: all sines, then all cosines,
 * then a zero if `hidden` is odd. As in AllenNLP's code, frequency i of n is min * (min/max)^(i/(n-1)), or min if n is
 * 1; its documentation has 1/min in place of the first min.
 * Source: allenai/allennlp, nn/util.py, add_positional_features.
 */
export class SinusoidalPositionalEncoding {
  readonly minTimescale: number;
  readonly maxTimescale: number;

  /** @throws TypeError or RangeError that names the option, its value and the expected values. */
  constructor(options: SinusoidalPositionalEncodingOptions = {}) {
    checkObject('options', options, timescaleKeys);
    this.minTimescale = checkPositive('minTimescale', options.minTimescale ?? 1);
    this.maxTimescale = checkPositive('maxTimescale', options.maxTimescale ?? 10000);
  }

  /**
   * x + encoding, written into `out` (by default a new array), which may be x.data. Sums are rounded once, to the
   * tensor's own type.
   *
   * @throws RangeError for a tensor of another rank; TypeError for integers. `out` is then unchanged.
   */
  encode(x: Tensor, out?: Float32Array): Tensor;
  encode(x: HalfTensor, out?: HalfTensor['data']): HalfTensor;
  encode(x: Tensor | HalfTensor, out?: Tensor['data'] | HalfTensor['data']): Tensor | HalfTensor {
    const tensor = checkTensor(x);
    const { shape } = tensor;
    checkRank(shape, ['batch', 'timesteps', 'hidden']);
    const [, timesteps, channels] = shape as [number, number, number];
    const { minTimescale, maxTimescale } = this;
    const options = presets.allennlp({ grid: [timesteps], channels, minTimescale, maxTimescale });
    return addEncoding(options, tensor, out);
  }
}

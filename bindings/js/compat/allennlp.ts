// AllenNLP's module, which only adds its encoding to a tensor.
import { checkObject, checkPositive, show } from '../check/check.js';
import { checkTensor, type HalfTensor, type Tensor } from '../runtime/tensor.js';
import { addEncoding } from '../sinusoidal/add-encoding.js';
import { presets } from '../sinusoidal/presets.js';

export interface SinusoidalPositionalEncodingOptions {
  /** 1 by default; as AllenNLP's code has it: the frequencies are multiplied by it. */
  minTimescale?: number;
  /** 10000 by default. */
  maxTimescale?: number;
}

const timescaleKeys = new Set(['minTimescale', 'maxTimescale']);

/**
 * AllenNLP's SinusoidalPositionalEncoding: all sines, then all cosines, a zero for an odd channel, added
 * to [batch, timesteps, hidden]. Frequency i of n is min * (min/max)^(i/(n-1)), as its code has it (its
 * text would have 1/min for the first min); with one frequency it is min. Source: allenai/allennlp,
 * nn/util.py, add_positional_features.
 */
export class SinusoidalPositionalEncoding {
  readonly minTimescale: number;
  readonly maxTimescale: number;

  constructor(options: SinusoidalPositionalEncodingOptions = {}) {
    checkObject('options', options, timescaleKeys);
    this.minTimescale = checkPositive('minTimescale', options.minTimescale ?? 1);
    this.maxTimescale = checkPositive('maxTimescale', options.maxTimescale ?? 10000);
  }

  /**
   * x + encoding, into `out` when it is given, which may be x.data, else into a new array.
   *
   * @throws RangeError for a tensor of another rank; TypeError for integers. `out` is then as it was.
   */
  encode(x: Tensor, out?: Float32Array): Tensor;
  encode(x: HalfTensor, out?: HalfTensor['data']): HalfTensor;
  encode(x: Tensor | HalfTensor, out?: Tensor['data'] | HalfTensor['data']): Tensor | HalfTensor {
    const tensor = checkTensor(x);
    const { shape } = tensor;
    if (shape.length !== 3) {
      throw new RangeError(
        `x has the shape ${show(shape)} of ${shape.length} dimensions: expected 3, [batch, timesteps, hidden]`,
      );
    }
    const [, timesteps, channels] = shape as [number, number, number];
    const { minTimescale, maxTimescale } = this;
    const options = presets.allennlp({ grid: [timesteps], channels, minTimescale, maxTimescale });
    return addEncoding(options, tensor, out);
  }
}

import type * as tf from '@tensorflow/tfjs';
import { TFPositionalEncoding1D, TFSummer } from 'posenc/tfjs';

export function model(x: tf.Tensor): tf.Tensor {
  return new TFSummer(new TFPositionalEncoding1D({ channels: 4 })).encode(x);
}

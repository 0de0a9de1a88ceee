// TensorFlow.js: the encoding from its operations, including float32 angles, on one backend. The
// result is read back, since the alternatives also return arrays.
import * as tf from '@tensorflow/tfjs';
import '@tensorflow/tfjs-backend-wasm';

/** @param {'interleaved' | 'concatenated'} layout */
export async function tfjsEncoding(backend, layout, length, channels) {
  await tf.setBackend(backend);
  await tf.ready();
  const pairs = channels / 2;
  const frequencies = tf.tensor1d(Float32Array.from({ length: pairs }, (_, i) => 10000 ** (-i / pairs)));
  const encode = () => {
    const angles = tf.mul(tf.range(0, length).expandDims(1), frequencies.expandDims(0));
    const [sines, cosines] = [tf.sin(angles), tf.cos(angles)];
    return layout === 'interleaved'
      ? tf.stack([sines, cosines], 2).reshape([length, channels])
      : tf.concat([sines, cosines], 1);
  };
  return () => {
    // Read outside tidy, which would search the values for tensors.
    const encoding = tf.tidy(encode);
    const values = encoding.dataSync();
    encoding.dispose();
    return values;
  };
}

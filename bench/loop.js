// What one writes without a library: the frequencies once, then a sine and a cosine for each value.

/** Vaswani's encoding of positions 0 to length - 1 into `out`, interleaved. */
export function plainLoop(length, channels, out) {
  const pairs = channels / 2;
  const frequencies = new Float64Array(pairs);
  for (let i = 0; i < pairs; ++i) frequencies[i] = 10000 ** (-i / pairs);
  for (let position = 0; position < length; ++position) {
    for (let i = 0; i < pairs; ++i) {
      const angle = position * frequencies[i];
      out[position * channels + 2 * i] = Math.sin(angle);
      out[position * channels + 2 * i + 1] = Math.cos(angle);
    }
  }
}

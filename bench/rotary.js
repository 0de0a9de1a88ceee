// Benchmarks of rotary embeddings: vectors rotated in place, tables of cosines and sines, and one token.

/** The loop of a plain port: cosines and sines are ready, in rows of 64. */
function plainRotation(x, cos, sin, seq, dim) {
  const half = dim / 2;
  for (let at = 0, position = 0; at < x.length; at += dim, position = (position + 1) % seq) {
    const row = position * half;
    for (let j = 0; j < half; ++j) {
      const [a, b] = [x[at + j], x[at + j + half]];
      const [c, s] = [cos[row + j], sin[row + j]];
      x[at + j] = a * c - b * s;
      x[at + j + half] = b * c + a * s;
    }
  }
}

/** @returns {import('./works.js').Section[]} */
export function rotaryOf({ posenc, baselines }) {
  const { Rotary } = posenc;
  const [heads, seq, dim] = [32, 4096, 128];
  const values = heads * seq * dim;

  const vectors = {
    name: 'rotary: vectors in place, allocated memory',
    shape: `${heads} x ${seq} x ${dim}`,
    values,
    baselines: ['scale', 'fill'],
    async make() {
      const x = posenc.allocate(values);
      const scaled = baselines.allocate(values);
      const array = new Float32Array(values);
      const works = {
        scale: () => baselines.scale(scaled, values, 1.0001),
        fill: () => x.array.fill(1),
      };
      for (const pairing of ['halves', 'adjacent']) {
        const rotary = new Rotary({ headDim: dim, pairing });
        works[`${pairing}, [heads, seq, dim]`] = () => rotary.apply(x.array, { shape: [heads, seq, dim] });
        works[`${pairing}, [seq, heads, dim]`] = () =>
          rotary.apply(x.array, { shape: [seq, heads, dim], seqAxis: -3 });
      }
      // An image of 64 x 64 patches in a text, as a vision-language model has it.
      const mrope = new Rotary({ headDim: dim, sections: [16, 24, 24] });
      const positions = Float64Array.from({ length: 3 * seq }, (_, i) => {
        const patch = i % seq;
        return 100 + (i < seq ? 0 : i < 2 * seq ? patch >> 6 : patch & 63);
      });
      works['three axes, [heads, seq, dim]'] = () =>
        mrope.apply(x.array, { shape: [heads, seq, dim], positions });
      const rotary = new Rotary({ headDim: dim });
      const { cos, sin } = rotary.cosSin({ length: seq });
      works['halves, an array of JavaScript'] = () => rotary.apply(array, { shape: [heads, seq, dim] });
      works['JavaScript loop'] = () => plainRotation(array, cos, sin, seq, dim);
      return { works, release: () => x.dispose() };
    },
  };

  const length = 131072;
  const tables = {
    name: 'rotary: cosines and sines, allocated memory',
    shape: `2 x ${length} x 64`,
    values: 2 * length * 64,
    baselines: ['fill'],
    async make() {
      const cos = posenc.allocate(length * 64);
      const sin = posenc.allocate(length * 64);
      const rotary = new Rotary({ headDim: 128 });
      const at = () => ({ cos: cos.array, sin: sin.array });
      return {
        works: {
          fill: () => [cos.array.fill(1), sin.array.fill(1)],
          cosSin: () => rotary.cosSin({ length }, {}, at()),
          'doubled, half as many': () => rotary.cosSin({ length: length / 2 }, { form: 'doubled' }, at()),
        },
        release: () => [cos.dispose(), sin.dispose(), rotary.dispose()],
      };
    },
  };

  const token = {
    name: 'rotary: one token, q and k',
    shape: '(32 + 8) x 128',
    values: 40 * 128,
    baselines: ['applyBoth'],
    async make() {
      const q = posenc.allocate(32 * 128);
      const k = posenc.allocate(8 * 128);
      const rotary = new Rotary({ headDim: 128 });
      let offset = 0;
      return {
        works: {
          applyBoth: () =>
            rotary.applyBoth(q.array, k.array, {
              shape: [32, 1, 128],
              keyShape: [8, 1, 128],
              offset: offset++,
            }),
        },
        release: () => [q.dispose(), k.dispose(), rotary.dispose()],
      };
    },
  };

  return [vectors, tables, token];
}

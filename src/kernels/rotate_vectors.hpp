// Kernels that rotate vectors: each pair (a, b) of a vector's dimensions by the angle of a row,
//    a' = a cos - b sin,   b' = b cos + a sin,
// and the other way round for `inverse`. A row is packed: sines of four pairs, then their cosines.
// `out` may be `x`.
#pragma once

#include "base/packed_pairs.hpp"
#include "base/simd.hpp"

namespace posenc {

template <bool inverse, class T>
struct RotatedPair {
  T a;
  T b;

  RotatedPair(T fromA, T fromB, T sin, T cos) {
    if constexpr (inverse) {
      a = fromA * cos + fromB * sin;
      b = fromB * cos - fromA * sin;
    } else {
      a = fromA * cos - fromB * sin;
      b = fromB * cos + fromA * sin;
    }
  }
};

/// `count` vectors, `step` values apart. The row of each is `rowStep` values after that of the one
/// before. Pair j is dimensions j and j + pairs.
template <bool inverse>
[[gnu::noinline]] void rotateHalves(const float* row, Index rowStep, Index pairs, Index count,
                                    Index step, const float* x, float* out) {
  for (; count > 0; --count) {
    const float* entry = row;
    const float* a = x;
    float* toA = out;
    for (Index left = pairs; left >= kLanes; left -= kLanes) {
      const PackedPairs sinCos = loadPackedPairs(entry);
      const RotatedPair<inverse, Float4> rotated(Float4::load_unaligned(a),
                                                 Float4::load_unaligned(a + pairs), sinCos.first,
                                                 sinCos.second);
      rotated.a.store_unaligned(toA);
      rotated.b.store_unaligned(toA + pairs);
      entry += 2 * kLanes;
      a += kLanes;
      toA += kLanes;
    }
    for (Index k = 0; k < pairs % kLanes; ++k) {
      const RotatedPair<inverse, float> rotated(a[k], a[k + pairs], entry[k], entry[k + kLanes]);
      toA[k] = rotated.a;
      toA[k + pairs] = rotated.b;
    }
    row += rowStep;
    x += step;
    out += step;
  }
}

/// The same. Pair j is dimensions 2j and 2j + 1.
template <bool inverse>
[[gnu::noinline]] void rotateAdjacent(const float* row, Index rowStep, Index pairs, Index count,
                                      Index step, const float* x, float* out) {
  for (; count > 0; --count) {
    const float* entry = row;
    const float* from = x;
    float* to = out;
    for (Index left = pairs; left >= kLanes; left -= kLanes) {
      const PackedPairs sinCos = loadPackedPairs(entry);
      const auto low = Float4::load_unaligned(from);
      const auto high = Float4::load_unaligned(from + kLanes);
      const RotatedPair<inverse, Float4> rotated(evenLanes(low, high), oddLanes(low, high),
                                                 sinCos.first, sinCos.second);
      xsimd::zip_lo(rotated.a, rotated.b).store_unaligned(to);
      xsimd::zip_hi(rotated.a, rotated.b).store_unaligned(to + kLanes);
      entry += 2 * kLanes;
      from += 2 * kLanes;
      to += 2 * kLanes;
    }
    for (Index k = 0; k < pairs % kLanes; ++k) {
      const RotatedPair<inverse, float> rotated(from[2 * k], from[2 * k + 1], entry[k],
                                                entry[k + kLanes]);
      to[2 * k] = rotated.a;
      to[2 * k + 1] = rotated.b;
    }
    row += rowStep;
    x += step;
    out += step;
  }
}

}  // namespace posenc

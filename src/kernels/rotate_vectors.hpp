// Kernels that rotate vectors: each pair (a, b) of a vector's dimensions by the angle of a row,
//    a' = a cos - b sin,   b' = b cos + a sin.
// A row is packed: sines of four pairs, then their cosines. `out` may be `x`.
#pragma once

#include "base/packed_pairs.hpp"
#include "base/simd.hpp"

namespace posenc {

template <class T>
struct RotatedPair {
  T a;
  T b;
};

template <class T>
RotatedPair<T> rotatePair(T a, T b, T sin, T cos) {
  return {a * cos - b * sin, b * cos + a * sin};
}

/// Pair j is dimensions j and j + pairs.
struct Halves {
  static void rotateFour(const PackedPairs& sinCos, Index pairs, const float* x, float* out) {
    const auto rotated = rotatePair(Float4::load_unaligned(x), Float4::load_unaligned(x + pairs),
                                    sinCos.first, sinCos.second);
    rotated.a.store_unaligned(out);
    rotated.b.store_unaligned(out + pairs);
  }
  static constexpr Index kStep = kLanes;  // from four pairs to the next
  static Index a(Index k) { return k; }
  static Index b(Index k, Index pairs) { return k + pairs; }
};

/// Pair j is dimensions 2j and 2j + 1.
struct Adjacent {
  static void rotateFour(const PackedPairs& sinCos, Index /*pairs*/, const float* x, float* out) {
    const auto low = Float4::load_unaligned(x);
    const auto high = Float4::load_unaligned(x + kLanes);
    const auto rotated =
        rotatePair(evenLanes(low, high), oddLanes(low, high), sinCos.first, sinCos.second);
    xsimd::zip_lo(rotated.a, rotated.b).store_unaligned(out);
    xsimd::zip_hi(rotated.a, rotated.b).store_unaligned(out + kLanes);
  }
  static constexpr Index kStep = 2 * kLanes;
  static Index a(Index k) { return 2 * k; }
  static Index b(Index k, Index /*pairs*/) { return 2 * k + 1; }
};

/// Where a kernel is in the vectors of a position.
struct VectorCursor {
  const float* row;
  const float* x;
  float* out;
  Index left;  // pairs
};

/// Rotates `groups` groups of four pairs at a time, while there are as many.
template <class Pairing, Index heads, Index groups>
void rotateGroups(VectorCursor& at, Index pairs, Index headStep) {
  for (; at.left >= groups * kLanes; at.left -= groups * kLanes) {
#pragma GCC unroll 4
    for (Index g = 0; g < groups; ++g) {
      const PackedPairs sinCos = loadPackedPairs(at.row + g * 2 * kLanes);
#pragma GCC unroll 4
      for (Index h = 0; h < heads; ++h) {
        const Index offset = g * Pairing::kStep + h * headStep;
        Pairing::rotateFour(sinCos, pairs, at.x + offset, at.out + offset);
      }
    }
    at.row += groups * 2 * kLanes;
    at.x += groups * Pairing::kStep;
    at.out += groups * Pairing::kStep;
  }
}

/// Rotates the vectors of `heads` heads at `positions` positions. Their rows are `rowStep` values
/// apart.
///
/// With several heads an entry is loaded once for all of them. That pays where the positions of a
/// head follow each other: rows come from the second-level cache, and loads from there slow down
/// those from memory. Where the heads follow each other, their row stays in the first-level cache,
/// and one head at a time is faster.
template <class Pairing, Index heads>
[[gnu::noinline]] void rotateVectors(const float* row, Index rowStep, Index pairs, Index positions,
                                     Index positionStep, Index headStep, const float* x,
                                     float* out) {
  for (; positions > 0; --positions) {
    VectorCursor at{row, x, out, pairs};
    if constexpr (heads == 1) rotateGroups<Pairing, heads, 4>(at, pairs, headStep);
    rotateGroups<Pairing, heads, 1>(at, pairs, headStep);
    for (Index k = 0; k < at.left; ++k) {
      for (Index h = 0; h < heads; ++h) {
        const Index a = h * headStep + Pairing::a(k);
        const Index b = h * headStep + Pairing::b(k, pairs);
        const auto rotated = rotatePair(at.x[a], at.x[b], at.row[k], at.row[k + kLanes]);
        at.out[a] = rotated.a;
        at.out[b] = rotated.b;
      }
    }
    row += rowStep;
    x += positionStep;
    out += positionStep;
  }
}

}  // namespace posenc

// Rotation kernels: angle addition, applied to table rows. A coarse and a fine pair give
//    first  = coarse.first * fine.second + coarse.second * fine.first
//    second = coarse.second * fine.second - coarse.first * fine.first.
// Rotation in the other direction uses the same four products with other signs, so row m after a
// coarse row and row m before it, its mirror image, are computed together.
//
// With (sin, cos) in both tables the results are (sin, cos). With (cos, sin) in the coarse and
// (-sin, cos) in the fine one they are (cos, sin). The phase is thus in the tables, and no kernel
// knows it.
//
// Mirrored rows are two store streams, alternated by whole cache lines: alternating by vectors
// takes twice as long.
#pragma once

#include <type_traits>

#include "kernels/interleave.hpp"
#include "phase/coarse_fine.hpp"

namespace posenc {

/// Where a row is in relation to its coarse row.
enum class Side : std::uint8_t { after, before };

/// Four pairs of a coarse row, rotated by those of a fine row.
template <Side side>
PackedPairs rotate(const PackedPairs& coarse, const PackedPairs& fine) {
  const PackedPairs straight = {coarse.first * fine.second, coarse.second * fine.second};
  const PackedPairs cross = {coarse.second * fine.first, coarse.first * fine.first};
  if constexpr (side == Side::after) {
    return {straight.first + cross.first, straight.second - cross.second};
  } else {
    return {straight.first - cross.first, straight.second + cross.second};
  }
}

/// Interleaved results.
struct RotateInterleaved {
  static constexpr Index kTablePerValue = 1;

  /// One row.
  template <class Op, Side side>
  static void writeAscending(const float* coarse, const float* fine, WholeLines count, float* out,
                             const float* x) {
    for (; count > 0; count -= kLineValues) {
#pragma GCC unroll 2
      for (Index k = 0; k < kLineValues; k += 2 * kLanes) {
        const PackedPairs a = loadPackedPairs(coarse + k);
        const PackedPairs b = loadPackedPairs(fine + k);
        storeInterleaved<Op>(rotate<side>(a, b), out + k, Op::advance(x, k));
      }
      coarse += kLineValues;
      fine += kLineValues;
      out += kLineValues;
      x = Op::advance(x, kLineValues);
    }
  }

  /// A row after the coarse row and its mirror image before it.
  template <class Op>
  static void writeMirrored(const float* coarse, const float* fine, WholeLines count, float* out,
                            const float* x, float* mirrored, const float* mirroredX) {
    for (; count > 0; count -= kLineValues) {
      PackedPairs straight[2];
      PackedPairs cross[2];
#pragma GCC unroll 2
      for (Index k = 0; k < 2; ++k) {
        const Index at = 2 * kLanes * k;
        const PackedPairs a = loadPackedPairs(coarse + at);
        const PackedPairs b = loadPackedPairs(fine + at);
        straight[k] = {a.first * b.second, a.second * b.second};
        cross[k] = {a.second * b.first, a.first * b.first};
        storeInterleaved<Op>(
            {straight[k].first + cross[k].first, straight[k].second - cross[k].second}, out + at,
            Op::advance(x, at));
      }
#pragma GCC unroll 2
      for (Index k = 0; k < 2; ++k) {
        const Index at = 2 * kLanes * k;
        storeInterleaved<Op>(
            {straight[k].first - cross[k].first, straight[k].second + cross[k].second},
            mirrored + at, Op::advance(mirroredX, at));
      }
      coarse += kLineValues;
      fine += kLineValues;
      out += kLineValues;
      x = Op::advance(x, kLineValues);
      mirrored += kLineValues;
      mirroredX = Op::advance(mirroredX, kLineValues);
    }
  }
};

/// Which values of the pairs.
enum class Part : std::uint8_t { first, second };

/// The first or the second values of the results, contiguously.
template <Part part>
struct RotatePart {
  static constexpr Index kTablePerValue = 2;

  /// One row.
  template <class Op, Side side>
  static void writeAscending(const float* coarse, const float* fine, WholeLines count, float* out,
                             const float* x) {
    for (; count > 0; count -= kLineValues) {
#pragma GCC unroll 4
      for (Index k = 0; k < kLineValues; k += kLanes) {
        const PackedPairs a = loadPackedPairs(coarse + 2 * k);
        const PackedPairs b = loadPackedPairs(fine + 2 * k);
        const PackedPairs rotated = rotate<side>(a, b);
        Op::put(out + k, Op::advance(x, k), part == Part::first ? rotated.first : rotated.second);
        compilerFence();
      }
      coarse += 2 * kLineValues;
      fine += 2 * kLineValues;
      out += kLineValues;
      x = Op::advance(x, kLineValues);
    }
  }

  template <class Op>
  static void writeMirrored(const float* coarse, const float* fine, WholeLines count, float* out,
                            const float* x, float* mirrored, const float* mirroredX) {
    constexpr Index kVectors = kLineValues / kLanes;
    constexpr bool isFirst = part == Part::first;
    for (; count > 0; count -= kLineValues) {
      Float4 straight[kVectors];
      Float4 cross[kVectors];
#pragma GCC unroll 4
      for (Index k = 0; k < kVectors; ++k) {
        const PackedPairs a = loadPackedPairs(coarse + 2 * kLanes * k);
        const PackedPairs b = loadPackedPairs(fine + 2 * kLanes * k);
        straight[k] = (isFirst ? a.first : a.second) * b.second;
        cross[k] = (isFirst ? a.second : a.first) * b.first;
        Op::put(out + kLanes * k, Op::advance(x, kLanes * k),
                isFirst ? straight[k] + cross[k] : straight[k] - cross[k]);
        compilerFence();
      }
#pragma GCC unroll 4
      for (Index k = 0; k < kVectors; ++k) {
        Op::put(mirrored + kLanes * k, Op::advance(mirroredX, kLanes * k),
                isFirst ? straight[k] - cross[k] : straight[k] + cross[k]);
        compilerFence();
      }
      coarse += 2 * kLineValues;
      fine += 2 * kLineValues;
      out += kLineValues;
      x = Op::advance(x, kLineValues);
      mirrored += kLineValues;
      mirroredX = Op::advance(mirroredX, kLineValues);
    }
  }
};

/// One channel around each of `count` coarse rows: kFineRows values each. `fine` holds kFineRows
/// first values, then kFineRows second values.
template <class Op, Part part>
[[gnu::noinline]] void rotateColumn(const float* fine, const CoarsePair* coarse, Index count,
                                    float* out, const float* x) {
  constexpr Index kValues = kFineRows;
  for (; count > 0; --count) {
    const Float4 first(coarse->first);
    const Float4 second(coarse->second);
#pragma GCC unroll 8
    for (Index k = 0; k < kValues; k += kLanes) {
      const auto fineFirst = Float4::load_unaligned(fine + k);
      const auto fineSecond = Float4::load_unaligned(fine + kValues + k);
      Op::put(out + k, Op::advance(x, k),
              part == Part::first ? first * fineSecond + second * fineFirst
                                  : second * fineSecond - first * fineFirst);
      compilerFence();
    }
    ++coarse;
    out += kValues;
    x = Op::advance(x, kValues);
  }
}

/// Rows 1, 2, ... `rows` after the coarse row at `out`, each with its mirror image before it:
/// `firstCount` values by the first kernel and, at `secondOffset`, `secondCount` by the second.
///
/// The parameters are passed one by one: a struct would go through memory, and loading what was
/// just stored in parts is a store-forwarding stall.
template <class Op, class FirstKernel, class SecondKernel>
[[gnu::noinline]] void rotateMirrored(const float* coarse, const float* fine, Index fineStride,
                                      Index rows, WholeLines firstCount, WholeLines secondCount,
                                      Index secondOffset, Index stride, float* out,
                                      const float* x) {
  float* mirrored = out;
  const float* mirroredX = x;
  for (; rows > 0; --rows) {
    fine += fineStride;
    out += stride;
    x = Op::advance(x, stride);
    mirrored -= stride;
    mirroredX = Op::advance(mirroredX, -stride);
    FirstKernel::template writeMirrored<Op>(coarse, fine, firstCount, out, x, mirrored, mirroredX);
    if constexpr (!std::is_same_v<FirstKernel, SecondKernel>) {
      SecondKernel::template writeMirrored<Op>(
          coarse, fine, secondCount, out + secondOffset, Op::advance(x, secondOffset),
          mirrored + secondOffset, Op::advance(mirroredX, secondOffset));
    }
  }
}

/// Rows on one side of the coarse row in ascending order, from `fine` on, whose next rows are
/// `fineStep` values apart: one stream of stores.
template <class Op, class FirstKernel, class SecondKernel, Side side>
[[gnu::noinline]] void rotateAscending(const float* coarse, const float* fine, Index fineStep,
                                       Index rows, WholeLines firstCount, WholeLines secondCount,
                                       Index secondOffset, Index stride, float* out,
                                       const float* x) {
  for (; rows > 0; --rows) {
    FirstKernel::template writeAscending<Op, side>(coarse, fine, firstCount, out, x);
    if constexpr (!std::is_same_v<FirstKernel, SecondKernel>) {
      SecondKernel::template writeAscending<Op, side>(coarse, fine, secondCount, out + secondOffset,
                                                      Op::advance(x, secondOffset));
    }
    fine += fineStep;
    out += stride;
    x = Op::advance(x, stride);
  }
}

/// A row, its first and its second values each to an array of its own.
template <Side side>
void rotateRowToBoth(const float* coarse, const float* fine, WholeLines count, float* firsts,
                     float* seconds) {
  constexpr Index kVectors = kLineValues / kLanes;
  for (; count > 0; count -= kLineValues) {
    Float4 second[kVectors];
#pragma GCC unroll 4
    for (Index k = 0; k < kVectors; ++k) {
      const PackedPairs rotated = rotate<side>(loadPackedPairs(coarse + 2 * k * kLanes),
                                               loadPackedPairs(fine + 2 * k * kLanes));
      rotated.first.store_unaligned(firsts + k * kLanes);
      second[k] = rotated.second;
      compilerFence();
    }
#pragma GCC unroll 4
    for (Index k = 0; k < kVectors; ++k) {
      second[k].store_unaligned(seconds + k * kLanes);
      compilerFence();
    }
    coarse += 2 * kLineValues;
    fine += 2 * kLineValues;
    firsts += kLineValues;
    seconds += kLineValues;
  }
}

/// Rows on one side of the coarse row in ascending order, to two arrays.
template <Side side>
[[gnu::noinline]] void rotateToBoth(const float* coarse, const float* fine, Index fineStep,
                                    Index rows, WholeLines count, float* firsts, float* seconds) {
  for (; rows > 0; --rows) {
    rotateRowToBoth<side>(coarse, fine, count, firsts, seconds);
    fine += fineStep;
    firsts += count;
    seconds += count;
  }
}

/// The kernels of a layout: for mirrored rows, and for ascending rows on either side.
template <class Op>
struct RotateKernels {
  decltype(&rotateMirrored<Op, RotateInterleaved, RotateInterleaved>) mirror;
  decltype(&rotateMirrored<Op, RotateInterleaved, RotateInterleaved>) ascendBefore;
  decltype(&rotateMirrored<Op, RotateInterleaved, RotateInterleaved>) ascendAfter;
  Index tablePerValue;
};

template <class Op, class FirstKernel, class SecondKernel>
inline constexpr RotateKernels<Op> kRotateKernelsOf = {
    rotateMirrored<Op, FirstKernel, SecondKernel>,
    rotateAscending<Op, FirstKernel, SecondKernel, Side::before>,
    rotateAscending<Op, FirstKernel, SecondKernel, Side::after>, FirstKernel::kTablePerValue};

template <class Op>
inline constexpr RotateKernels<Op> kRotateKernels[] = {  // by layout
    kRotateKernelsOf<Op, RotateInterleaved, RotateInterleaved>,
    kRotateKernelsOf<Op, RotatePart<Part::first>, RotatePart<Part::second>>};

}  // namespace posenc

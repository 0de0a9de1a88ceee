// Loops that turn table rows. A coarse and a fine pair give
//     first  = coarse.first * fine.second + coarse.second * fine.first
//     second = coarse.second * fine.second - coarse.first * fine.first,
// and, turned the other way, the same four products with the other signs: the row m behind a coarse
// row and the row m before it are made together. With (sin, cos) for both the results are (sin,
// cos); with (cos, sin) for coarse and (-sin, cos) for fine, (cos, sin): so the order of a pair
// lies in the tables, and no loop knows of it.
//
// Two rows are two streams of stores, written in turns, a whole line of the cache each: that is as
// fast as one stream, where vectors in turns take twice as long.
#pragma once

#include <type_traits>

#include "kernels/interleave.hpp"
#include "phase/coarse_fine.hpp"

namespace posenc {

enum class Side : std::uint8_t { after, before };

/// What turns the sign of the products that change it before the coarse row.
inline Float4 signOf(Side side) { return Float4(side == Side::before ? -0.0F : 0.0F); }

/// Turned pairs in turns. `count` is a multiple of kLineValues.
struct RotateInterleaved {
  static constexpr Index kTablePerValue = 1;

  /// One row.
  static void write(const float* coarse, const float* fine, WholeLines count, Side side,
                    float* out) {
    const Float4 sign = signOf(side);
    for (; count > 0; count -= kLineValues) {
#pragma GCC unroll 2
      for (Index k = 0; k < kLineValues; k += 2 * kLanes) {
        const PackedPairs a = loadPackedPairs(coarse + k);
        const PackedPairs b = loadPackedPairs(fine + k);
        storeInterleaved({a.first * b.second + (a.second * b.first ^ sign),
                          a.second * b.second - (a.first * b.first ^ sign)},
                         out + k);
      }
      coarse += kLineValues;
      fine += kLineValues;
      out += kLineValues;
    }
  }

  /// A row behind the coarse one and its mirror image before it.
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

enum class Part : std::uint8_t { first, second };

/// The first or the second values of turned pairs, likewise.
template <Part part>
struct RotatePart {
  static constexpr Index kTablePerValue = 2;

  static void write(const float* coarse, const float* fine, WholeLines count, Side side,
                    float* out) {
    const Float4 sign = signOf(side);
    for (; count > 0; count -= kLineValues) {
#pragma GCC unroll 4
      for (Index k = 0; k < kLineValues; k += kLanes) {
        const PackedPairs a = loadPackedPairs(coarse + 2 * k);
        const PackedPairs b = loadPackedPairs(fine + 2 * k);
        Encode::put(out + k, nullptr,
                    part == Part::first ? a.first * b.second + (a.second * b.first ^ sign)
                                        : a.second * b.second - (a.first * b.first ^ sign));
        compilerFence();
      }
      coarse += 2 * kLineValues;
      fine += 2 * kLineValues;
      out += kLineValues;
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

/// One part of a pair at all fine rows of `count` coarse rows: kFineRows values each. `fine` has
/// kFineRows first values, and the second ones behind.
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

/// Rows 1, 2, ... `rows` behind the middle one and, with each, its mirror image before it: `first`
/// values of each, and from `toSecond` on `second` ones of the other loop. (Numbers and pointers
/// are passed one by one: as a struct they would go through memory, and a load of what was just
/// stored in parts waits for all stores before it.)
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

/// What writes rows of a layout: pairs of rows, and one row's first share and second one.
template <class Op>
struct RotateKernels {
  decltype(&rotateMirrored<Op, RotateInterleaved, RotateInterleaved>) mirror;
  decltype(&RotateInterleaved::write) write[2];
  Index tablePerValue;
};

template <class Op>
inline constexpr RotateKernels<Op> kRotateKernels[] = {  // by layout
    {rotateMirrored<Op, RotateInterleaved, RotateInterleaved>,
     {RotateInterleaved::write, RotateInterleaved::write},
     1},
    {rotateMirrored<Op, RotatePart<Part::first>, RotatePart<Part::second>>,
     {RotatePart<Part::first>::write, RotatePart<Part::second>::write},
     2}};

}  // namespace posenc

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

enum class Side : std::uint8_t { behind, before };

/// What turns the sign of the products that change it before the coarse row.
inline Float4 signOf(Side side) { return Float4(side == Side::before ? -0.0F : 0.0F); }

/// Turned pairs in turns. `count` is a multiple of kLineValues.
struct TurnInTurns {
  static constexpr Index kTablePerValue = 1;

  /// One row.
  static void write(const float* coarse, const float* fine, Index count, Side side, float* out) {
    const Float4 sign = signOf(side);
    for (; count > 0; count -= kLineValues) {
#pragma GCC unroll 2
      for (Index k = 0; k < kLineValues; k += 2 * kLanes) {
        const Pairs4 a = loadPairs(coarse + k);
        const Pairs4 b = loadPairs(fine + k);
        putInTurns({a.first * b.second + (a.second * b.first ^ sign),
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
  static void writeBoth(const float* coarse, const float* fine, Index count, float* out,
                        const float* x, float* mirrored, const float* mirroredX) {
    for (; count > 0; count -= kLineValues) {
      Pairs4 sums[2];
      Pairs4 others[2];
#pragma GCC unroll 2
      for (Index k = 0; k < 2; ++k) {
        const Index at = 2 * kLanes * k;
        const Pairs4 a = loadPairs(coarse + at);
        const Pairs4 b = loadPairs(fine + at);
        sums[k] = {a.first * b.second, a.second * b.second};
        others[k] = {a.second * b.first, a.first * b.first};
        putInTurns<Op>({sums[k].first + others[k].first, sums[k].second - others[k].second},
                       out + at, Op::advance(x, at));
      }
#pragma GCC unroll 2
      for (Index k = 0; k < 2; ++k) {
        const Index at = 2 * kLanes * k;
        putInTurns<Op>({sums[k].first - others[k].first, sums[k].second + others[k].second},
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
struct TurnOnePart {
  static constexpr Index kTablePerValue = 2;

  static void write(const float* coarse, const float* fine, Index count, Side side, float* out) {
    const Float4 sign = signOf(side);
    for (; count > 0; count -= kLineValues) {
#pragma GCC unroll 4
      for (Index k = 0; k < kLineValues; k += kLanes) {
        const Pairs4 a = loadPairs(coarse + 2 * k);
        const Pairs4 b = loadPairs(fine + 2 * k);
        Encode::put(out + k, nullptr,
                    part == Part::first ? a.first * b.second + (a.second * b.first ^ sign)
                                        : a.second * b.second - (a.first * b.first ^ sign));
        keepOrder();
      }
      coarse += 2 * kLineValues;
      fine += 2 * kLineValues;
      out += kLineValues;
    }
  }

  template <class Op>
  static void writeBoth(const float* coarse, const float* fine, Index count, float* out,
                        const float* x, float* mirrored, const float* mirroredX) {
    constexpr Index kVectors = kLineValues / kLanes;
    constexpr bool isFirst = part == Part::first;
    for (; count > 0; count -= kLineValues) {
      Float4 sums[kVectors];
      Float4 others[kVectors];
#pragma GCC unroll 4
      for (Index k = 0; k < kVectors; ++k) {
        const Pairs4 a = loadPairs(coarse + 2 * kLanes * k);
        const Pairs4 b = loadPairs(fine + 2 * kLanes * k);
        sums[k] = (isFirst ? a.first : a.second) * b.second;
        others[k] = (isFirst ? a.second : a.first) * b.first;
        Op::put(out + kLanes * k, Op::advance(x, kLanes * k),
                isFirst ? sums[k] + others[k] : sums[k] - others[k]);
        keepOrder();
      }
#pragma GCC unroll 4
      for (Index k = 0; k < kVectors; ++k) {
        Op::put(mirrored + kLanes * k, Op::advance(mirroredX, kLanes * k),
                isFirst ? sums[k] - others[k] : sums[k] + others[k]);
        keepOrder();
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
[[gnu::noinline]] void writeTurnedColumn(const float* fine, const CoarsePair* coarse, Index count,
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
      keepOrder();
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
template <class Op, class First, class Second>
[[gnu::noinline]] void mirrorRows(const float* coarse, const float* fine, Index fineStride,
                                  Index rows, Index first, Index second, Index toSecond,
                                  Index stride, float* middle, const float* x) {
  float* mirrored = middle;
  const float* mirroredX = x;
  for (; rows > 0; --rows) {
    fine += fineStride;
    middle += stride;
    x = Op::advance(x, stride);
    mirrored -= stride;
    mirroredX = Op::advance(mirroredX, -stride);
    First::template writeBoth<Op>(coarse, fine, first, middle, x, mirrored, mirroredX);
    if constexpr (!std::is_same_v<First, Second>) {
      Second::template writeBoth<Op>(coarse, fine, second, middle + toSecond,
                                     Op::advance(x, toSecond), mirrored + toSecond,
                                     Op::advance(mirroredX, toSecond));
    }
  }
}

/// What writes rows of a layout: pairs of rows, and one row's first share and second one.
template <class Op>
struct Loops {
  decltype(&mirrorRows<Op, TurnInTurns, TurnInTurns>) mirror;
  decltype(&TurnInTurns::write) write[2];
  Index tablePerValue;
};

template <class Op>
inline constexpr Loops<Op> kLoops[] = {  // by layout
    {mirrorRows<Op, TurnInTurns, TurnInTurns>, {TurnInTurns::write, TurnInTurns::write}, 1},
    {mirrorRows<Op, TurnOnePart<Part::first>, TurnOnePart<Part::second>>,
     {TurnOnePart<Part::first>::write, TurnOnePart<Part::second>::write},
     2}};

}  // namespace posenc

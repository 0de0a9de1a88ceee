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

#include <algorithm>

#include "rotation.hpp"
#include "write.hpp"

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

struct CoarsePair {
  float first;
  float second;
};

/// One part of a pair at all fine rows of `count` coarse rows: kFineRows values each. `fine` has
/// kFineRows first values, and the second ones behind.
template <class Op, Part part>
[[gnu::noinline]] void turnColumn(const float* fine, const CoarsePair* coarse, Index count,
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

/// The loops of one kind. (Pointers are passed one by one: as a struct they would go through
/// memory, and a load of what was just stored in parts waits for all stores before it.)
template <class Op>
struct Turn {
  void (*write)(const float*, const float*, Index, Side, float*);
  void (*writeBoth)(const float*, const float*, Index, float*, const float*, float*, const float*);
  Index tablePerValue;
};

template <class Op, class Loops>
inline constexpr Turn<Op> kTurn = {Loops::write, Loops::template writeBoth<Op>,
                                   Loops::kTablePerValue};

/// Rows on both sides of a coarse row: from `first`, which is negative before it, to `end`.
struct TurnedRows {
  const float* coarse;  // nullptr where fine rows are the values, and `first` is not negative
  const float* fine;    // the row that turns by nothing, and behind it those that turn further
  Index fineStride;
  Index first;
  Index end;
};

/// Writes rows of a block, `stride` values apart.
template <class Op>
void writeRows(const Block& block, Layout layout, const TurnedRows& rows, Index stride, float* out,
               const float* x) {
  if (rows.coarse == nullptr) {
    for (Index m = rows.first; m < rows.end; ++m) {
      writeRow<Op>(block, layout, rows.fine + m * rows.fineStride, out, x);
      out += stride;
      x = Op::advance(x, stride);
    }
    return;
  }
  const Index middle = -rows.first * stride;
  if (rows.first <= 0 && rows.end > 0) {
    writeRow<Op>(block, layout, rows.coarse, out + middle, Op::advance(x, middle));
  }
  const Index both = std::min(-rows.first, rows.end - 1);
  const Index last = std::max(-rows.first, rows.end - 1);
  const float* fine = rows.fine;
  /// Row m and its mirror image: `count` values of each, from `at` on.
  const auto writePair = [&](const Turn<Op>& turn, Index m, Index count, Index at) {
    const Index behind = middle + m * stride + at;
    const Index before = middle - m * stride + at;
    Index done = 0;
    // Lines of the cache that are not written whole would be read first, unless they are anyway.
    if (m <= both &&
        (std::is_same_v<Op, Add> || (beginsLine(out + behind) && stride % kLineValues == 0))) {
      done = count / kLineValues * kLineValues;
      turn.writeBoth(rows.coarse, fine, done, out + behind, Op::advance(x, behind), out + before,
                     Op::advance(x, before));
      if (done == count) return;
    }
    const Index table = done * turn.tablePerValue;
    const auto writeRest = [&](Side side, Index row) {
      writeMade<Op>(
          [&](Index made, Index run, float* to) {
            const Index from = table + made * turn.tablePerValue;
            turn.write(rows.coarse + from, fine + from, run, side, to);
          },
          count - done, out + row + done, Op::advance(x, row + done));
    };
    if (m >= rows.first && m < rows.end) writeRest(Side::behind, behind);
    if (-m >= rows.first && -m < rows.end) writeRest(Side::before, before);
  };
  for (Index m = 1; m <= last; ++m) {
    fine += rows.fineStride;
    if (layout == Layout::interleaved) {
      writePair(kTurn<Op, TurnInTurns>, m, static_cast<Index>(block.columns), 0);
    } else {
      writePair(kTurn<Op, TurnOnePart<Part::first>>, m, static_cast<Index>(block.firsts), 0);
      writePair(kTurn<Op, TurnOnePart<Part::second>>, m, static_cast<Index>(block.seconds),
                static_cast<Index>(block.pairs));
    }
  }
}

}  // namespace posenc

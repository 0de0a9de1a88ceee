// Loops that put values where they belong: pairs into a row in either layout, copies, runs of one
// value. Each is written once and made for both operations, `Encode` (out = value) and `Add`
// (out = x + value, where x may be out).
#pragma once

#include "layout.hpp"
#include "simd.hpp"

namespace posenc {

struct Encode {
  static void put(float* out, const float* /*x*/, Float4 value) { value.store_unaligned(out); }
  static void put(float* out, const float* /*x*/, float value) { *out = value; }
  static const float* advance(const float* /*x*/, Index /*by*/) { return nullptr; }
};

struct Add {
  static void put(float* out, const float* x, Float4 value) {
    (Float4::load_unaligned(x) + value).store_unaligned(out);
  }
  static void put(float* out, const float* x, float value) { *out = *x + value; }
  static const float* advance(const float* x, Index by) { return x + by; }
};

// Not inlined: they end many loops, and would be most of the code.

template <class Op>
[[gnu::noinline]] void copyRow(const float* row, std::int64_t count, float* out, const float* x) {
  auto left = static_cast<Index>(count);
  for (constexpr Index kStep = 4 * kLanes; left >= kStep; left -= kStep) {
#pragma GCC unroll 4
    for (Index k = 0; k < kStep; k += kLanes) {
      Op::put(out + k, Op::advance(x, k), Float4::load_unaligned(row + k));
    }
    row += kStep;
    out += kStep;
    x = Op::advance(x, kStep);
  }
  for (; left >= kLanes; left -= kLanes) {
    Op::put(out, x, Float4::load_unaligned(row));
    row += kLanes;
    out += kLanes;
    x = Op::advance(x, kLanes);
  }
  // At most three: told so, compilers do not make another SIMD loop of it.
  for (Index k = 0; k < kLanes - 1 && k < left; ++k) Op::put(out + k, Op::advance(x, k), row[k]);
}

/// Each of `count` values `times` times.
template <class Op>
[[gnu::noinline]] void fillRuns(const float* values, std::int64_t count, std::int64_t times,
                                float* out, const float* x) {
  for (const float* const end = values + count; values != end; ++values) {
    const Float4 value(*values);
    auto left = static_cast<Index>(times);
    for (constexpr Index kStep = 4 * kLanes; left >= kStep; left -= kStep) {
#pragma GCC unroll 4
      for (Index k = 0; k < kStep; k += kLanes) Op::put(out + k, Op::advance(x, k), value);
      out += kStep;
      x = Op::advance(x, kStep);
    }
    for (; left >= kLanes; left -= kLanes) {
      Op::put(out, x, value);
      out += kLanes;
      x = Op::advance(x, kLanes);
    }
    for (; left > 0; --left) {
      Op::put(out, x, *values);
      ++out;
      x = Op::advance(x, 1);
    }
  }
}

template <class Op>
void fillRun(float value, std::int64_t count, float* out, const float* x) {
  fillRuns<Op>(&value, 1, count, out, x);
}

/// Four pairs, in the order of their phase.
struct Pairs4 {
  Float4 first;
  Float4 second;
};

/// The sums that turn a fine pair through a coarse one. With (sin, cos) for both they give
/// (sin, cos); with (-sin, cos) for coarse and (cos, sin) for fine, (cos, sin): so the order of a
/// pair lies in the tables, and no loop knows of it.
inline Float4 firstOfTurn(Pairs4 coarse, Pairs4 fine) {
  return coarse.first * fine.second + coarse.second * fine.first;
}
inline Float4 secondOfTurn(Pairs4 coarse, Pairs4 fine) {
  return coarse.second * fine.second - coarse.first * fine.first;
}
inline Pairs4 turn(Pairs4 coarse, Pairs4 fine) {
  return {firstOfTurn(coarse, fine), secondOfTurn(coarse, fine)};
}

// Where values come from: `first(k)`, `second(k)` and `pairs(k)` give four of them, k places
// further on. Cursors move pointers, and k is a constant: wasm has room for it in each instruction,
// where an index would cost one more.

/// Pairs as they lie in a table.
struct Copied {
  static constexpr Index kUnrolled = 4;  // vectors written in one turn of a loop: measured

  const float* firsts;
  const float* seconds;

  [[nodiscard]] Pairs4 pairs(Index k) const {
    return {Float4::load_unaligned(firsts + k), Float4::load_unaligned(seconds + k)};
  }
  void advance(Index by) {
    firsts += by;
    seconds += by;
  }
};

/// The pairs of one row turned by those of another.
struct Turned {
  static constexpr Index kUnrolled = 16;

  Copied coarse;
  Copied fine;

  [[nodiscard]] Float4 first(Index k) const { return firstOfTurn(coarse.pairs(k), fine.pairs(k)); }
  [[nodiscard]] Float4 second(Index k) const {
    return secondOfTurn(coarse.pairs(k), fine.pairs(k));
  }
  [[nodiscard]] Pairs4 pairs(Index k) const { return turn(coarse.pairs(k), fine.pairs(k)); }
  void advance(Index by) {
    coarse.advance(by);
    fine.advance(by);
  }
};

/// Pairs turned by one and the same.
struct TurnedAlike {
  static constexpr Index kUnrolled = 4;

  Pairs4 coarse;
  Copied fine;

  [[nodiscard]] Float4 first(Index k) const { return firstOfTurn(coarse, fine.pairs(k)); }
  [[nodiscard]] Float4 second(Index k) const { return secondOfTurn(coarse, fine.pairs(k)); }
  void advance(Index by) { fine.advance(by); }
};

enum class Part : std::uint8_t { first, second };

/// Writes one part of `count` pairs. The cursor may be read up to three places behind the last.
template <class Op, Part part, class Cursor>
void writeRun(Cursor cursor, std::int64_t count, float* out, const float* x) {
  const auto at = [&cursor](Index k) {
    return part == Part::first ? cursor.first(k) : cursor.second(k);
  };
  auto left = static_cast<Index>(count);
  for (constexpr Index kStep = Cursor::kUnrolled * kLanes; left >= kStep; left -= kStep) {
#pragma GCC unroll 16
    for (Index k = 0; k < kStep; k += kLanes) Op::put(out + k, Op::advance(x, k), at(k));
    cursor.advance(kStep);
    out += kStep;
    x = Op::advance(x, kStep);
  }
  for (; left >= kLanes; left -= kLanes) {
    Op::put(out, x, at(0));
    cursor.advance(kLanes);
    out += kLanes;
    x = Op::advance(x, kLanes);
  }
  if (left > 0) {
    alignas(16) float rest[kLanes];
    at(0).store_aligned(rest);
    copyRow<Op>(rest, left, out, x);
  }
}

/// Writes pairs in turns, `count` values of them. The cursor may be read up to three places behind.
template <class Op, class Cursor>
void writeInterleaved(Cursor cursor, std::int64_t count, float* out, const float* x) {
  const auto put = [](Pairs4 pairs, float* to, const float* plus) {
    Op::put(to, plus, xsimd::zip_lo(pairs.first, pairs.second));
    Op::put(to + kLanes, Op::advance(plus, kLanes), xsimd::zip_hi(pairs.first, pairs.second));
  };
  auto left = static_cast<Index>(count);
  for (constexpr Index kStep = Cursor::kUnrolled * kLanes; left >= kStep; left -= kStep) {
#pragma GCC unroll 8
    for (Index k = 0; k < kStep / 2; k += kLanes) {
      put(cursor.pairs(k), out + 2 * k, Op::advance(x, 2 * k));
    }
    cursor.advance(kStep / 2);
    out += kStep;
    x = Op::advance(x, kStep);
  }
  for (; left >= 2 * kLanes; left -= 2 * kLanes) {
    put(cursor.pairs(0), out, x);
    cursor.advance(kLanes);
    out += 2 * kLanes;
    x = Op::advance(x, 2 * kLanes);
  }
  if (left > 0) {
    alignas(16) float rest[2 * kLanes];
    const Pairs4 pairs = cursor.pairs(0);
    xsimd::zip_lo(pairs.first, pairs.second).store_aligned(rest);
    xsimd::zip_hi(pairs.first, pairs.second).store_aligned(rest + kLanes);
    copyRow<Op>(rest, left, out, x);
  }
}

/// What a row is made of: `stride` first values and as many second ones at `fine`, turned by those
/// at `coarse` unless that is null.
struct RowParts {
  const float* fine;
  const float* coarse;
  std::int64_t stride;
};

/// Writes `count` rows of a block, `stride` values apart, whose fine parts follow each other.
template <class Op>
void writeRows(const Block& block, Layout layout, RowParts parts, std::int64_t count,
               std::int64_t stride, float* out, const float* x) {
  const auto toSecond = static_cast<Index>(parts.stride);
  const auto pairs = static_cast<Index>(block.pairs);
  const Copied coarse{parts.coarse, parts.coarse + toSecond};
  Copied fine{parts.fine, parts.fine + toSecond};
  const auto eachRow = [&](const auto& writeRow) {
    for (auto left = static_cast<Index>(count); left > 0; --left) {
      writeRow();
      fine.advance(2 * toSecond);
      out += stride;
      x = Op::advance(x, static_cast<Index>(stride));
    }
  };
  if (layout == Layout::interleaved) {
    if (parts.coarse == nullptr) {
      eachRow([&] { writeInterleaved<Op>(fine, block.columns, out, x); });
    } else {
      eachRow([&] { writeInterleaved<Op>(Turned{coarse, fine}, block.columns, out, x); });
    }
  } else if (parts.coarse == nullptr) {
    eachRow([&] {
      copyRow<Op>(fine.firsts, block.firsts, out, x);
      copyRow<Op>(fine.seconds, block.seconds, out + pairs, Op::advance(x, pairs));
    });
  } else {
    // One after the other: two streams of stores in one page are slower than their loads made
    // twice.
    eachRow([&] {
      const Turned turned{coarse, fine};
      writeRun<Op, Part::first>(turned, block.firsts, out, x);
      writeRun<Op, Part::second>(turned, block.seconds, out + pairs, Op::advance(x, pairs));
    });
  }
}

}  // namespace posenc

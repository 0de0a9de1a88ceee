// Loops that put ready values where they belong: copies, runs of one value, a table's row in either
// layout. Each is written once and made for both operations, `Encode` (out = value) and `Add`
// (out = x + value, where x may be out).
#pragma once

#include <algorithm>
#include <type_traits>

#include "base/packed_pairs.hpp"
#include "sinusoidal/channels.hpp"

namespace posenc {

/// Values that loops make in one turn: a line of the cache.
inline constexpr Index kLineValues = 16;

inline constexpr Index toWholeLines(Index count) {
  return (count + kLineValues - 1) / kLineValues * kLineValues;
}

inline bool beginsLine(const float* at) {
  return reinterpret_cast<std::uintptr_t>(at) % (kLineValues * sizeof(float)) == 0;
}

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

/// Copies `left` values and moves `out` and `x` behind them.
template <class Op>
inline void copyOn(const float* from, Index left, float*& out, const float*& x) {
  for (constexpr Index kStep = 4 * kLanes; left >= kStep; left -= kStep) {
#pragma GCC unroll 4
    for (Index k = 0; k < kStep; k += kLanes) {
      Op::put(out + k, Op::advance(x, k), Float4::load_unaligned(from + k));
    }
    from += kStep;
    out += kStep;
    x = Op::advance(x, kStep);
  }
  for (; left >= kLanes; left -= kLanes) {
    Op::put(out, x, Float4::load_unaligned(from));
    from += kLanes;
    out += kLanes;
    x = Op::advance(x, kLanes);
  }
  // At most three: told so, compilers do not make another SIMD loop of it.
  for (Index k = 0; k < kLanes - 1 && k < left; ++k) Op::put(out + k, Op::advance(x, k), from[k]);
  out += left;
  x = Op::advance(x, left);
}

/// Not inlined: it ends many loops, and would be most of the code.
template <class Op>
[[gnu::noinline]] void copyRow(const float* row, std::int64_t count, float* out, const float* x) {
  copyOn<Op>(row, static_cast<Index>(count), out, x);
}

/// `times` runs, one behind the other, each followed by the same values. One loop for all of them:
/// what is loaded between two runs waits for stores in flight that end in the same 12 bits.
template <class Op>
[[gnu::noinline]] void copyInTurns(const float* runs, Index runLength, const float* same,
                                   Index sameLength, Index times, float* out, const float* x) {
  for (; times > 0; --times) {
    copyOn<Op>(runs, runLength, out, x);
    copyOn<Op>(same, sameLength, out, x);
    runs += runLength;
  }
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

template <class Op = Encode>
void putInTurns(Pairs4 pairs, float* out, const float* x = nullptr) {
  Op::put(out, x, xsimd::zip_lo(pairs.first, pairs.second));
  keepOrder();
  Op::put(out + kLanes, Op::advance(x, kLanes), xsimd::zip_hi(pairs.first, pairs.second));
  keepOrder();
}

/// The values of a table's row in turns. `count` is a multiple of kLineValues.
[[gnu::noinline]] inline void spreadInTurns(const float* row, Index count, float* out) {
  for (; count > 0; count -= kLineValues) {
#pragma GCC unroll 2
    for (Index k = 0; k < kLineValues; k += 2 * kLanes) putInTurns(loadPairs(row + k), out + k);
    row += kLineValues;
    out += kLineValues;
  }
}

/// The first values of a table's row, likewise; the second ones from row + kLanes.
[[gnu::noinline]] inline void spreadOnePart(const float* row, Index count, float* out) {
  for (; count > 0; count -= kLineValues) {
#pragma GCC unroll 4
    for (Index k = 0; k < kLineValues; k += kLanes) {
      Encode::put(out + k, nullptr, Float4::load_unaligned(row + 2 * k));
      keepOrder();
    }
    row += 2 * kLineValues;
    out += kLineValues;
  }
}

/// `count` values that `make(done, run, out)` makes in whole lines: straight into `out` where they
/// are not added and fill lines, else by way of a buffer.
template <class Op, class Make>
void writeMade(const Make& make, Index count, float* out, const float* x) {
  constexpr Index kRun = 256;
  alignas(64) float made[kRun];
  for (Index done = 0, run = 0; done < count; done += run) {
    run = count - done;
    if (std::is_same_v<Op, Encode> && run >= kLineValues) {
      run = run / kLineValues * kLineValues;
      make(done, run, out + done);
    } else {
      run = std::min(run, kRun);
      make(done, toWholeLines(run), made);
      copyRow<Op>(made, run, out + done, Op::advance(x, done));
    }
  }
}

/// What is read behind the last value of a table's row, at most.
inline constexpr Index kTablePadding = 2 * kLineValues;

/// Room for a table's rows, and zeros behind them. False when there is no memory.
[[nodiscard]] inline bool allocateTable(Buffer<float>& table, std::int64_t values) {
  if (!table.allocate(values + kTablePadding)) return false;
  std::fill_n(table.data() + values, kTablePadding, 0.0F);
  return true;
}

/// A table's row as a row of a block.
template <class Op>
void writeRow(const Block& block, Layout layout, const float* row, float* out, const float* x) {
  if (layout == Layout::interleaved) {
    writeMade<Op>([&](Index done, Index run, float* to) { spreadInTurns(row + done, run, to); },
                  static_cast<Index>(block.columns), out, x);
    return;
  }
  const auto writePart = [&](const float* from, std::int64_t count, Index at) {
    writeMade<Op>(
        [&](Index done, Index run, float* to) { spreadOnePart(from + 2 * done, run, to); },
        static_cast<Index>(count), out + at, Op::advance(x, at));
  };
  writePart(row, block.firsts, 0);
  writePart(row + kLanes, block.seconds, static_cast<Index>(block.pairs));
}

}  // namespace posenc

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
  static const float* advance(const float* /*x*/, std::int64_t /*by*/) { return nullptr; }
};

struct Add {
  static void put(float* out, const float* x, Float4 value) {
    (Float4::load_unaligned(x) + value).store_unaligned(out);
  }
  static void put(float* out, const float* x, float value) { *out = *x + value; }
  static const float* advance(const float* x, std::int64_t by) { return x + by; }
};

template <class Op>
void copyRow(const float* row, std::int64_t count, float* out, const float* x) {
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    Op::put(out + i, Op::advance(x, i), Float4::load_unaligned(row + i));
  }
  for (; i < count; ++i) Op::put(out + i, Op::advance(x, i), row[i]);
}

template <class Op>
void fillRun(float value, std::int64_t count, float* out, const float* x) {
  const Float4 values(value);
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) Op::put(out + i, Op::advance(x, i), values);
  for (; i < count; ++i) Op::put(out + i, Op::advance(x, i), value);
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

/// Writes one row of a block. `pairsAt(j)` gives pairs j .. j+3; what it gives behind the last pair
/// is not used.
template <class Op, Layout layout, class PairsAt>
void writeRow(const Block& block, const PairsAt& pairsAt, float* out, const float* x) {
  constexpr std::int64_t kStep = layout == Layout::interleaved ? 2 : 1;
  const std::int64_t toSecond = layout == Layout::interleaved ? 1 : block.pairs;
  std::int64_t j = 0;
  for (; j + kLanes <= block.seconds; j += kLanes) {
    const Pairs4 pairs = pairsAt(j);
    if constexpr (layout == Layout::interleaved) {
      Op::put(out + 2 * j, Op::advance(x, 2 * j), xsimd::zip_lo(pairs.first, pairs.second));
      Op::put(out + 2 * j + kLanes, Op::advance(x, 2 * j + kLanes),
              xsimd::zip_hi(pairs.first, pairs.second));
    } else {
      Op::put(out + j, Op::advance(x, j), pairs.first);
      Op::put(out + toSecond + j, Op::advance(x, toSecond + j), pairs.second);
    }
  }
  for (; j < block.firsts; j += kLanes) {
    const Pairs4 pairs = pairsAt(j);
    alignas(16) float firsts[kLanes];
    alignas(16) float seconds[kLanes];
    pairs.first.store_aligned(firsts);
    pairs.second.store_aligned(seconds);
    for (std::int64_t k = 0; k < kLanes && j + k < block.firsts; ++k) {
      const std::int64_t at = kStep * (j + k);
      Op::put(out + at, Op::advance(x, at), firsts[k]);
      if (j + k < block.seconds) {
        Op::put(out + at + toSecond, Op::advance(x, at + toSecond), seconds[k]);
      }
    }
  }
}

/// The parts of a row's values, each `stride` first values and then as many second ones: `fine`,
/// turned by `coarse` unless that is null.
struct RowParts {
  const float* fine;
  const float* coarse;
};

template <class Op, Layout layout>
void writeParts(const Block& block, RowParts parts, std::int64_t stride, float* out,
                const float* x) {
  const float* const fine = parts.fine;
  const float* const coarse = parts.coarse;
  if (coarse == nullptr) {
    const auto pairsAt = [&](std::int64_t j) {
      return Pairs4{Float4::load_aligned(fine + j), Float4::load_aligned(fine + stride + j)};
    };
    writeRow<Op, layout>(block, pairsAt, out, x);
    return;
  }
  const auto pairsAt = [&](std::int64_t j) {
    return turn({Float4::load_aligned(coarse + j), Float4::load_aligned(coarse + stride + j)},
                {Float4::load_aligned(fine + j), Float4::load_aligned(fine + stride + j)});
  };
  writeRow<Op, layout>(block, pairsAt, out, x);
}

/// Writes four at a time: `at(i)` gives values i .. i+3, also behind the last one.
template <class Op, class At>
void writeRun(const At& at, std::int64_t count, float* out, const float* x) {
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) Op::put(out + i, Op::advance(x, i), at(i));
  if (i < count) {
    alignas(16) float rest[kLanes];
    at(i).store_aligned(rest);
    copyRow<Op>(rest, count - i, out + i, Op::advance(x, i));
  }
}

}  // namespace posenc

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

// Not inlined: it ends many loops, and would be most of the code.
template <class Op>
[[gnu::noinline]] void copyRow(const float* row, std::int64_t count, float* out, const float* x) {
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    Op::put(out + i, Op::advance(x, i), Float4::load_unaligned(row + i));
  }
  for (; i < count; ++i) Op::put(out + i, Op::advance(x, i), row[i]);
}

template <class Op>
[[gnu::noinline]] void fillRun(float value, std::int64_t count, float* out, const float* x) {
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

/// Writes pairs in turns, `count` values of them; `pairsAt(j)` gives pairs j .. j+3, also behind
/// the last one.
template <class Op, class PairsAt>
void writeInterleaved(const PairsAt& pairsAt, std::int64_t count, float* out, const float* x) {
  std::int64_t i = 0;
  for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
    const Pairs4 pairs = pairsAt(i / 2);
    Op::put(out + i, Op::advance(x, i), xsimd::zip_lo(pairs.first, pairs.second));
    Op::put(out + i + kLanes, Op::advance(x, i + kLanes), xsimd::zip_hi(pairs.first, pairs.second));
  }
  if (i < count) {
    alignas(16) float rest[2 * kLanes];
    const Pairs4 pairs = pairsAt(i / 2);
    xsimd::zip_lo(pairs.first, pairs.second).store_aligned(rest);
    xsimd::zip_hi(pairs.first, pairs.second).store_aligned(rest + kLanes);
    copyRow<Op>(rest, count - i, out + i, Op::advance(x, i));
  }
}

/// What a row is made of: `stride` first values and as many second ones at `fine`, turned by those
/// at `coarse` unless that is null.
struct RowParts {
  const float* fine;
  const float* coarse;
  std::int64_t stride;
};

/// Writes one row of a block.
template <class Op>
void writeParts(const Block& block, Layout layout, RowParts parts, float* out, const float* x) {
  const auto fineAt = [=](std::int64_t j) {
    return Pairs4{Float4::load_aligned(parts.fine + j),
                  Float4::load_aligned(parts.fine + parts.stride + j)};
  };
  const auto coarseAt = [=](std::int64_t j) {
    return Pairs4{Float4::load_aligned(parts.coarse + j),
                  Float4::load_aligned(parts.coarse + parts.stride + j)};
  };
  float* const seconds = out + block.pairs;
  const float* const secondsX = Op::advance(x, block.pairs);
  if (layout == Layout::interleaved) {
    if (parts.coarse == nullptr) {
      writeInterleaved<Op>(fineAt, block.columns, out, x);
    } else {
      writeInterleaved<Op>([=](std::int64_t j) { return turn(coarseAt(j), fineAt(j)); },
                           block.columns, out, x);
    }
  } else if (parts.coarse == nullptr) {
    copyRow<Op>(parts.fine, block.firsts, out, x);
    copyRow<Op>(parts.fine + parts.stride, block.seconds, seconds, secondsX);
  } else {
    // One after the other: two streams of stores in one page are slower than their loads made
    // twice.
    writeRun<Op>([=](std::int64_t j) { return firstOfTurn(coarseAt(j), fineAt(j)); }, block.firsts,
                 out, x);
    writeRun<Op>([=](std::int64_t j) { return secondOfTurn(coarseAt(j), fineAt(j)); },
                 block.seconds, seconds, secondsX);
  }
}

}  // namespace posenc

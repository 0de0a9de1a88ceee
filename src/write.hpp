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

/// Writes one row of a block. `pairAt(j)` gives the sines and cosines of pairs j .. j+3; what it
/// gives behind the last pair is not used.
template <class Op, Layout layout, Phase phase, class PairAt>
void writeRow(const Block& block, const PairAt& pairAt, float* out, const float* x) {
  const auto ordered = [&](std::int64_t j) {
    const auto [sin, cos] = pairAt(j);
    struct {
      Float4 first;
      Float4 second;
    } const pair{phase == Phase::sinCos ? sin : cos, phase == Phase::sinCos ? cos : sin};
    return pair;
  };
  std::int64_t j = 0;
  for (; j + kLanes <= block.seconds; j += kLanes) {
    const auto [first, second] = ordered(j);
    if constexpr (layout == Layout::interleaved) {
      Op::put(out + 2 * j, Op::advance(x, 2 * j), xsimd::zip_lo(first, second));
      Op::put(out + 2 * j + kLanes, Op::advance(x, 2 * j + kLanes), xsimd::zip_hi(first, second));
    } else {
      Op::put(out + j, Op::advance(x, j), first);
      Op::put(out + block.pairs + j, Op::advance(x, block.pairs + j), second);
    }
  }
  constexpr std::int64_t kStep = layout == Layout::interleaved ? 2 : 1;
  const std::int64_t toSecond = layout == Layout::interleaved ? 1 : block.pairs;
  for (; j < block.firsts; j += kLanes) {
    const auto [first, second] = ordered(j);
    alignas(16) float firsts[kLanes];
    alignas(16) float seconds[kLanes];
    first.store_aligned(firsts);
    second.store_aligned(seconds);
    for (std::int64_t k = 0; k < kLanes && j + k < block.firsts; ++k) {
      const std::int64_t at = kStep * (j + k);
      Op::put(out + at, Op::advance(x, at), firsts[k]);
      if (j + k < block.seconds) {
        Op::put(out + at + toSecond, Op::advance(x, at + toSecond), seconds[k]);
      }
    }
  }
}

/// Calls `write` with Layout and Phase as constants.
template <class Write>
void withOrder(Layout layout, Phase phase, const Write& write) {
  using enum Layout;
  using enum Phase;
  if (layout == interleaved) {
    phase == sinCos ? write.template operator()<interleaved, sinCos>()
                    : write.template operator()<interleaved, cosSin>();
  } else {
    phase == sinCos ? write.template operator()<concatenated, sinCos>()
                    : write.template operator()<concatenated, cosSin>();
  }
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

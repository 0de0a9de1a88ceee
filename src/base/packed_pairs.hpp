// How a row of a table lies in memory: the first values of four pairs, their four second ones, and
// on with the next four pairs. One pointer reaches both values of a pair: loops that had one for
// each ran out of registers, and were a quarter slower.
#pragma once

#include <algorithm>

#include "base/buffer.hpp"
#include "base/cache_line.hpp"
#include "base/simd.hpp"

namespace posenc {

/// The first value of a pair; the second is kLanes behind it.
inline constexpr Index pairOffset(std::int64_t pair) {
  return static_cast<Index>(pair / kLanes * 2 * kLanes + pair % kLanes);
}

/// Four pairs, in the order of their phase.
struct PackedPairs {
  Float4 first;
  Float4 second;
};

inline PackedPairs loadPackedPairs(const float* from) {
  return {Float4::load_unaligned(from), Float4::load_unaligned(from + kLanes)};
}

/// What is read behind the last value of a table's row, at most.
inline constexpr Index kPackedRowPadding = 2 * kLineValues;

/// Room for a table's rows, and zeros behind them. False when there is no memory.
[[nodiscard]] inline bool allocatePackedRows(Buffer<float>& table, std::int64_t values) {
  if (!table.allocate(values + kPackedRowPadding)) return false;
  std::fill_n(table.data() + values, kPackedRowPadding, 0.0F);
  return true;
}

}  // namespace posenc

// The memory layout of table rows, an array of structures of arrays (AoSoA): the first values of
// four pairs, their four second values, then the next four pairs. One pointer reaches both values
// of a pair. With a pointer for each, the kernels ran out of registers and were a quarter slower.
#pragma once

#include <algorithm>

#include "base/buffer.hpp"
#include "base/cache_line.hpp"
#include "base/simd.hpp"

namespace posenc {

/// Offset of a pair's first value in a packed row. Its second value is kLanes further.
inline constexpr Index pairOffset(std::int64_t pair) {
  return static_cast<Index>(pair / kLanes * 2 * kLanes + pair % kLanes);
}

/// Four pairs; the phase says which value comes first.
struct PackedPairs {
  Float4 first;
  Float4 second;
};

inline PackedPairs loadPackedPairs(const float* from) {
  return {Float4::load_unaligned(from), Float4::load_unaligned(from + kLanes)};
}

/// Kernels read whole cache lines, so they may read this many values past the end of a packed row.
inline constexpr Index kPackedRowPadding = 2 * kLineValues;

/// Allocates packed rows and the zeroed padding after them. Returns false when there is no memory.
[[nodiscard]] inline bool allocatePackedRows(Buffer<float>& table, std::int64_t values) {
  if (!table.allocate(values + kPackedRowPadding)) return false;
  std::fill_n(table.data() + values, kPackedRowPadding, 0.0F);
  return true;
}

}  // namespace posenc

// Rotation tables: sine and cosine of position * frequency for evenly spaced positions, without a
// sine for each. Row r of an axis stands at
//     position = remainder + index * step,   index = first + r = 32 * coarse + fine,
// where fine goes from -16 to 15: its angle is that of a coarse row plus or minus that of a fine
// row, and rows on both sides of a coarse row share a fine row. Both are made in double, by turning
// the row of j without its lowest set bit through the angle of that bit, from a base computed
// directly at every 256th coarse row. Both depend on the absolute index alone, so that a row has
// the same bits however the range was split, and no error grows with the position.
#pragma once

#include <cstdint>

#include "base/simd.hpp"

namespace posenc {

inline constexpr int kFineBits = 5;
inline constexpr int kCoarseBits = 8;
inline constexpr std::int64_t kFineRows = std::int64_t{1} << kFineBits;
inline constexpr std::int64_t kHalfFineRows = kFineRows / 2;  // fine rows to each side
inline constexpr std::int64_t kRowsPerAnchor = std::int64_t{1}
                                               << kCoarseBits;  // coarse rows per base

/// Coarse rows are turned from the first one of their window, which is computed directly.
inline std::int64_t anchorOf(std::int64_t coarse) { return coarse >> kCoarseBits; }

/// Coarse rows are kept when they take no more than this; longer axes make them as they go.
inline constexpr std::int64_t kCoarseTableBytes = std::int64_t{1} << 20;

/// Rows on both sides of a coarse row: from `first`, which is negative before it, to `end`.
struct CoarseBlock {
  const float* coarse;  // nullptr where fine rows are the values, and `first` is not negative
  const float* fine;    // the row that turns by nothing, and behind it those that turn further
  Index fineStride;
  Index begin;
  Index end;
};

struct CoarsePair {
  float first;
  float second;
};

}  // namespace posenc

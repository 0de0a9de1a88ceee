// The coarse and fine tables: sine and cosine of position * frequency for evenly spaced positions,
// without computing a sine for each.
//
// Row r of an axis is at
//    position = remainder + index * step,   index = startIndex + r = 32 * coarse + fine,
// with fine from -16 to 15. By angle addition (see kernels/rotate.hpp) its values come from one
// coarse row and one fine row; the rows before and after a coarse row share the fine rows.
//
// Both tables are computed in double. Row j of a table is the row without the lowest set bit of j,
// rotated by the angle of that bit. The recurrence starts afresh at an anchor, every 256th coarse
// row, which is computed directly. A row depends on its absolute index alone: it has the same bits
// however a range is split, and no error grows with the position.
#pragma once

#include <cstdint>

#include "base/simd.hpp"

namespace posenc {

inline constexpr int kFineBits = 5;
inline constexpr int kCoarseBits = 8;
inline constexpr std::int64_t kFineRows = std::int64_t{1} << kFineBits;
inline constexpr std::int64_t kHalfFineRows = kFineRows / 2;  // before and after a coarse row
inline constexpr std::int64_t kRowsPerAnchor = std::int64_t{1} << kCoarseBits;  // coarse rows

/// The anchor that a coarse row is derived from.
inline std::int64_t anchorOf(std::int64_t coarse) { return coarse >> kCoarseBits; }

/// Coarse rows are cached when they take at most this much; longer axes compute them as they go.
inline constexpr std::int64_t kCoarseTableBytes = std::int64_t{1} << 20;

/// The rows around one coarse row, [begin, end); negative rows come before it. A kernel takes these
/// fields one by one.
struct CoarseBlock {
  const float* coarse;  // nullptr: the fine rows are the values, and begin >= 0
  const float* fine;    // the row of angle 0, followed by those of larger angles
  Index fineStride;
  Index begin;
  Index end;
};

/// A pair of a coarse row, for columns.
struct CoarsePair {
  float first;
  float second;
};

}  // namespace posenc

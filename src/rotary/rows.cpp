#include "rotary/rows.hpp"

#include <algorithm>
#include <functional>

#include "base/attributes.hpp"

namespace posenc {
namespace {

constexpr int kLevels = kFineBits + kCoarseBits;
/// Rows stay in the second-level cache while the vectors of all heads pass.
constexpr std::int64_t kRowBytes = 131072;

}  // namespace

POSENC_SMALL bool RotaryRows::make(const Buffer<double>& frequencies) {
  frequencies_ = &frequencies;
  stride_ = static_cast<Index>(2 * frequencies.size());
  const std::int64_t most =
      std::max<std::int64_t>(kRowBytes / std::int64_t{sizeof(float)} / stride_, 1);
  return rotations_.make(frequencies, everyPosition()) && recurrence_.make(stride_ / 2, kLevels) &&
         allocatePackedRows(rows_, most * stride_) && positions_.allocate(most);
}

POSENC_SMALL const float* RotaryRows::at(const RotaryPositions& positions, std::int64_t count,
                                         double scale, bool inverse) {
  if (scale != scale_) anchor_ = -1;
  if (scale != scale_ || inverse != inverse_) made_ = 0;
  scale_ = scale;
  inverse_ = inverse;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t position = positions.at(i);
    if (i < made_ && position == positions_[i]) continue;
    made_ = i + 1;
    positions_[i] = position;
    if (position >> kLevels != anchor_) {
      anchor_ = position >> kLevels;
      writeScaledRowAt({static_cast<double>(anchor_ << kLevels), 0}, *frequencies_, scale_,
                       recurrence_.base());
      recurrence_.restart();
    }
    float* const row = rows_.data() + i * stride_;
    recurrence_.write(rotations_, 0, position & ((std::int64_t{1} << kLevels) - 1), row);
    if (!inverse) continue;
    for (Index k = 0; k < stride_; k += 2 * kLanes) {
      std::transform(row + k, row + k + kLanes, row + k, std::negate<>());
    }
  }
  return rows_.data();
}

}  // namespace posenc

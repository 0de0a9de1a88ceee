#include "rotary/rows.hpp"

#include <algorithm>
#include <functional>

#include "base/attributes.hpp"
#include "base/status.hpp"

namespace posenc {
namespace {

constexpr int kLevels = kFineBits + kCoarseBits;
/// Rows stay in the second-level cache while the vectors of all heads pass.
constexpr std::int64_t kRowBytes = 131072;

}  // namespace

std::int64_t RotaryPositions::at(std::int64_t i) const {
  if (list == nullptr) return first + i;
  if (axes == 0) return static_cast<std::int64_t>(list[i]);
  const double* const vector = vectorAt(i);
  if (hasMatrix || !(vector[0] >= 0 && vector[0] <= kMaxAngle)) return -1;
  const auto whole = static_cast<std::int64_t>(vector[0]);
  for (std::int64_t axis = 0; axis < axes; ++axis) {
    if (vector[axis] != static_cast<double>(whole)) return -1;
  }
  return whole;
}

POSENC_SMALL bool RotaryRows::make(const Buffer<double>& frequencies, RotaryAxes* axes) {
  frequencies_ = &frequencies;
  axes_ = axes;
  stride_ = static_cast<Index>(2 * frequencies.size());
  const std::int64_t most =
      std::max<std::int64_t>(kRowBytes / std::int64_t{sizeof(float)} / stride_, 1);
  return rotations_.make(frequencies, everyPosition()) && recurrence_.make(stride_ / 2, kLevels) &&
         allocatePackedRows(rows_, most * stride_) && positions_.allocate(most) &&
         (axes == nullptr || vectors_.allocate(most * axes->axes()));
}

POSENC_SMALL void RotaryRows::writeRowAt(std::int64_t position, float* row) {
  if (position >> kLevels != anchor_) {
    anchor_ = position >> kLevels;
    writeScaledRowAt({static_cast<double>(anchor_ << kLevels), 0}, *frequencies_, scale_,
                     recurrence_.base());
    recurrence_.restart();
  }
  recurrence_.write(rotations_, 0, position & ((std::int64_t{1} << kLevels) - 1), row);
}

POSENC_SMALL void RotaryRows::writeRowOf(const double* vector, float* row) {
  const SinCos* value = axes_->at(vector, head_);
  for (Index pair = 0; pair < stride_ / 2; ++pair, ++value) {
    row[pairOffset(pair)] = static_cast<float>(scale_ * value->sin) + 0.0F;
    row[pairOffset(pair) + kLanes] = static_cast<float>(scale_ * value->cos);
  }
}

POSENC_SMALL const float* RotaryRows::at(const RotaryPositions& positions, std::int64_t count,
                                         double scale, bool inverse, std::int64_t head) {
  if (scale != scale_) anchor_ = -1;
  if (scale != scale_ || inverse != inverse_ || head != head_) made_ = 0;
  scale_ = scale;
  inverse_ = inverse;
  head_ = head;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t position = positions.at(i);
    const std::int64_t perPosition = positions.perPosition();
    double* const vector = vectors_.data() + i * perPosition;
    if (i < made_ && position == positions_[i] &&
        (position >= 0 || std::equal(vector, vector + perPosition, positions.vectorAt(i)))) {
      continue;
    }
    made_ = i + 1;
    positions_[i] = position;
    float* const row = rows_.data() + i * stride_;
    if (position < 0) {
      std::copy_n(positions.vectorAt(i), perPosition, vector);
      writeRowOf(vector, row);
    } else {
      writeRowAt(position, row);
    }
    if (!inverse) continue;
    for (Index k = 0; k < stride_; k += 2 * kLanes) {
      std::transform(row + k, row + k + kLanes, row + k, std::negate<>());
    }
  }
  return rows_.data();
}

}  // namespace posenc

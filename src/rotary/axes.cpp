#include "rotary/axes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/attributes.hpp"

namespace posenc {
namespace {

/// What is kept of the axes' sines and cosines, in bytes.
constexpr std::int64_t kKeptBytes = 1048576;
constexpr std::int64_t kMostSlots = 256;

/// The axis of a pair.
std::int64_t axisOf(const RotarySpec& spec, std::int64_t pair) {
  if (spec.axisPairs != nullptr) {
    std::int64_t axis = 0;
    for (double left = static_cast<double>(pair); left >= spec.axisPairs[axis]; ++axis)
      left -= spec.axisPairs[axis];
    return axis;
  }
  if (spec.sections == nullptr) return 0;
  if (!spec.interleaved) {
    std::int64_t section = 0;
    for (double left = static_cast<double>(pair); left >= spec.sections[section]; ++section)
      left -= spec.sections[section];
    return section % spec.axes;
  }
  // The first axis has what the others leave.
  const std::int64_t axis = pair % spec.axes;
  return static_cast<double>(pair) < static_cast<double>(spec.axes) * spec.sections[axis] ? axis
                                                                                          : 0;
}

}  // namespace

void RotaryAxes::addWeight(std::int64_t pair, double weight) {
  pairOf_[end_] = pair;
  weights_[end_++] = weight;
}

void RotaryAxes::endGroup() {
  // Two at a time: a weight of 0 rotates nothing.
  if (end_ % 2 != 0) addWeight(0, 0);
  firstOf_[++group_] = end_;
}

POSENC_SMALL bool RotaryAxes::make(const RotarySpec& spec, const Buffer<double>& frequencies) {
  axes_ = spec.axes;
  pairs_ = spec.pairs;
  heads_ = spec.matrix == nullptr ? 1 : spec.matrixHeads;
  const std::int64_t groups = heads_ * axes_;
  const std::int64_t most = groups + (spec.matrix == nullptr ? pairs_ : groups * pairs_);
  if (!firstOf_.allocate(groups + 1) || !pairOf_.allocate(most) || !weights_.allocate(most) ||
      !row_.allocate(roundUpToLanes(pairs_)) || !position_.allocate(axes_)) {
    return false;
  }
  head_ = -1;
  group_ = end_ = firstOf_[0] = 0;
  for (std::int64_t group = 0; group < groups; ++group) {
    for (std::int64_t pair = 0; pair < pairs_; ++pair) {
      if (spec.matrix != nullptr) {
        addWeight(pair, spec.matrix[group * pairs_ + pair]);
      } else if (axisOf(spec, pair) == group) {
        addWeight(pair, frequencies[pair]);
      }
    }
    endGroup();
  }
  const std::int64_t slotBytes = std::max<std::int64_t>(end_, 1) * std::int64_t{sizeof(SinCos)};
  const std::int64_t fitting = kKeptBytes / slotBytes;
  slots_ = static_cast<std::int64_t>(
      std::bit_floor(static_cast<std::uint64_t>(std::clamp<std::int64_t>(fitting, 1, kMostSlots))));
  if (!keys_.allocate(groups * slots_) || !kept_.allocate(end_ * slots_)) return false;
  std::fill(keys_.begin(), keys_.end(), std::numeric_limits<double>::quiet_NaN());
  return true;
}

double RotaryAxes::largestSum() {
  head_ = -1;
  double largest = 0;
  for (std::int64_t head = 0; head < heads_; ++head) {
    std::fill(row_.data(), row_.data() + pairs_, SinCos{0, 0});
    for (std::int64_t i = firstOf_[head * axes_]; i < firstOf_[(head + 1) * axes_]; ++i) {
      double& sum = row_[pairOf_[i]].sin;
      sum += std::abs(weights_[i]);
      largest = std::max(largest, sum);
    }
  }
  return largest;
}

const SinCos* RotaryAxes::at(const double* position, std::int64_t head) {
  if (head == head_ && std::equal(position, position + axes_, position_.data())) return row_.data();
  head_ = head;
  std::copy_n(position, axes_, position_.data());
  std::fill(row_.begin(), row_.end(), SinCos{0, 1});
  for (std::int64_t axis = 0; axis < axes_; ++axis) {
    const std::int64_t group = head * axes_ + axis;
    const std::int64_t first = firstOf_[group];
    const std::int64_t count = firstOf_[group + 1] - first;
    const double coordinate = position[axis] + 0.0;  // -0 becomes 0
    // The high bits of a product with 2^64 / golden ratio spread neighbours over the slots.
    std::uint64_t bits = 0;
    std::memcpy(&bits, &coordinate, sizeof(bits));
    const auto slot = static_cast<std::int64_t>(bits * 0x9E3779B97F4A7C15 >> 56) & (slots_ - 1);
    SinCos* const kept = kept_.data() + first * slots_ + slot * count;
    double& key = keys_[group * slots_ + slot];
    if (key != coordinate) {
      key = coordinate;
      for (std::int64_t i = 0; i < count; i += 2) {
        const SinCosOf<Double2> both = sinCosOfProduct(
            DoubleDouble{coordinate, 0}, Double2::load_unaligned(weights_.data() + first + i));
        kept[i] = {both.sin.get(0), both.cos.get(0)};
        kept[i + 1] = {both.sin.get(1), both.cos.get(1)};
      }
    }
    for (std::int64_t i = 0; i < count; ++i) {
      SinCos& value = row_[pairOf_[first + i]];
      value = addAngles(value, kept[i]);
    }
  }
  return row_.data();
}

}  // namespace posenc

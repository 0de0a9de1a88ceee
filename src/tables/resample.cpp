// Resamples along the width into a ring of rows, and along the height from it.
#include "tables/resample.hpp"

#include <algorithm>

#include "base/attributes.hpp"
#include "kernels/weighted_sum.hpp"

namespace posenc {
namespace {

void sumFloats(const float* const* rows, const Window& window, std::int64_t count, float* out) {
  const auto values = static_cast<Index>(count);
  const auto taps = static_cast<Index>(window.count);
  if (taps != 4) {
    weightedSum(rows, window.weights, taps, values, out);
    return;
  }
  const Index whole = values / kLanes * kLanes;
  weightedSum4(rows, window.weights, whole, out);
  const float* const rest[] = {rows[0] + whole, rows[1] + whole, rows[2] + whole, rows[3] + whole};
  weightedSum(rest, window.weights, taps, values - whole, out + whole);
}

template <class T>
void sumDoubles(const T* const* rows, const Window& window, std::int64_t count, double* out) {
  weightedSumInDouble(rows, window.weights, static_cast<Index>(window.count),
                      static_cast<Index>(count), out);
}

}  // namespace

POSENC_SMALL bool ResamplePlan::make(const ResampleSpec& spec) {
  spec_ = spec;
  if (!rows_.make(spec.height) || !columns_.make(spec.width)) return false;
  const std::int64_t outLength = spec.width.to * spec.channels;
  kept_ = std::min(rows_.most(), spec.height.from);
  if (!taps_.allocate(std::max(rows_.most(), columns_.most()))) return false;
  if (isFloat()) return floats_.allocate(kept_ * outLength);
  return doubleTaps_.allocate(rows_.most()) && doubles_.allocate(kept_ * outLength) &&
         sums_.allocate(outLength) && widened_.allocate(spec.width.from * spec.channels);
}

std::int64_t ResamplePlan::rowsFor(std::int64_t outputRow) const {
  const Window window = rows_.at(outputRow);
  return window.first + window.count;
}

POSENC_SMALL void ResamplePlan::addRow(std::int64_t row, const void* from) {
  const std::int64_t channels = spec_.channels;
  const auto* source = static_cast<const float*>(from);
  if (!isFloat()) {
    const Half type = halfOf(spec_.dtype);
    for (std::int64_t i = 0; i < widened_.size(); ++i) {
      widened_[i] = fromHalf(type, static_cast<const std::uint16_t*>(from)[i]);
    }
    source = widened_.data();
  }
  const std::int64_t start = row % kept_ * spec_.width.to * channels;
  for (std::int64_t x = 0; x < spec_.width.to; ++x) {
    const Window window = columns_.at(x);
    for (std::int64_t k = 0; k < window.count; ++k) {
      taps_[k] = source + (window.first + k) * channels;
    }
    if (isFloat()) {
      sumFloats(taps_.data(), window, channels, floats_.data() + start + x * channels);
    } else {
      sumDoubles(taps_.data(), window, channels, doubles_.data() + start + x * channels);
    }
  }
}

POSENC_SMALL void ResamplePlan::writeRow(std::int64_t outputRow, void* out) {
  const Window window = rows_.at(outputRow);
  const std::int64_t length = spec_.width.to * spec_.channels;
  const auto findTaps = [&](auto& taps, const auto& ring) {
    for (std::int64_t k = 0; k < window.count; ++k) {
      taps[k] = ring.data() + (window.first + k) % kept_ * length;
    }
  };
  if (isFloat()) {
    findTaps(taps_, floats_);
    sumFloats(taps_.data(), window, length, static_cast<float*>(out));
    return;
  }
  findTaps(doubleTaps_, doubles_);
  sumDoubles(doubleTaps_.data(), window, length, sums_.data());
  const Half type = halfOf(spec_.dtype);
  for (std::int64_t i = 0; i < length; ++i) {
    static_cast<std::uint16_t*>(out)[i] = roundToHalf(type, sums_[i]);
  }
}

}  // namespace posenc

// Test reference: specs that own their lists, and the definition of an encoding evaluated value by
// value in long double, independent of the code under test.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "base/accuracy.hpp"
#include "sinusoidal/plan.hpp"

namespace posenc::test {

struct Grid {
  std::vector<AxisSpec> axes;
  std::vector<std::int32_t> axisOrder;
  SinusoidalSpec spec;

  Grid(const std::vector<std::int64_t>& lengths, std::int64_t channels) {
    for (const std::int64_t length : lengths) axes.push_back({.length = length});
    spec.channels = channels;
  }
  [[nodiscard]] SinusoidalSpec get() const {
    SinusoidalSpec result = spec;
    if (result.declaredChannels == 0) result.declaredChannels = spec.channels;
    result.axes = axes;
    result.axisOrder = axisOrder;
    return result;
  }
  [[nodiscard]] std::int64_t points() const {
    std::int64_t product = 1;
    for (const AxisSpec& axis : axes) product *= axis.length;
    return product;
  }
};

inline std::vector<float> encodeAll(const Grid& grid) {
  SinusoidalPlan plan;
  const Status status = plan.make(grid.get());
  if (!status.ok()) return {};
  std::vector<float> out(static_cast<std::size_t>(plan.size()), 99.0F);
  plan.encode(0, plan.size(), out.data());
  return out;
}

/// The source of a channel's values. Padding has no axis.
struct Source {
  int axis = -1;
  std::int64_t pair = 0;
  std::int64_t pairs = 0;
  bool cosine = false;
};

inline Source sourceOf(const Grid& grid, std::int64_t channel) {
  const SinusoidalSpec& spec = grid.spec;
  const auto axisCount = static_cast<std::int64_t>(grid.axes.size());
  const std::int64_t declared = spec.declaredChannels == 0 ? spec.channels : spec.declaredChannels;
  std::int64_t start = 0;
  for (std::int64_t block = 0; block < axisCount; ++block) {
    const int axis = grid.axisOrder.empty() ? static_cast<int>(block)
                                            : grid.axisOrder[static_cast<std::size_t>(block)];
    std::int64_t width = 0;
    if (spec.split == Split::even) {
      width = 2 * ((declared + 2 * axisCount - 1) / (2 * axisCount));
    } else if (spec.split == Split::padded) {
      width = 2 * (declared / (2 * axisCount));
    } else {
      width = grid.axes[static_cast<std::size_t>(axis)].width;
    }
    if (channel < start + width) {
      const std::int64_t within = channel - start;
      const bool interleaved = spec.layout == Layout::interleaved;
      const bool second = interleaved ? within % 2 == 1 : within >= width / 2;
      return {.axis = axis,
              .pair = interleaved ? within / 2 : within % (width / 2),
              .pairs = width / 2,
              .cosine = second != (spec.phase == Phase::cosSin)};
    }
    start += width;
  }
  return {};
}

inline long double frequencyOf(const Grid& grid, const Source& source) {
  const AxisSpec& axis = grid.axes[static_cast<std::size_t>(source.axis)];
  if (axis.frequencies != nullptr) return axis.frequencies[source.pair];
  const Timescales& scales = grid.spec.timescales;
  if (source.pair == 0) return 1.0L / scales.min;
  const long double exponent = static_cast<long double>(source.pair) /
                               (static_cast<long double>(source.pairs) - scales.shift);
  return 1.0L /
         (scales.min * std::pow(static_cast<long double>(scales.max) / scales.min, exponent));
}

inline long double positionOf(const AxisSpec& axis, std::int64_t index) {
  if (axis.positions != nullptr) return axis.positions[index];
  return static_cast<long double>(axis.offset) +
         static_cast<long double>(index) * static_cast<long double>(axis.step);
}

/// The value of one channel at one grid point.
inline double expected(const Grid& grid, std::int64_t point, std::int64_t channel) {
  const Source source = sourceOf(grid, channel);
  if (source.axis < 0) return 0;
  std::int64_t inner = 1;
  for (std::size_t axis = grid.axes.size() - 1; axis > static_cast<std::size_t>(source.axis);
       --axis) {
    inner *= grid.axes[axis].length;
  }
  const AxisSpec& axis = grid.axes[static_cast<std::size_t>(source.axis)];
  const long double position = positionOf(axis, point / inner % axis.length);
  const long double frequency = frequencyOf(grid, source);
  if (grid.spec.angles == Angles::float32) {
    const float angle = static_cast<float>(position) * static_cast<float>(frequency);
    const auto exact = static_cast<double>(angle);
    return source.cosine ? std::cos(exact) : std::sin(exact);
  }
  const long double angle = position * frequency;
  return static_cast<double>(source.cosine ? std::cos(angle) : std::sin(angle));
}

/// The largest error of a whole encoding, channels first or last.
inline double largestError(const Grid& grid, const std::vector<float>& values) {
  double largest = 0;
  const std::int64_t points = grid.points();
  const std::int64_t channels = grid.spec.channels;
  if (static_cast<std::int64_t>(values.size()) != points * channels) return 1e9;
  for (std::int64_t point = 0; point < points; ++point) {
    for (std::int64_t channel = 0; channel < channels; ++channel) {
      const std::int64_t at =
          grid.spec.channelsFirst ? channel * points + point : point * channels + channel;
      const double error =
          std::abs(values[static_cast<std::size_t>(at)] - expected(grid, point, channel));
      if (!(error <= largest)) largest = error;
    }
  }
  return largest;
}

/// Rows of an evenly spaced axis whose coarse rows exceed the cache many times over.
inline std::int64_t lengthNotCached(std::int64_t channels) {
  const auto rowBytes = channels * static_cast<std::int64_t>(sizeof(float));
  return 8 * kFineRows * (kCoarseTableBytes / rowBytes);
}

/// The bound that the library promises.
inline constexpr double kBound = kValueBound;

}  // namespace posenc::test

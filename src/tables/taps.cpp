// Computes sources and weights: numerators and denominators are integers below 2^53.
#include "tables/taps.hpp"

#include <algorithm>
#include <cmath>

#include "base/attributes.hpp"

namespace posenc {
namespace {

/// The kernel at a distance of x samples; `a` is for the cubic one.
POSENC_SMALL double kernel(Interpolation mode, double x, double a) {
  x = std::abs(x);
  if (mode == Interpolation::bilinear) return std::max(1 - x, 0.0);
  if (x >= 2) return 0;
  return x < 1 ? ((a + 2) * x - (a + 3)) * x * x + 1 : (((x - 5) * x + 8) * x - 4) * a;
}

std::int64_t floorOfRatio(std::int64_t numerator, std::int64_t denominator) {
  return numerator / denominator - (numerator % denominator < 0 ? 1 : 0);
}

}  // namespace

POSENC_SMALL Taps tapsAt(const AxisResize& axis, std::int64_t position) {
  const std::int64_t numerator =
      axis.alignCorners ? position * (axis.from - 1) : (2 * position + 1) * axis.from - axis.to;
  const std::int64_t denominator =
      axis.alignCorners ? std::max<std::int64_t>(axis.to - 1, 1) : 2 * axis.to;
  const std::int64_t below = floorOfRatio(numerator, denominator);
  const bool isCubic = axis.mode == Interpolation::bicubic;
  Taps taps{isCubic ? 4 : 2, {}, {}};
  for (int i = 0; i < taps.count; ++i) {
    const std::int64_t index = below + i - (isCubic ? 1 : 0);
    taps.index[i] = std::clamp<std::int64_t>(index, 0, axis.from - 1);
    const double distance =
        static_cast<double>(numerator - index * denominator) / static_cast<double>(denominator);
    taps.weight[i] = kernel(axis.mode, distance, -0.75);
  }
  return taps;
}

POSENC_SMALL bool AxisWindows::make(const AxisResize& axis) {
  const std::int64_t larger = std::max(axis.from, axis.to);
  const std::int64_t reach = axis.mode == Interpolation::bicubic ? 2 : 1;
  // The taps of a kernel of 2 * reach samples, stretched where the table shrinks, and one; but no
  // more than the table has.
  const std::int64_t stretched =
      axis.antialias ? (2 * reach * larger + axis.to - 1) / axis.to + 1 : 2 * reach;
  const std::int64_t width = std::min(stretched, axis.from);
  if (!ranges_.allocate(axis.to) || !weights_.allocate(axis.to * width)) return false;
  most_ = 0;
  std::int64_t used = 0;
  for (std::int64_t i = 0; i < axis.to; ++i) {
    double* const weights = weights_.data() + used;
    std::int64_t first = 0;
    std::int64_t count = 0;
    if (axis.antialias) {
      const std::int64_t center = (2 * i + 1) * axis.from;  // in units of 1 / (2 * to)
      const std::int64_t support = 2 * reach * larger;
      first = std::max<std::int64_t>(floorOfRatio(center - support + axis.to, 2 * axis.to), 0);
      const std::int64_t end = std::min((center + support + axis.to) / (2 * axis.to), axis.from);
      double sum = 0;
      for (; first + count < end; ++count) {
        const std::int64_t distance = (2 * (first + count) + 1) * axis.to - center;
        weights[count] = kernel(
            axis.mode, static_cast<double>(distance) / static_cast<double>(2 * larger), -0.5);
        sum += weights[count];
      }
      for (std::int64_t k = 0; k < count; ++k) weights[k] /= sum;
    } else {
      const Taps taps = tapsAt(axis, i);
      first = taps.index[0];
      count = taps.index[taps.count - 1] - first + 1;
      std::fill_n(weights, count, 0.0);
      for (int k = 0; k < taps.count; ++k) weights[taps.index[k] - first] += taps.weight[k];
    }
    // Zeros at the ends would make NaN of infinite values.
    while (count > 1 && weights[count - 1] == 0) --count;
    std::int64_t skipped = 0;
    while (skipped < count - 1 && weights[skipped] == 0) ++skipped;
    ranges_[i] = {first + skipped, used + skipped, count - skipped};
    used += count;
    most_ = std::max(most_, count - skipped);
  }
  return true;
}

POSENC_SMALL Window AxisWindows::at(std::int64_t position) const {
  const Range& range = ranges_[position];
  return {range.first, range.count, weights_.data() + range.start};
}

}  // namespace posenc

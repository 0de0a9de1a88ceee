// The taps of an axis: the positions of a table that one position of a resized table is made from,
// and their weights. Positions are ratios of integers, so no scale factor is rounded.
//
// As PyTorch's interpolate does: without antialias the source of position i is i (from - 1) /
// (to - 1) (align corners) or (i + 1/2) from / to - 1/2, positions outside repeat the edge, and the
// cubic kernel (Keys 1981) has a = -0.75. With antialias the kernel, here with a = -0.5, is
// stretched by from / to where the table shrinks, and weights inside the table are divided by
// their sum.
#pragma once

#include <cstdint>

#include "base/buffer.hpp"

namespace posenc {

enum class Interpolation : std::uint8_t { bilinear, bicubic };

/// How an axis of `from` positions becomes one of `to`, each from 1 to 2^24.
struct AxisResize {
  std::int64_t from;
  std::int64_t to;
  Interpolation mode;
  bool alignCorners = false;
  bool antialias = false;
};

inline constexpr int kMostTaps = 4;

/// The taps of a position without antialias: 2 or 4, some of which may be the same.
struct Taps {
  int count;
  std::int64_t index[kMostTaps];
  double weight[kMostTaps];
};

Taps tapsAt(const AxisResize& axis, std::int64_t position);

/// Adjacent positions of the table, without the taps at the ends whose weight is zero.
struct Window {
  std::int64_t first;
  std::int64_t count;
  const double* weights;
};

/// The windows of all positions of an axis.
class AxisWindows {
 public:
  /// Returns false when there is no memory.
  bool make(const AxisResize& axis);
  [[nodiscard]] Window at(std::int64_t position) const;
  /// The most taps of a window.
  [[nodiscard]] std::int64_t most() const { return most_; }

 private:
  struct Range {
    std::int64_t first;
    std::int64_t start;  // in the weights
    std::int64_t count;
  };

  std::int64_t most_ = 0;
  Buffer<Range> ranges_;
  Buffer<double> weights_;
};

}  // namespace posenc

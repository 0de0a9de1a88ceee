// Rotation tables: sine and cosine of position * frequency for evenly spaced positions, without a
// sine for each. Row r of an axis stands at
//     position = remainder + index * step,   index = first + r = 64 * coarse + fine,
// and its angle is that of a coarse row plus that of a fine row. Both are made in double, by
// turning the row of j without its lowest set bit through the angle of that bit, from a base
// computed directly at every 256th coarse row. Both depend on the absolute index alone, so that a
// row has the same bits however the range was split, and no error grows with the position.
#pragma once

#include "angle.hpp"
#include "buffer.hpp"
#include "spec.hpp"

namespace posenc {

inline constexpr int kFineBits = 6;
inline constexpr int kCoarseBits = 8;
inline constexpr std::int64_t kFineRows = std::int64_t{1} << kFineBits;
inline constexpr std::int64_t kWindowRows = std::int64_t{1} << kCoarseBits;  // coarse rows per base

/// Coarse rows are kept when they take no more than this; longer axes make them as they go.
inline constexpr std::int64_t kCoarseTableBytes = std::int64_t{1} << 20;

/// Evenly spaced positions, counted in steps from a remainder in [0, |step|).
class Positions {
 public:
  Positions() = default;
  Positions(double offset, double step, std::int64_t length);

  [[nodiscard]] std::int64_t coarse(std::int64_t row) const { return (first_ + row) >> kFineBits; }
  [[nodiscard]] std::int64_t fine(std::int64_t row) const {
    return (first_ + row) & (kFineRows - 1);
  }
  [[nodiscard]] std::int64_t length() const { return length_; }
  [[nodiscard]] DoubleDouble ofCoarse(std::int64_t coarse) const;
  [[nodiscard]] double step() const { return step_; }

 private:
  double step_ = 1;
  DoubleDouble remainder_{0, 0};
  std::int64_t first_ = 0;
  std::int64_t length_ = 0;
};

/// The turns through 2^level steps, for each pair: level 0..5 within fine, 6..13 within coarse
/// rows.
class Turns {
 public:
  /// `frequencies` holds roundUpToLanes(pairs) values. False when there is no memory.
  bool make(const Buffer<double>& frequencies, const Positions& positions);

  [[nodiscard]] std::int64_t stride() const { return stride_; }
  [[nodiscard]] std::int64_t bytes() const { return factors_.bytes(); }
  [[nodiscard]] std::int64_t fineCount() const { return fineCount_; }
  [[nodiscard]] int coarseLevels() const { return coarseLevels_; }
  /// stride() sines, then stride() cosines.
  [[nodiscard]] const double* level(int level) const {
    return factors_.data() + level * 2 * stride_;
  }
  [[nodiscard]] SinCos at(int level, std::int64_t pair) const {
    return {this->level(level)[pair], this->level(level)[stride_ + pair]};
  }

 private:
  Buffer<double> factors_;
  std::int64_t stride_ = 0;
  std::int64_t fineCount_ = 0;  // fine rows that occur: [0, fineCount)
  int coarseLevels_ = 0;
};

/// Coarse rows are turned from the first one of their window, which is computed directly.
inline std::int64_t windowOf(std::int64_t coarse) { return coarse >> kCoarseBits; }

}  // namespace posenc

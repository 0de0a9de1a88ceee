// Rotation tables: sine and cosine of position * frequency for evenly spaced positions, without a
// sine for each. Row r of an axis stands at
//     position = remainder + index * step,   index = first + r = 32 * coarse + fine,
// where fine goes from -16 to 15: its angle is that of a coarse row plus or minus that of a fine
// row, and rows on both sides of a coarse row share a fine row. Both are made in double, by turning
// the row of j without its lowest set bit through the angle of that bit, from a base computed
// directly at every 256th coarse row. Both depend on the absolute index alone, so that a row has
// the same bits however the range was split, and no error grows with the position.
#pragma once

#include "base/buffer.hpp"
#include "base/packed_pairs.hpp"
#include "math/sincos_double.hpp"
#include "sinusoidal/spec.hpp"

namespace posenc {

inline constexpr int kFineBits = 5;
inline constexpr int kCoarseBits = 8;
inline constexpr std::int64_t kFineRows = std::int64_t{1} << kFineBits;
inline constexpr std::int64_t kFineReach = kFineRows / 2;  // fine rows to each side
inline constexpr std::int64_t kWindowRows = std::int64_t{1} << kCoarseBits;  // coarse rows per base

/// Coarse rows are kept when they take no more than this; longer axes make them as they go.
inline constexpr std::int64_t kCoarseTableBytes = std::int64_t{1} << 20;

/// Evenly spaced positions, counted in steps from a remainder in [0, |step|).
class Positions {
 public:
  Positions() = default;
  Positions(double offset, double step, std::int64_t length);

  [[nodiscard]] std::int64_t coarse(std::int64_t row) const {
    return (first_ + row + kFineReach) >> kFineBits;
  }
  /// In [-kFineReach, kFineReach).
  [[nodiscard]] std::int64_t fine(std::int64_t row) const {
    return ((first_ + row + kFineReach) & (kFineRows - 1)) - kFineReach;
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

/// The turns through 2^level steps, for each pair: level 0..4 within fine, 5..12 within coarse
/// rows.
class Turns {
 public:
  /// `frequencies` holds roundUpToLanes(pairs) values. False when there is no memory.
  bool make(const Buffer<double>& frequencies, const Positions& positions);

  [[nodiscard]] std::int64_t stride() const { return stride_; }
  [[nodiscard]] std::int64_t bytes() const { return factors_.bytes(); }
  [[nodiscard]] std::int64_t fineCount() const { return fineCount_; }
  [[nodiscard]] int coarseLevels() const { return coarseLevels_; }
  /// A row of sines and cosines.
  [[nodiscard]] const double* level(int level) const {
    return factors_.data() + level * 2 * stride_;
  }
  [[nodiscard]] SinCos at(int level, std::int64_t pair) const {
    const double* const sin = this->level(level) + placeOf(pair);
    return {sin[0], sin[kLanes]};
  }

 private:
  Buffer<double> factors_;
  std::int64_t stride_ = 0;
  std::int64_t fineCount_ = 0;  // fine rows that occur, to either side: [0, fineCount)
  int coarseLevels_ = 0;
};

/// The row of a position, computed directly.
void writeRowOf(DoubleDouble position, const Buffer<double>& frequencies, double* row);

/// Coarse rows are turned from the first one of their window, which is computed directly.
inline std::int64_t windowOf(std::int64_t coarse) { return coarse >> kCoarseBits; }

}  // namespace posenc

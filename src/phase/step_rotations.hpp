// Rotations by powers of two steps, of which all rows are made.
#pragma once

#include "base/buffer.hpp"
#include "base/packed_pairs.hpp"
#include "math/sincos_double.hpp"
#include "phase/positions.hpp"

namespace posenc {

/// The turns through 2^level steps, for each pair: level 0..4 within fine, 5..12 within coarse
/// rows.
class StepRotations {
 public:
  /// `frequencies` holds roundUpToLanes(pairs) values. False when there is no memory.
  bool make(const Buffer<double>& frequencies, const EvenPositions& positions);

  [[nodiscard]] std::int64_t stride() const { return stride_; }
  [[nodiscard]] std::int64_t bytes() const { return factors_.bytes(); }
  [[nodiscard]] std::int64_t fineRowCount() const { return fineRowCount_; }
  [[nodiscard]] int coarseLevels() const { return coarseLevels_; }
  /// A row of sines and cosines.
  [[nodiscard]] const double* level(int level) const {
    return factors_.data() + level * 2 * stride_;
  }
  [[nodiscard]] SinCos at(int level, std::int64_t pair) const {
    const double* const sin = this->level(level) + pairOffset(pair);
    return {sin[0], sin[kLanes]};
  }

 private:
  Buffer<double> factors_;
  std::int64_t stride_ = 0;
  std::int64_t fineRowCount_ = 0;  // fine rows that occur, to either side: [0, fineCount)
  int coarseLevels_ = 0;
};

/// The row of a position, computed directly.
void writeRowAt(DoubleDouble position, const Buffer<double>& frequencies, double* row);

}  // namespace posenc

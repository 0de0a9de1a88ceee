// Rotations by 2^level steps, from which the table rows are built. An FFT would call them twiddle
// factors; these angles are not roots of unity.
#pragma once

#include "base/buffer.hpp"
#include "base/packed_pairs.hpp"
#include "math/sincos_double.hpp"
#include "phase/positions.hpp"

namespace posenc {

/// For each pair, the rotation by 2^level steps: levels 0 to 4 within a coarse block, 5 to 12
/// between coarse rows.
class StepRotations {
 public:
  /// `frequencies` holds roundUpToLanes(pairs) values. Returns false when there is no memory.
  bool make(const Buffer<double>& frequencies, const EvenPositions& positions);

  [[nodiscard]] std::int64_t stride() const { return stride_; }
  [[nodiscard]] std::int64_t bytes() const { return factors_.bytes(); }
  [[nodiscard]] std::int64_t fineRowCount() const { return fineRowCount_; }
  [[nodiscard]] int coarseLevels() const { return coarseLevels_; }
  /// The rotations of one level, as a packed row.
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
  std::int64_t fineRowCount_ = 0;  // fine rows [0, fineRowCount) occur
  int coarseLevels_ = 0;
};

/// Writes the packed row of a position, computed directly.
void writeRowAt(DoubleDouble position, const Buffer<double>& frequencies, double* row);

}  // namespace posenc

// Evenly spaced positions, counted in steps and split into coarse and fine rows.
#pragma once

#include <cstdint>

#include "math/double_double.hpp"
#include "phase/coarse_fine.hpp"

namespace posenc {

/// Positions offset + row * step, counted in steps from a remainder in [0, |step|).
class EvenPositions {
 public:
  EvenPositions() = default;
  EvenPositions(double offset, double step, std::int64_t length);

  [[nodiscard]] std::int64_t coarse(std::int64_t row) const {
    return (startIndex_ + row + kHalfFineRows) >> kFineBits;
  }
  /// In [-kHalfFineRows, kHalfFineRows).
  [[nodiscard]] std::int64_t fine(std::int64_t row) const {
    return ((startIndex_ + row + kHalfFineRows) & (kFineRows - 1)) - kHalfFineRows;
  }
  [[nodiscard]] std::int64_t length() const { return length_; }
  [[nodiscard]] DoubleDouble ofCoarse(std::int64_t coarse) const;
  [[nodiscard]] double step() const { return step_; }

 private:
  double step_ = 1;
  DoubleDouble remainder_{0, 0};
  std::int64_t startIndex_ = 0;
  std::int64_t length_ = 0;
};

}  // namespace posenc

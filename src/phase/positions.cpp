// Exact counting of steps, so that positions on one lattice share their tables' rows.
#include "phase/positions.hpp"

#include <cmath>

namespace posenc {

EvenPositions::EvenPositions(double offset, double step, std::int64_t length)
    : step_(step), remainder_{offset, 0}, length_(length) {
  if (step == 0) return;
  // Both are exact: fmod is, and the difference is a multiple of step.
  const double remainder = std::fmod(offset, step);
  const double count = std::nearbyint((offset - remainder) / step);
  constexpr double kCountable = 4503599627370496.0;  // 2^52
  if (std::abs(count) + static_cast<double>(length) > kCountable) return;
  startIndex_ = static_cast<std::int64_t>(count);
  remainder_ = {remainder, 0};
  if (remainder < 0) {
    remainder_ = twoSum(remainder, std::abs(step));
    startIndex_ += step > 0 ? -1 : 1;
  }
}

DoubleDouble EvenPositions::ofCoarse(std::int64_t coarse) const {
  const DoubleDouble steps = twoProduct(static_cast<double>(coarse * kFineRows), step_);
  const DoubleDouble sum = twoSum(steps.high, remainder_.high);
  return twoSum(sum.high, sum.low + steps.low + remainder_.low);
}

}  // namespace posenc

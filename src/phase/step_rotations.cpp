#include "phase/step_rotations.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace posenc {
namespace {

int bitWidth(std::int64_t x) { return std::bit_width(static_cast<std::uint64_t>(x)); }

}  // namespace

Positions::Positions(double offset, double step, std::int64_t length)
    : step_(step), remainder_{offset, 0}, length_(length) {
  if (step == 0) return;
  // The remainder and the count are exact: fmod is, and the difference is a multiple of step.
  const double remainder = std::fmod(offset, step);
  const double count = std::nearbyint((offset - remainder) / step);
  constexpr double kCountable = 4503599627370496.0;  // 2^52
  if (std::abs(count) + static_cast<double>(length) > kCountable) return;
  first_ = static_cast<std::int64_t>(count);
  remainder_ = {remainder, 0};
  if (remainder < 0) {
    remainder_ = twoSum(remainder, std::abs(step));
    first_ += step > 0 ? -1 : 1;
  }
}

DoubleDouble Positions::ofCoarse(std::int64_t coarse) const {
  const DoubleDouble steps = twoProduct(static_cast<double>(coarse * kFineRows), step_);
  const DoubleDouble sum = twoSum(steps.high, remainder_.high);
  return twoSum(sum.high, sum.low + steps.low + remainder_.low);
}

bool Turns::make(const Buffer<double>& frequencies, const Positions& positions) {
  const std::int64_t last = std::max<std::int64_t>(positions.length() - 1, 0);
  const std::int64_t firstCoarse = positions.coarse(0);
  const std::int64_t lastCoarse = positions.coarse(last);
  fineCount_ = 1 + (firstCoarse == lastCoarse
                        ? std::max(std::abs(positions.fine(0)), std::abs(positions.fine(last)))
                        : kFineReach);
  coarseLevels_ = windowOf(firstCoarse) == windowOf(lastCoarse)
                      ? bitWidth(lastCoarse & (kWindowRows - 1))
                      : kCoarseBits;
  const int levels = coarseLevels_ > 0 ? kFineBits + coarseLevels_ : bitWidth(fineCount_ - 1);
  stride_ = frequencies.size();
  if (!factors_.allocate(levels * 2 * stride_)) return false;
  if (levels == 0) return true;
  writeRowOf({positions.step(), 0}, frequencies, factors_.data());
  for (std::int64_t i = 0; i < stride_; i += 2) {
    double* sin = factors_.data() + placeOf(i);
    SinCosOf<Double2> by{Double2::load_aligned(sin), Double2::load_aligned(sin + kLanes)};
    for (int level = 1; level < levels; ++level) {
      by = turn(by, by);
      sin += 2 * stride_;
      by.sin.store_aligned(sin);
      by.cos.store_aligned(sin + kLanes);
    }
  }
  return true;
}

void writeRowOf(DoubleDouble position, const Buffer<double>& frequencies, double* row) {
  for (std::int64_t i = 0; i < frequencies.size(); i += 2) {
    const auto [sin, cos] =
        sinCosOfProduct(position, Double2::load_aligned(frequencies.data() + i));
    sin.store_aligned(row + placeOf(i));
    cos.store_aligned(row + placeOf(i) + kLanes);
  }
}

}  // namespace posenc

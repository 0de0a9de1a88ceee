// Builds the rotations by doubling the angle, level by level.
#include "phase/step_rotations.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace posenc {
namespace {

int bitWidth(std::int64_t x) { return std::bit_width(static_cast<std::uint64_t>(x)); }

}  // namespace

bool StepRotations::make(const Buffer<double>& frequencies, const EvenPositions& positions) {
  const std::int64_t last = std::max<std::int64_t>(positions.length() - 1, 0);
  const std::int64_t firstCoarse = positions.coarse(0);
  const std::int64_t lastCoarse = positions.coarse(last);
  fineRowCount_ = 1 + (firstCoarse == lastCoarse
                           ? std::max(std::abs(positions.fine(0)), std::abs(positions.fine(last)))
                           : kHalfFineRows);
  coarseLevels_ = anchorOf(firstCoarse) == anchorOf(lastCoarse)
                      ? bitWidth(lastCoarse & (kRowsPerAnchor - 1))
                      : kCoarseBits;
  const int levels = coarseLevels_ > 0 ? kFineBits + coarseLevels_ : bitWidth(fineRowCount_ - 1);
  stride_ = frequencies.size();
  if (!factors_.allocate(levels * 2 * stride_)) return false;
  if (levels == 0) return true;
  writeRowAt({positions.step(), 0}, frequencies, factors_.data());
  for (std::int64_t i = 0; i < stride_; i += 2) {
    double* sin = factors_.data() + pairOffset(i);
    SinCosOf<Double2> rotation{Double2::load_aligned(sin), Double2::load_aligned(sin + kLanes)};
    for (int level = 1; level < levels; ++level) {
      rotation = addAngles(rotation, rotation);
      sin += 2 * stride_;
      rotation.sin.store_aligned(sin);
      rotation.cos.store_aligned(sin + kLanes);
    }
  }
  return true;
}

[[gnu::noinline]] void writeRowAt(DoubleDouble position, const Buffer<double>& frequencies,
                                  double* row) {
  for (std::int64_t i = 0; i < frequencies.size(); i += 2) {
    const auto [sin, cos] =
        sinCosOfProduct(position, Double2::load_aligned(frequencies.data() + i));
    sin.store_aligned(row + pairOffset(i));
    cos.store_aligned(row + pairOffset(i) + kLanes);
  }
}

}  // namespace posenc

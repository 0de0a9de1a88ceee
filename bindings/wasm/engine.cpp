#include "engine.hpp"

#include <algorithm>
#include <cstdlib>

#include "address.hpp"
#include "base/buffer.hpp"
#include "base/dtype.hpp"
#include "base/half.hpp"

namespace wasm {

alignas(64) float scratch[kScratchValues];
alignas(64) double pointScratch[kScratchPoints];

double allocate(double bytes) {
  constexpr double kLargest = 4294901760.0;  // 2^32 minus one page
  if (bytes > kLargest) return 0;
  return addressOf(posenc::allocateAligned(static_cast<std::size_t>(std::max(bytes, 1.0))));
}

void release(std::uintptr_t address) { std::free(at<void>(address)); }

void roundToHalf(int dtype, std::uintptr_t doubles, double count, std::uintptr_t out) {
  const auto type = posenc::halfOf(static_cast<posenc::DType>(dtype));
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(count); ++i) {
    at<std::uint16_t>(out)[i] = posenc::roundToHalf(type, at<const double>(doubles)[i]);
  }
}

void fromHalf(int dtype, std::uintptr_t halves, double count, std::uintptr_t out) {
  const auto type = posenc::halfOf(static_cast<posenc::DType>(dtype));
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(count); ++i) {
    at<float>(out)[i] = posenc::fromHalf(type, at<const std::uint16_t>(halves)[i]);
  }
}

}  // namespace wasm

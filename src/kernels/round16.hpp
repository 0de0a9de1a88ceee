// Rounds float32 results to 16 bits as if they were exact. Where the float32 value is
// ambiguous, the family computes the exact value.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "base/accuracy.hpp"
#include "base/half.hpp"

namespace posenc {

/// Values that are computed in float32 before they are rounded.
inline constexpr std::int64_t kHalfRun = 2048;

/// Rounds values that are known to within slack * (1 + |value|). `unsure` is nonzero where the
/// rounding depends on the unknown part, or where the magnitude is outside the normal numbers of
/// the type. Free of branches, so that compilers vectorise it.
[[gnu::noinline]] inline void roundUnlessUnsure(Half type, const float* values, std::int64_t count,
                                                float slack, std::uint16_t* out,
                                                std::uint16_t* unsure) {
  const bool isFloat16 = type == Half::float16;
  const int dropped = isFloat16 ? 13 : 16;
  const std::uint32_t rebias = isFloat16 ? 112U << 10 : 0;
  const float least = isFloat16 ? 0x1p-14F : 0x1p-100F;
  const float greatest = isFloat16 ? 65472.0F : 0x1p100F;
  const std::uint32_t half = (std::uint32_t{1} << (dropped - 1)) - 1;
  const auto roundBits = [=](float x) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &x, sizeof(bits));
    return (bits + half + ((bits >> dropped) & 1U)) >> dropped;
  };
  for (std::int64_t i = 0; i < count; ++i) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, values + i, sizeof(bits));
    const float magnitude = std::abs(values[i]);
    const float around = slack + magnitude * slack;
    const float low = magnitude - around;
    const float high = magnitude + around;
    const std::uint32_t rounded = roundBits(low);
    const bool ordinary = (low >= least) & (high <= greatest);
    const bool alike = rounded == roundBits(high);
    out[i] = static_cast<std::uint16_t>((rounded - rebias) | ((bits >> 16) & 0x8000U));
    unsure[i] = static_cast<std::uint16_t>(!(ordinary & alike));
  }
}

/// Rounds `count` values, plus x if given. `makeValues(done, run, out)` computes float32 values, in
/// whole rows of `rowLength` where possible; `exactValue(i)` computes one in double. A float32
/// value is within kHalfSlack of the exact one. If both ends of that interval round the same way,
/// so does the exact value; otherwise it is computed.
template <class MakeValues, class ExactValue>
void round16(Half type, std::int64_t count, std::int64_t rowLength, const std::uint16_t* x,
             std::uint16_t* out, const MakeValues& makeValues, const ExactValue& exactValue) {
  float sums[kHalfRun];
  std::uint16_t rounded[kHalfRun];  // not out, which may be the x that is still needed
  std::uint16_t unsure[kHalfRun];
  const std::int64_t rows = kHalfRun / std::max<std::int64_t>(rowLength, 1);
  const std::int64_t step = rows > 0 ? rows * rowLength : kHalfRun;
  for (std::int64_t done = 0; done < count; done += step) {
    const std::int64_t run = std::min(step, count - done);
    makeValues(done, run, sums);
    for (std::int64_t i = 0; x != nullptr && i < run; ++i) sums[i] += fromHalf(type, x[done + i]);
    roundUnlessUnsure(type, sums, run, kHalfSlack, rounded, unsure);
    for (std::int64_t i = 0; i < run; ++i) {
      if (unsure[i] != 0) {
        const double plus = x == nullptr ? 0 : fromHalf(type, x[done + i]);
        rounded[i] = roundToHalf(type, plus + exactValue(done + i));
      }
    }
    std::copy_n(rounded, run, out + done);
  }
}

}  // namespace posenc

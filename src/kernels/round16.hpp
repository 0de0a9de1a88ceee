// Rounds float32 results to 16 bits as if they were exact. Where the float32 value is
// ambiguous, the family computes the exact value.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/accuracy.hpp"
#include "base/half.hpp"
#include "base/simd.hpp"

namespace posenc {

/// Values that are computed in float32 before they are rounded: they stay in the first-level cache.
inline constexpr Index kHalfRun = 8192;

/// Values that are rounded at a time.
inline constexpr Index kHalfLanes = 2 * kLanes;

/// Values of which the rounding of some is in doubt.
struct Doubt {
  Index at;                           // of the first value; the end, if there is no doubt
  unsigned lanes;                     // a bit for each value in doubt
  std::uint16_t rounded[kHalfLanes];  // what is in doubt has no meaning
};

struct Rounded4 {
  UInt4 bits;
  xsimd::batch_bool<std::uint32_t, Float4::arch_type> isSure;
};

/// Rounds values that are known to within slack * (1 + |value|). They are not sure where the
/// rounding depends on the unknown part, or where the magnitude is outside the normal numbers of
/// the type.
template <Half type>
Rounded4 round16(Float4 value, Float4 slack) {
  constexpr bool isFloat16 = type == Half::float16;
  constexpr int kDropped = isFloat16 ? 13 : 16;
  constexpr std::uint32_t kHalfUnit = std::uint32_t{1} << (kDropped - 1);
  constexpr std::uint32_t kRebias = isFloat16 ? 112U << 10 : 0;
  // The normal numbers, without the largest, which 65504.0 + 16 rounds to infinity.
  constexpr std::uint32_t kLeast = isFloat16 ? 0x0400 : 0x0D80;
  constexpr std::uint32_t kCount = (isFloat16 ? 0x7BFF : 0x7180) - kLeast;
  const auto bitsOf = [](Float4 x) { return xsimd::bitwise_cast<std::uint32_t>(x); };
  const Float4 magnitude = xsimd::abs(value);
  const Float4 around = slack + magnitude * slack;
  // The interval is wider than the error, so its ends are never exact values that tie to even.
  const UInt4 low = (bitsOf(magnitude - around) + UInt4(kHalfUnit)) >> kDropped;
  const UInt4 high = (bitsOf(magnitude + around) + UInt4(kHalfUnit)) >> kDropped;
  const UInt4 sign = (bitsOf(value) >> 16) & UInt4(0x8000U);
  return {(low - UInt4(kRebias)) | sign,
          (low == high) & (low - UInt4(kRebias + kLeast) < UInt4(kCount))};
}

/// Rounds values from `at` to the first ones in doubt. Reads whole vectors; `end` is where the
/// values end.
template <Half type>
[[gnu::noinline]] Doubt roundUntilDoubt(const float* values, Index at, Index end,
                                        std::uint16_t* out) {
  const Float4 slack(kHalfSlack);
  for (; at < end; at += kHalfLanes) {
    const Rounded4 low = round16<type>(Float4::load_unaligned(values + at), slack);
    const Rounded4 high = round16<type>(Float4::load_unaligned(values + at + kLanes), slack);
    if (!xsimd::all(low.isSure & high.isSure) || end - at < kHalfLanes) [[unlikely]] {
      const auto doubted = ~(low.isSure.mask() | high.isSure.mask() << kLanes);
      Doubt doubt{at, static_cast<unsigned>(doubted) & ((1U << kHalfLanes) - 1), {}};
      storeLow16(low.bits, high.bits, doubt.rounded);
      return doubt;
    }
    storeLow16(low.bits, high.bits, out + at);
  }
  return {end, 0, {}};
}

/// Rounds `count` values, plus x if given. `runAt(done, most)` says how many of up to `most`
/// values to compute next; `makeValues(done, run, out)` computes them in float32; `exactValue(i)`
/// computes one in double. A float32 value is within kHalfSlack of the exact one. If both ends of
/// that interval round the same way, so does the exact value; otherwise it is computed.
template <class RunAt, class MakeValues, class ExactValue>
void round16(Half type, std::int64_t count, const std::uint16_t* x, std::uint16_t* out,
             const RunAt& runAt, const MakeValues& makeValues, const ExactValue& exactValue) {
  const auto roundFrom =
      type == Half::float16 ? roundUntilDoubt<Half::float16> : roundUntilDoubt<Half::bfloat16>;
  alignas(64) float sums[kHalfRun + kHalfLanes];
  std::fill_n(sums + kHalfRun, kHalfLanes, 0.0F);
  Index run = 0;
  for (std::int64_t done = 0; done < count; done += run) {
    run = static_cast<Index>(std::min<std::int64_t>(runAt(done, kHalfRun), count - done));
    makeValues(done, run, sums);
    const std::uint16_t* const plus = x == nullptr ? nullptr : x + done;
    std::uint16_t* const to = out + done;
    for (Index i = 0; plus != nullptr && i < run; ++i) sums[i] += fromHalf(type, plus[i]);
    for (Index at = 0; at < run; at += kHalfLanes) {
      const Doubt doubt = roundFrom(sums, at, run, to);
      at = doubt.at;
      // x may be `out`: each value is read before it is written.
      for (Index lane = 0; lane < std::min(kHalfLanes, run - at); ++lane) {
        std::uint16_t rounded = doubt.rounded[lane];
        if ((doubt.lanes >> lane & 1U) != 0) {
          const double sum = plus == nullptr ? 0 : fromHalf(type, plus[at + lane]);
          rounded = roundToHalf(type, sum + exactValue(done + at + lane));
        }
        to[at + lane] = rounded;
      }
    }
  }
}

}  // namespace posenc

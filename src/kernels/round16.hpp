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

/// How far values may be from the exact ones.
enum class Slack : std::uint8_t {
  absolute,  // kTableSlack, times the scale of the values: from tables, nothing added
  relative   // kHalfSlack * (1 + |value|)
};

struct Rounded4 {
  UInt4 bits;
  UInt4 doubt;  // at least kDoubt<type> where the rounding is in doubt
};

/// Bits from here on differ where the two ends of an interval round differently.
template <Half type>
inline constexpr std::uint32_t kDoubt = std::uint32_t{1} << (type == Half::float16 ? 13 : 16);

/// The magnitudes that values can have.
enum class Magnitudes : std::uint8_t { small, any };  // small: a few units at most

/// Rounds values that are within `around` of the exact ones. The rounding is in doubt where it
/// depends on what is not known of the value, or where the magnitude is outside the normal numbers
/// of the type.
template <Half type, Magnitudes magnitudes>
Rounded4 roundWithin(Float4 value, Float4 around) {
  constexpr bool isFloat16 = type == Half::float16;
  constexpr int kDropped = isFloat16 ? 13 : 16;
  const UInt4 halfUnit(kDoubt<type> / 2);
  const auto bitsOf = [](Float4 x) { return xsimd::bitwise_cast<std::uint32_t>(x); };
  const Float4 magnitude = xsimd::abs(value);
  // The interval is wider than the error, so its ends are never exact values that tie to even. If
  // 0 lies in it, the ends differ in their sign.
  const Float4 least = value - around;
  const Float4 greatest = value + around;
  const UInt4 low = bitsOf(least) + halfUnit;
  const UInt4 high = bitsOf(greatest) + halfUnit;
  UInt4 doubt = low ^ high;
  // The highest bit says that a number is negative: where the magnitude is too small.
  const UInt4 isNegative(0x80000000U);
  if constexpr (isFloat16) doubt = doubt | (bitsOf(magnitude - Float4(0x1.02p-14F)) & isNegative);
  if constexpr (magnitudes == Magnitudes::any) {
    // Infinity and NaN among them.
    const auto isInside = magnitude <= Float4(isFloat16 ? 65472.0F : 0x1p100F);
    doubt = doubt |
            xsimd::select(xsimd::batch_bool_cast<std::uint32_t>(isInside), UInt4(0U), isNegative);
  }
  const UInt4 result = low >> kDropped;
  if constexpr (!isFloat16) return {result, doubt};
  const UInt4 sign = (bitsOf(value) >> 16) & UInt4(0x8000U);
  return {((result & UInt4(0x3FFFFU)) - UInt4(112U << 10)) | sign, doubt};
}

template <Half type, Slack slack>
Rounded4 round16(Float4 value, float around) {
  if constexpr (slack == Slack::absolute) {
    return roundWithin<type, Magnitudes::small>(value, Float4(around));
  }
  return roundWithin<type, Magnitudes::any>(value,
                                            Float4(around) + xsimd::abs(value) * Float4(around));
}

/// Rounds values from `at` to the first ones in doubt. Reads whole vectors; `end` is where the
/// values end.
template <Half type, Slack slack>
[[gnu::noinline]] Doubt roundUntilDoubt(const float* values, Index at, Index end, float around,
                                        std::uint16_t* out) {
  const UInt4 mask(~(kDoubt<type> - 1));
  for (; at < end; at += kHalfLanes) {
    const auto low = round16<type, slack>(Float4::load_unaligned(values + at), around);
    const auto high = round16<type, slack>(Float4::load_unaligned(values + at + kLanes), around);
    if (isAnyBitSet((low.doubt | high.doubt) & mask) || end - at < kHalfLanes) [[unlikely]] {
      const UInt4 least(kDoubt<type>);
      Doubt doubt{at, 0, {}};
      doubt.lanes = static_cast<unsigned>((low.doubt >= least).mask() | (high.doubt >= least).mask()
                                                                            << kLanes);
      storeLow16(low.bits, high.bits, doubt.rounded);
      return doubt;
    }
    storeLow16(low.bits, high.bits, out + at);
  }
  return {end, 0, {}};
}

/// Rounds `count` values, plus x if given. `runAt(done, most)` says how many of up to `most`
/// values to compute next; `makeValues(done, run, out)` computes them in float32; `exactValue(i)`
/// computes one in double. A float32 value is within `slack` of the exact one. If both ends of that
/// interval round the same way, so does the exact value; otherwise it is computed. `scale` is what
/// the values were multiplied by, and their error with them.
template <class RunAt, class MakeValues, class ExactValue>
void round16(Half type, Slack slack, std::int64_t count, const std::uint16_t* x, std::uint16_t* out,
             const RunAt& runAt, const MakeValues& makeValues, const ExactValue& exactValue,
             double scale = 1) {
  constexpr decltype(&roundUntilDoubt<Half::float16, Slack::absolute>) kKernels[2][2] = {
      {roundUntilDoubt<Half::float16, Slack::absolute>,
       roundUntilDoubt<Half::float16, Slack::relative>},
      {roundUntilDoubt<Half::bfloat16, Slack::absolute>,
       roundUntilDoubt<Half::bfloat16, Slack::relative>}};
  const bool isRelative = slack == Slack::relative || x != nullptr;
  const auto roundFrom = kKernels[type == Half::bfloat16][isRelative];
  const float around =
      (isRelative ? kHalfSlack : kTableSlack) * static_cast<float>(std::max(scale, 1.0));
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
      const Doubt doubt = roundFrom(sums, at, run, around, to);
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

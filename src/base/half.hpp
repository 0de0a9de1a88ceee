// The floating-point types of 16 bits: float16 (IEEE 754 binary16: 5 bits of exponent, 10 of
// mantissa) and bfloat16 (the upper half of a float32), rounded to nearest, ties to even, once from
// a double.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

namespace posenc {

enum class Half : std::uint8_t { float16, bfloat16 };

/// `x` rounded once to the type: subnormal numbers, infinities and NaN included.
[[gnu::noinline]] inline std::uint16_t roundToHalf(Half type, double x) {
  const bool isFloat16 = type == Half::float16;
  const int mantissaBits = isFloat16 ? 10 : 7;
  const int leastExponent = isFloat16 ? -14 : -126;
  const int greatestExponent = isFloat16 ? 15 : 127;
  const auto infinity = static_cast<std::uint16_t>(isFloat16 ? 0x7C00 : 0x7F80);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &x, sizeof(bits));
  const auto sign = static_cast<std::uint16_t>((bits >> 48) & 0x8000U);
  const std::uint64_t magnitude = bits & 0x7FFFFFFFFFFFFFFFU;
  if (magnitude > 0x7FF0000000000000U)
    return static_cast<std::uint16_t>(sign | infinity | 1U << (mantissaBits - 1));
  int exponent = static_cast<int>(magnitude >> 52) - 1023;
  if (exponent > greatestExponent) return static_cast<std::uint16_t>(sign | infinity);
  // The mantissa with its leading one; a number below the normal ones has it further right.
  std::uint64_t mantissa = (magnitude & 0xFFFFFFFFFFFFFU) | 0x10000000000000U;
  int dropped = 52 - mantissaBits;
  std::uint64_t base = 0;
  if (exponent < leastExponent) {
    dropped += leastExponent - exponent;
    if (dropped > 54) return sign;
  } else {
    base = static_cast<std::uint64_t>(exponent - leastExponent) << mantissaBits;
  }
  // Half a unit of what is kept, less one unless what is kept is odd: ties go to even. A carry out
  // of the mantissa goes into the exponent, and at its end into infinity, as it should.
  const std::uint64_t kept = mantissa >> dropped;
  const std::uint64_t half = (std::uint64_t{1} << (dropped - 1)) - 1 + (kept & 1U);
  return static_cast<std::uint16_t>(sign | (base + ((mantissa + half) >> dropped)));
}

inline float fromHalf(Half type, std::uint16_t half) {
  std::uint32_t bits = std::uint32_t{half} << 16;
  float value = 0;
  if (type == Half::float16) {
    // Exponent and mantissa in float32's places, then the difference of the biases as a factor,
    // which is exact for subnormal numbers too.
    bits = (bits & 0x80000000U) | (bits & 0x7FFF0000U) >> 3;
    std::memcpy(&value, &bits, sizeof(value));
    const bool isFinite = (half & 0x7C00U) != 0x7C00U;
    if (isFinite) return value * 0x1p112F;
    bits |= 0x7F800000U;
  }
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

}  // namespace posenc

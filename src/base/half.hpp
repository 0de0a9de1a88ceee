// The 16-bit floating-point types: float16 (IEEE 754 binary16: 5 exponent bits, 10 mantissa bits)
// and bfloat16 (the upper half of a float32). Numbers are rounded once, from double, to nearest
// with ties to even.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

namespace posenc {

enum class Half : std::uint8_t { float16, bfloat16 };

/// `x` rounded once to the type, including subnormal numbers, infinities and NaN.
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
  // The mantissa with its leading one, shifted further right for subnormal numbers.
  std::uint64_t mantissa = (magnitude & 0xFFFFFFFFFFFFFU) | 0x10000000000000U;
  int dropped = 52 - mantissaBits;
  std::uint64_t base = 0;
  if (exponent < leastExponent) {
    dropped += leastExponent - exponent;
    if (dropped > 54) return sign;
  } else {
    base = static_cast<std::uint64_t>(exponent - leastExponent) << mantissaBits;
  }
  // Add half a unit of the last place, less one when the result is even: ties go to even. A carry
  // out of the mantissa goes into the exponent, and from the largest exponent to infinity, as it
  // should.
  const std::uint64_t kept = mantissa >> dropped;
  const std::uint64_t half = (std::uint64_t{1} << (dropped - 1)) - 1 + (kept & 1U);
  return static_cast<std::uint16_t>(sign | (base + ((mantissa + half) >> dropped)));
}

inline float fromHalf(Half type, std::uint16_t half) {
  std::uint32_t bits = std::uint32_t{half} << 16;
  float value = 0;
  if (type == Half::float16) {
    // Move exponent and mantissa to their places in a float32, then multiply by the difference of
    // the biases, which is exact for subnormal numbers too.
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

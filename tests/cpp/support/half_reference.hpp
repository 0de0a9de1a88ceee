// Reference definition of the 16-bit types, independent of the code under test.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/half.hpp"

namespace posenc::test {

inline constexpr Half kTypes[] = {Half::float16, Half::bfloat16};

/// The value of a 16-bit number: sign, exponent, mantissa.
inline double defined(Half type, std::uint16_t half) {
  const int mantissaBits = type == Half::float16 ? 10 : 7;
  const int bias = type == Half::float16 ? 15 : 127;
  const int exponent = (half & 0x7FFF) >> mantissaBits;
  const int mantissa = half & ((1 << mantissaBits) - 1);
  const double sign = (half & 0x8000) != 0 ? -1 : 1;
  if (exponent == 2 * bias + 1) {
    return mantissa == 0 ? sign * std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
  }
  const int leading = exponent == 0 ? 0 : 1 << mantissaBits;
  return sign * std::ldexp(leading + mantissa, std::max(exponent, 1) - bias - mantissaBits);
}

}  // namespace posenc::test

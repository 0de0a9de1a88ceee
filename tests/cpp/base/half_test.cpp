// The 16-bit types: every number, and every boundary between two numbers.
#include "base/half.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/half_reference.hpp"

namespace posenc::test {
namespace {

TEST(Half, EveryNumberConvertsAndRoundsToItself) {
  for (const Half type : kTypes) {
    for (int bits = 0; bits < 65536; ++bits) {
      const auto half = static_cast<std::uint16_t>(bits);
      const double value = defined(type, half);
      if (std::isnan(value)) {
        EXPECT_TRUE(std::isnan(fromHalf(type, half)));
        EXPECT_TRUE(std::isnan(defined(type, roundToHalf(type, value))));
        continue;
      }
      ASSERT_EQ(fromHalf(type, half), static_cast<float>(value)) << bits;
      ASSERT_EQ(roundToHalf(type, value), half) << bits;
    }
  }
}

TEST(Half, TiesRoundToEven) {
  for (const Half type : kTypes) {
    const int infinity = type == Half::float16 ? 0x7C00 : 0x7F80;
    for (int bits = 0; bits < infinity; ++bits) {
      const auto low = static_cast<std::uint16_t>(bits);
      const auto high = static_cast<std::uint16_t>(bits + 1);
      // After the largest number, the boundary is where the next number would be.
      const double step = bits + 1 == infinity ? defined(type, low) - defined(type, low - 1)
                                               : defined(type, high) - defined(type, low);
      const double middle = defined(type, low) + step / 2;
      const auto even = static_cast<std::uint16_t>(bits + (bits & 1));
      for (const double sign : {1.0, -1.0}) {
        const int signBit = sign < 0 ? 0x8000 : 0;
        ASSERT_EQ(roundToHalf(type, sign * middle), even | signBit) << bits;
        ASSERT_EQ(roundToHalf(type, sign * std::nextafter(middle, 0)), low | signBit) << bits;
        ASSERT_EQ(roundToHalf(type, sign * std::nextafter(middle, 1e300)), high | signBit) << bits;
      }
    }
    EXPECT_EQ(roundToHalf(type, 1e300), infinity);
    EXPECT_EQ(roundToHalf(type, -std::numeric_limits<double>::infinity()), infinity | 0x8000);
    EXPECT_EQ(roundToHalf(type, 1e-300), 0);
    EXPECT_EQ(roundToHalf(type, std::numeric_limits<double>::denorm_min()), 0);
  }
}

}  // namespace
}  // namespace posenc::test

// Types of 16 bits: every number of them, every boundary between two, and encodings rounded once.
#include "base/half.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "reference.hpp"

namespace posenc::test {
namespace {

constexpr Half kTypes[] = {Half::float16, Half::bfloat16};

/// The value of a half from its definition: sign, exponent, mantissa.
double defined(Half type, std::uint16_t half) {
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

TEST(Half, EveryNumberIsWhatItsBitsSayAndRoundsToItself) {
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

TEST(Half, EveryBoundaryGoesToEvenAndItsSidesToTheNearest) {
  for (const Half type : kTypes) {
    const int infinity = type == Half::float16 ? 0x7C00 : 0x7F80;
    for (int bits = 0; bits < infinity; ++bits) {
      const auto low = static_cast<std::uint16_t>(bits);
      const auto high = static_cast<std::uint16_t>(bits + 1);
      // Behind the largest number, the boundary is where the next would be.
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

/// Whether no neighbour is nearer, so far as the reference itself is exact.
bool isNearest(Half type, std::uint16_t found, double exact) {
  const double distance = std::abs(defined(type, found) - exact);
  for (const int step : {-1, 1}) {
    const double neighbour = defined(type, static_cast<std::uint16_t>(found + step));
    if (std::abs(neighbour - exact) + 1e-12 < distance) return false;
  }
  return distance < 0.1;
}

std::vector<Grid> grids() {
  std::vector<Grid> result;
  for (const bool channelsFirst : {false, true}) {
    for (const Layout layout : {Layout::interleaved, Layout::concatenated}) {
      for (const std::vector<std::int64_t>& lengths : {std::vector<std::int64_t>{3000}, {20, 31}}) {
        Grid grid(lengths, 27);
        grid.spec.channelsFirst = channelsFirst;
        grid.spec.layout = layout;
        grid.spec.phase = channelsFirst ? Phase::cosSin : Phase::sinCos;
        grid.spec.split = lengths.size() == 2 ? Split::padded : Split::even;
        grid.spec.angles = layout == Layout::concatenated ? Angles::float32 : Angles::exact;
        grid.axes[0].offset = -17.25;
        grid.axes[0].step = 0.75;
        result.push_back(grid);
      }
    }
  }
  return result;
}

double expectedAt(const Grid& grid, std::int64_t index) {
  const std::int64_t channels = grid.spec.channels;
  const std::int64_t points = grid.points();
  return grid.spec.channelsFirst ? expected(grid, index % points, index / points)
                                 : expected(grid, index / channels, index % channels);
}

TEST(Half, EncodingsAreTheExactValuesRoundedOnce) {
  for (const Half type : kTypes) {
    for (const Grid& grid : grids()) {
      SinusoidalPlan plan;
      ASSERT_TRUE(plan.make(grid.get()).ok());
      std::vector<std::uint16_t> out(static_cast<std::size_t>(plan.size()));
      plan.encodeHalf(type, 0, plan.size(), out.data());
      for (std::int64_t i = 0; i < plan.size(); ++i) {
        ASSERT_TRUE(isNearest(type, out[static_cast<std::size_t>(i)], expectedAt(grid, i))) << i;
      }
    }
  }
}

TEST(Half, SumsAreRoundedOnce) {
  std::mt19937_64 random(8);
  for (const Half type : kTypes) {
    for (const Grid& grid : grids()) {
      SinusoidalPlan plan;
      ASSERT_TRUE(plan.make(grid.get()).ok());
      const std::int64_t size = plan.size();
      std::vector<std::uint16_t> x(static_cast<std::size_t>(2 * size));
      for (std::uint16_t& half : x) {
        half = roundToHalf(type, static_cast<double>(random() % 8000) / 1000 - 4);
      }
      std::vector<std::uint16_t> out(x.size());
      plan.addHalf(type, 0, 2 * size, x.data(), out.data());
      for (std::int64_t i = 0; i < 2 * size; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const double exact = defined(type, x[at]) + expectedAt(grid, i % size);
        ASSERT_TRUE(isNearest(type, out[at], exact)) << i;
      }
      std::vector<std::uint16_t> inPlace = x;
      plan.addHalf(type, 0, 2 * size, inPlace.data(), inPlace.data());
      ASSERT_EQ(inPlace, out);
    }
  }
}

}  // namespace
}  // namespace posenc::test

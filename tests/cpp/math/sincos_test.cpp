// Sine and cosine in double and float32, compared with long double where it is wider than double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "base/accuracy.hpp"
#include "math/sincos_double.hpp"
#include "math/sincos_float.hpp"

namespace posenc::test {
namespace {

/// std::bit_cast, which the oldest supported standard library lacks.
float floatOf(std::uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}
std::uint32_t bitsOf(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

TEST(Sincos, ProductUsesTheExactAngle) {
  if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "long double is double here";
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> uniform(-1, 1);
  // The reference rounds its angle with a relative error of 2^-64.
  for (const auto& [reach, bound] :
       {std::pair{8.0, kSineInDouble}, {4096.0, 8e-16}, {kBoundedAngle, 2e-12}}) {
    for (int i = 0; i < 5000; ++i) {
      const double position = uniform(random) * reach;
      const double frequency = uniform(random);
      const SinCos found = sinCosOfProduct({position, 0}, frequency);
      const long double angle = static_cast<long double>(position) * frequency;
      EXPECT_NEAR(found.sin, static_cast<double>(std::sin(angle)), bound) << position;
      EXPECT_NEAR(found.cos, static_cast<double>(std::cos(angle)), bound) << position;
    }
  }
}

/// Float32 angles from 0 to 8 pi, 512 ulps apart, and larger ones.
TEST(Sincos, Float32RadiansAreWithinTheBound) {
  double largest = 0;
  const auto check = [&](float angle) {
    alignas(16) float sin[4];
    alignas(16) float cos[4];
    const SinCos4 found = sinCosOfRadians(Float4(angle));
    found.sin.store_aligned(sin);
    found.cos.store_aligned(cos);
    const auto exact = static_cast<double>(angle);
    largest =
        std::max({largest, std::abs(sin[0] - std::sin(exact)), std::abs(cos[2] - std::cos(exact))});
  };
  const std::uint32_t eightPi = bitsOf(25.132741F);
  for (std::uint32_t bits = 0; bits < eightPi; bits += 64 * 8) {
    check(floatOf(bits));
    check(-floatOf(bits));
  }
  const std::uint32_t end = bitsOf(static_cast<float>(kBoundedAngle));
  for (std::uint32_t bits = eightPi; bits < end; bits += 64 * 5) check(floatOf(bits));
  EXPECT_LE(largest, kInNoOrder);
}

}  // namespace
}  // namespace posenc::test

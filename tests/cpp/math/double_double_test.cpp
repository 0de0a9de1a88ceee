// Sums and products of two doubles are exact, compared with long double and fma.
#include "math/double_double.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace posenc::test {
namespace {

TEST(DoubleDouble, ProductsAndSumsAreExact) {
  if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "long double is double here";
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int i = 0; i < 10000; ++i) {
    const double a = std::ldexp(uniform(random), static_cast<int>(random() % 60) - 20);
    const double b = std::ldexp(uniform(random), static_cast<int>(random() % 60) - 30);
    const DoubleDouble sum = twoSum(a, b);
    EXPECT_EQ(static_cast<long double>(a) + b, static_cast<long double>(sum.high) + sum.low);
    const DoubleDouble product = twoProduct(a, b);
    EXPECT_EQ(product.high, a * b);
    EXPECT_EQ(product.low, std::fma(a, b, -product.high));
  }
}

}  // namespace
}  // namespace posenc::test

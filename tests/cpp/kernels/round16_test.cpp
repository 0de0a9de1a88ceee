// Rounding to 16 bits computes the exact value if the float32 value is ambiguous.
#include "kernels/round16.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "support/half_reference.hpp"

namespace posenc::test {
namespace {

/// Exact values in [-1, 1], many of them next to a boundary between two 16-bit numbers.
std::vector<double> exactValues(Half type) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> values(10000);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint16_t half = roundToHalf(type, uniform(random));
    const double value = defined(type, half);
    const double next = defined(type, static_cast<std::uint16_t>(half + 1));
    values[i] = i % 2 == 0 ? uniform(random) : (value + next) / 2 + 1e-9 * uniform(random);
  }
  return values;
}

/// Runs of the same length.
auto runOf(std::int64_t length) {
  return [length](std::int64_t /*done*/, std::int64_t most) { return std::min(length, most); };
}

TEST(Round16, RoundsTheExactValueOnce) {
  for (const Half type : kTypes) {
    const std::vector<double> exact = exactValues(type);
    const auto count = static_cast<std::int64_t>(exact.size());
    std::vector<std::uint16_t> out(exact.size());
    std::int64_t asked = 0;
    round16(
        type, Slack::absolute, count, nullptr, out.data(), runOf(300),
        [&](std::int64_t start, std::int64_t run, float* values) {
          // Float32 values with the allowed error, which includes rounding to float32.
          for (std::int64_t i = 0; i < run; ++i) {
            constexpr double kError = kValueBound - kPlace;
            const double error = (start + i) % 3 == 0 ? kError : -kError;
            values[i] = static_cast<float>(exact[static_cast<std::size_t>(start + i)] + error);
          }
        },
        [&](std::int64_t i) {
          ++asked;
          return exact[static_cast<std::size_t>(i)];
        });
    for (std::size_t i = 0; i < exact.size(); ++i) {
      ASSERT_EQ(out[i], roundToHalf(type, exact[i])) << exact[i];
    }
    EXPECT_GT(asked, 0);
    EXPECT_LT(asked, count);
  }
}

TEST(Round16, AddsBeforeRounding) {
  for (const Half type : kTypes) {
    const std::vector<double> exact = exactValues(type);
    const auto count = static_cast<std::int64_t>(exact.size());
    std::vector<std::uint16_t> out(exact.size(), roundToHalf(type, 1.5));
    // x is out.
    round16(
        type, Slack::relative, count, out.data(), out.data(), runOf(kHalfRun),
        [&](std::int64_t start, std::int64_t run, float* values) {
          for (std::int64_t i = 0; i < run; ++i) {
            values[i] = static_cast<float>(exact[static_cast<std::size_t>(start + i)]);
          }
        },
        [&](std::int64_t i) { return exact[static_cast<std::size_t>(i)]; });
    for (std::size_t i = 0; i < exact.size(); ++i) {
      ASSERT_EQ(out[i], roundToHalf(type, 1.5 + exact[i])) << exact[i];
    }
  }
}

}  // namespace
}  // namespace posenc::test

// Frequencies of every scaling, compared with the formulas in long double.
#include "rotary/scaling.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

namespace posenc::test {
namespace {

constexpr std::int64_t kPairs = 32;
constexpr long double kTwoPi = 6.283185307179586476925286766559L;

using Formula = std::function<long double(std::int64_t)>;

long double plain(long double theta, std::int64_t pair) {
  return std::pow(theta, -static_cast<long double>(pair) / kPairs);
}

void expectFrequencies(const RotarySpec& spec, double length, const Formula& formula) {
  Buffer<double> out;
  ASSERT_TRUE(makeRotaryFrequencies(spec, length, out));
  for (std::int64_t j = 0; j < kPairs; ++j) {
    const auto expected = static_cast<double>(formula(j));
    EXPECT_NEAR(out[j], expected, 1e-14 * std::abs(expected)) << j;
  }
}

TEST(Scaling, NoneAndLinear) {
  RotarySpec spec{.headDim = 2 * kPairs, .pairs = kPairs, .theta = 500000};
  expectFrequencies(spec, 1, [](std::int64_t j) { return plain(500000, j); });
  spec.scaling = Scaling::linear;
  spec.factor = 2.5;
  expectFrequencies(spec, 1e6, [](std::int64_t j) { return plain(500000, j) / 2.5L; });
  EXPECT_EQ(attentionScaling(spec), 1);
}

TEST(Scaling, DynamicDependsOnTheLength) {
  const RotarySpec spec{
      .pairs = kPairs, .scaling = Scaling::dynamic, .factor = 4, .originalLength = 2048};
  for (const double length : {1.0, 2048.0}) {
    EXPECT_EQ(lengthKey(spec, length), 0);
    expectFrequencies(spec, length, [](std::int64_t j) { return plain(10000, j); });
  }
  for (const double length : {2049.0, 100000.0}) {
    EXPECT_EQ(lengthKey(spec, length), length);
    const long double stretch = 4.0L * length / 2048 - 3;
    const long double theta = 10000 * std::pow(stretch, 64.0L / 62);
    expectFrequencies(spec, length, [&](std::int64_t j) { return plain(theta, j); });
  }
}

TEST(Scaling, YarnHasARamp) {
  RotarySpec spec{.pairs = kPairs,
                  .theta = 150000,
                  .scaling = Scaling::yarn,
                  .factor = 32,
                  .originalLength = 4096,
                  .truncate = false};
  const auto pairOf = [&](long double rotations) {
    return 2 * kPairs * std::log(4096 / (rotations * kTwoPi)) / (2 * std::log(150000.0L));
  };
  for (const bool truncate : {false, true}) {
    spec.truncate = truncate;
    const long double low = truncate ? std::floor(pairOf(32)) : pairOf(32);
    const long double high = truncate ? std::ceil(pairOf(1)) : pairOf(1);
    expectFrequencies(spec, 1, [&](std::int64_t j) {
      const long double ramp =
          std::clamp((static_cast<long double>(j) - low) / (high - low), 0.0L, 1.0L);
      return plain(150000, j) * ((1 - ramp) + ramp / 32);
    });
  }
  EXPECT_NEAR(attentionScaling(spec), 0.1 * std::log(32) + 1, 1e-15);
  spec.mscale = 1;
  spec.mscaleAllDim = 0.5;
  EXPECT_NEAR(attentionScaling(spec), (0.1 * std::log(32) + 1) / (0.05 * std::log(32) + 1), 1e-15);
  spec.attentionFactor = 1.25;
  EXPECT_EQ(attentionScaling(spec), 1.25);
}

TEST(Scaling, LongRopeSwitchesItsFactors) {
  std::vector<double> shortFactor;
  std::vector<double> longFactor;
  for (std::int64_t j = 0; j < kPairs; ++j) {
    shortFactor.push_back(1 + 0.01 * static_cast<double>(j));
    longFactor.push_back(2 + 3 * static_cast<double>(j));
  }
  const RotarySpec spec{.pairs = kPairs,
                        .scaling = Scaling::longrope,
                        .factor = 32,
                        .originalLength = 4096,
                        .shortFactor = shortFactor.data(),
                        .longFactor = longFactor.data()};
  for (const double length : {4096.0, 4097.0}) {
    const std::vector<double>& factors = length > 4096 ? longFactor : shortFactor;
    EXPECT_EQ(lengthKey(spec, length), length > 4096 ? 1 : 0);
    expectFrequencies(spec, length, [&](std::int64_t j) {
      return plain(10000, j) / factors[static_cast<std::size_t>(j)];
    });
  }
  EXPECT_NEAR(attentionScaling(spec), std::sqrt(1 + std::log(32.0) / std::log(4096.0)), 1e-15);
}

TEST(Scaling, Llama3DependsOnTheWavelength) {
  RotarySpec spec{.pairs = kPairs,
                  .theta = 500000,
                  .scaling = Scaling::llama3,
                  .factor = 8,
                  .originalLength = 8192,
                  .lowFreqFactor = 1,
                  .highFreqFactor = 4};
  const auto formula = [&](std::int64_t j) -> long double {
    const long double w = plain(500000, j);
    const long double wavelength = kTwoPi / w;
    if (wavelength > 8192 / spec.lowFreqFactor) return w / 8;
    if (wavelength < 8192 / spec.highFreqFactor) return w;
    const long double part = (8192 / wavelength - 1) / 3;
    return (1 - part) * w / 8 + part * w;
  };
  expectFrequencies(spec, 1, formula);
  // Without a middle band nothing is divided by zero.
  spec.highFreqFactor = 1;
  expectFrequencies(spec, 1, formula);
}

TEST(Scaling, ProportionalLeavesTheLastPairs) {
  const RotarySpec spec{
      .pairs = kPairs, .scaling = Scaling::proportional, .factor = 2, .partial = 0.3};
  expectFrequencies(spec, 1, [](std::int64_t j) { return j < 9 ? plain(10000, j) / 2 : 0.0L; });
}

}  // namespace
}  // namespace posenc::test

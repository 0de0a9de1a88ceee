// Options at the limits of a double: correct values or an error that says why, never NaN, and the
// same bits in both orders.
#include <gtest/gtest.h>

#include "sinusoidal/points.hpp"
#include "support/reference.hpp"

namespace posenc::test {
namespace {

std::vector<float> encodeIn(Grid grid, bool channelsFirst) {
  grid.spec.channelsFirst = channelsFirst;
  return encodeAll(grid);
}

/// Channels last and channels first have the same bits.
void expectSameInBothOrders(const Grid& grid) {
  const std::vector<float> rows = encodeIn(grid, false);
  const std::vector<float> columns = encodeIn(grid, true);
  ASSERT_EQ(rows.size(), columns.size());
  const auto points = static_cast<std::size_t>(grid.points());
  const auto channels = static_cast<std::size_t>(grid.spec.channels);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const float row = rows[i];
    const float column = columns[i % channels * points + i / channels];
    // Zeros of either sign compare equal.
    ASSERT_TRUE(row == column && std::signbit(row) == std::signbit(column))
        << row << " and " << column << " at " << i << (std::signbit(row) ? ", negative" : "");
  }
}

Grid withFrequency(std::int64_t length, const double& frequency) {
  Grid grid({length}, 2);
  grid.axes[0].frequencies = &frequency;
  grid.axes[0].frequencyCount = 1;
  return grid;
}

TEST(Extremes, OneRowIgnoresTheStep) {
  for (const double step : {1e306, -1e306, 1e-306}) {
    for (const double offset : {0.0, 3.0, -3.0}) {
      Grid grid({1}, 6);
      grid.axes[0].step = step;
      grid.axes[0].offset = offset;
      EXPECT_LE(largestError(grid, encodeAll(grid)), kBound) << step << " from " << offset;
    }
  }
  // A step of far more than a period, where the row itself is near zero.
  const double frequency = 1e100;
  Grid grid = withFrequency(1, frequency);
  grid.axes[0].step = 1e10;
  grid.axes[0].offset = -1e-100;
  EXPECT_LE(largestError(grid, encodeAll(grid)), kBound);
}

TEST(Extremes, TinyPositionsWithLargeFrequencies) {
  for (const double frequency : {1e270, 1e300, 1.7e308}) {
    for (const double turn : {1.0, -1.0, 40.0}) {
      Grid grid = withFrequency(100, frequency);
      grid.axes[0].offset = 1 / frequency;
      grid.axes[0].step = turn / frequency;
      EXPECT_LE(largestError(grid, encodeAll(grid)), kBound) << frequency << ", " << turn;
      expectSameInBothOrders(grid);
      std::vector<double> positions(100);
      for (std::size_t i = 0; i < positions.size(); ++i) {
        positions[i] = (static_cast<double>(i) - 50) / frequency;
      }
      grid.axes[0].positions = positions.data();
      EXPECT_LE(largestError(grid, encodeAll(grid)), kBound) << frequency << ", given";
    }
  }
  Grid scales({3}, 2);
  scales.spec.timescales = {.min = 1e-308, .max = 1e-308, .shift = 0};
  scales.axes[0].step = 1e-308;
  EXPECT_LE(largestError(scales, encodeAll(scales)), kBound);
}

TEST(Extremes, AnglesUpToTheLimitWorkWithAnchorsBeforeThem) {
  // Anchors are up to kFineRows * kRowsPerAnchor steps before the first row: here at that many
  // times the limit.
  constexpr double kRowsBefore = kHalfFineRows + 1;
  for (int power = 20; kRowsBefore * std::ldexp(1.0, power) <= kMaxAngle; ++power) {
    const double step = std::ldexp(1.0, power);
    const double frequency = 1;
    Grid grid = withFrequency(20, frequency);
    grid.axes[0].offset = -kRowsBefore * step;
    grid.axes[0].step = step;
    EXPECT_LE(largestError(grid, encodeAll(grid)), kBound) << "2^" << power;
    expectSameInBothOrders(grid);
  }
}

TEST(Extremes, SinesBelowFloat32AreTheSameZeroInEveryOrder) {
  constexpr double kAnchor = kFineRows * kRowsPerAnchor;
  for (const double frequency : {1e-300, 1e-60, 1e-46, 1e-44}) {
    for (const double offset : {0.0, 5.0, -40.0, -kAnchor}) {
      for (const double step : {1.0, -1.0}) {
        for (const Phase phase : {Phase::sinCos, Phase::cosSin}) {
          Grid grid = withFrequency(90, frequency);
          grid.axes[0].offset = offset;
          grid.axes[0].step = step;
          grid.spec.phase = phase;
          expectSameInBothOrders(grid);
        }
      }
    }
  }
}

TEST(Extremes, AnyMagnitudeIsCorrectOrRefused) {
  std::mt19937_64 random(12);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int accepted = 0;
  for (int round = 0; round < 4000; ++round) {
    const double frequency =
        std::ldexp(1 + uniform(random) / 2, static_cast<int>(random() % 2040) - 1020);
    // Most angles are within kBoundedAngle, for which the bound holds.
    const double reach = std::ldexp(1.0, static_cast<int>(random() % 30) - 6) / frequency;
    Grid grid = withFrequency(1 + static_cast<std::int64_t>(random() % 40), frequency);
    grid.axes[0].offset = uniform(random) * reach;
    grid.axes[0].step = uniform(random) * reach / 40;
    if (random() % 4 == 0)
      grid.axes[0].step = std::ldexp(uniform(random), static_cast<int>(random() % 2000) - 1000);
    SinusoidalPlan plan;
    const Status status = plan.make(grid.get());
    if (!status.ok()) {
      ASSERT_TRUE(status.error == Error::positionTooLarge || status.error == Error::angleTooLarge);
      continue;
    }
    double angle = 0;
    for (std::int64_t i = 0; i < grid.axes[0].length; ++i) {
      angle =
          std::max(angle, std::abs(static_cast<double>(positionOf(grid.axes[0], i) * frequency)));
    }
    if (angle > kBoundedAngle) continue;
    ++accepted;
    ASSERT_LE(largestError(grid, encodeAll(grid)), kBound)
        << "frequency " << frequency << ", offset " << grid.axes[0].offset << ", step "
        << grid.axes[0].step << ", length " << grid.axes[0].length;
    expectSameInBothOrders(grid);
  }
  EXPECT_GT(accepted, 1000);
}

TEST(Extremes, FrequenciesAndTimescalesBeyondTheTypeAreRefused) {
  const auto errorOf = [](const Grid& grid) {
    SinusoidalPlan plan;
    PointEncoding points;
    const Status status = plan.make(grid.get());
    EXPECT_EQ(points.make(grid.get()).error, status.error);
    return status.error;
  };
  Grid grid({1}, 6);
  grid.spec.timescales.min = 1e-309;
  grid.spec.timescales.max = 1e-309;
  EXPECT_EQ(errorOf(grid), Error::frequencyTooLarge);
  grid.spec.timescales = {.min = 1e-200, .max = 1e200, .shift = 0};
  EXPECT_EQ(errorOf(grid), Error::timescaleRatio);
  grid.spec.timescales = {.min = 1e200, .max = 1e-200, .shift = 0};
  EXPECT_EQ(errorOf(grid), Error::timescaleRatio);
  const double frequency = 1e39;
  Grid rounded = withFrequency(1, frequency);
  EXPECT_EQ(errorOf(rounded), Error::none);
  rounded.spec.angles = Angles::float32;
  EXPECT_EQ(errorOf(rounded), Error::frequencyTooLarge);
}

}  // namespace
}  // namespace posenc::test

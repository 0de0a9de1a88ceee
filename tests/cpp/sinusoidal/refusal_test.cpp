// Inconsistent options give an error with its axis and both numbers.
#include <gtest/gtest.h>

#include "sinusoidal/points.hpp"
#include "support/reference.hpp"

namespace posenc::test {
namespace {

void expectError(const Grid& grid, Error error, int axis, double actual, double limit) {
  SinusoidalPlan plan;
  const Status status = plan.make(grid.get());
  EXPECT_EQ(status.error, error);
  EXPECT_EQ(status.axis, axis);
  EXPECT_EQ(status.actual, actual);
  EXPECT_EQ(status.expected, limit);
}

TEST(Refusal, AnAxisWithoutChannels) {
  expectError(Grid({2, 3}, 1), Error::emptyAxis, 1, 1, 0);
  Grid padded({2, 3, 4}, 5);
  padded.spec.split = Split::padded;
  expectError(padded, Error::emptyAxis, 0, 5, 0);
  Grid ordered({2, 3}, 2);
  ordered.axisOrder = {1, 0};
  expectError(ordered, Error::emptyAxis, 0, 2, 0);
}

TEST(Refusal, WidthsThatAreOddOrTooLarge) {
  Grid grid({2, 3}, 8);
  grid.spec.split = Split::widths;
  grid.axes[0].width = 4;
  grid.axes[1].width = 3;
  expectError(grid, Error::splitOdd, 1, 3, 0);
  grid.axes[1].width = 6;
  expectError(grid, Error::splitTooWide, -1, 10, 8);
}

TEST(Refusal, WrongNumberOfFrequencies) {
  const std::vector<double> frequencies{1, 0.5, 0.25};
  Grid grid({2, 3}, 8);
  grid.axes[1].frequencies = frequencies.data();
  grid.axes[1].frequencyCount = 3;
  expectError(grid, Error::frequencyCount, 1, 3, 2);
}

TEST(Refusal, AShiftThatLeavesNoPairs) {
  Grid grid({2}, 8);
  grid.spec.timescales.shift = 4;
  expectError(grid, Error::timescaleShift, 0, 4, 4);
  // With a single pair the exponent is 0 whatever the shift.
  Grid single({2}, 2);
  single.spec.timescales.shift = 1;
  EXPECT_EQ(encodeAll(single).size(), 4U);
}

TEST(Refusal, MoreValuesThanCanBeCounted) {
  expectError(Grid({std::int64_t{1} << 30, std::int64_t{1} << 20}, 8), Error::tooManyValues, -1,
              std::ldexp(1.0, 53), kMaxValues);
}

TEST(Refusal, PositionsAndAnglesTooLarge) {
  Grid far({2}, 4);
  far.axes[0].offset = 1e16;
  expectError(far, Error::positionTooLarge, 0, 1e16, kMaxPosition);
  const std::vector<double> positions{0, -4e15};
  Grid given({2}, 4);
  given.axes[0].positions = positions.data();
  expectError(given, Error::angleTooLarge, 0, 4e15, kMaxAngle);
  const std::vector<double> frequencies{1e300, 1};
  Grid fast({2}, 4);
  fast.axes[0].frequencies = frequencies.data();
  fast.axes[0].frequencyCount = 2;
  expectError(fast, Error::angleTooLarge, 0, 1e300, kMaxAngle);
}

TEST(Refusal, TablesTooLargeForMemory) {
  Grid grid({4096}, std::int64_t{1} << 40);
  SinusoidalPlan plan;
  EXPECT_EQ(plan.make(grid.get()).error, Error::outOfMemory);
}

TEST(Refusal, PointsAreRefusedLikeGrids) {
  PointEncoding plan;
  const Status status = plan.make(Grid({1, 1}, 1).get());
  EXPECT_EQ(status.error, Error::emptyAxis);
  EXPECT_EQ(status.axis, 1);
}

}  // namespace
}  // namespace posenc::test

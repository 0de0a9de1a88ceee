// Encodings of points have the values of a grid at the same coordinates.
#include "sinusoidal/points.hpp"

#include <gtest/gtest.h>

#include "support/reference.hpp"

namespace posenc::test {
namespace {

/// The definition is that of a one-point grid whose position is the coordinate.
Grid at(const Grid& grid, const std::vector<double>& coordinates) {
  Grid point = grid;
  for (std::size_t axis = 0; axis < point.axes.size(); ++axis) {
    point.axes[axis].length = 1;
    point.axes[axis].offset = coordinates[axis];
  }
  return point;
}

TEST(Points, AreWithinTheBoundForEveryOrderAndSplit) {
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> uniform(-kBoundedAngle, kBoundedAngle);
  for (const std::size_t axes : {1, 2, 3, 5}) {
    for (int order = 0; order < 32; ++order) {
      Grid grid(std::vector<std::int64_t>(axes, 1), 31);
      grid.spec.layout = static_cast<Layout>(order & 1);
      grid.spec.phase = static_cast<Phase>((order >> 1) & 1);
      grid.spec.split = static_cast<Split>((order >> 2) & 1);
      grid.spec.angles = static_cast<Angles>((order >> 3) & 1);
      grid.spec.channelsFirst = order >= 16;
      grid.spec.allowEmptyAxes = true;
      constexpr std::int64_t kCount = 2 * PointPhases::kRun + 2;
      std::vector<double> points(kCount * axes);
      for (double& coordinate : points)
        coordinate = uniform(random) / static_cast<double>(1 + random() % 1000);
      PointEncoding plan;
      ASSERT_TRUE(plan.make(grid.get()).ok());
      std::vector<float> out(kCount * 31 + 1, 99.0F);
      plan.encode(points.data(), kCount, out.data());
      for (std::int64_t i = 0; i < kCount; ++i) {
        const auto start =
            points.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(i) * axes);
        const Grid point = at(grid, {start, start + static_cast<std::ptrdiff_t>(axes)});
        for (std::int64_t c = 0; c < 31; ++c) {
          const std::int64_t place = grid.spec.channelsFirst ? c * kCount + i : i * 31 + c;
          ASSERT_NEAR(out[static_cast<std::size_t>(place)], expected(point, 0, c), kBound)
              << i << ' ' << c;
        }
      }
      EXPECT_EQ(out.back(), 99.0F);
    }
  }
}

TEST(Points, LargestCoordinateFollowsFromTheFrequencies) {
  Grid grid({1}, 4);
  PointEncoding plan;
  ASSERT_TRUE(plan.make(grid.get()).ok());
  EXPECT_EQ(plan.largestCoordinate(), kMaxAngle);
  const std::vector<double> frequencies{1024, 1};
  grid.axes[0].frequencies = frequencies.data();
  grid.axes[0].frequencyCount = 2;
  PointEncoding fast;
  ASSERT_TRUE(fast.make(grid.get()).ok());
  EXPECT_EQ(fast.largestCoordinate(), kMaxAngle / 1024);
}

}  // namespace
}  // namespace posenc::test

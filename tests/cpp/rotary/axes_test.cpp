// Rotary embeddings of several axes: which axis a pair follows, and sines and cosines of sums of
// products compared with long double.
#include "rotary/axes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "rotary/plan.hpp"
#include "rotary/scaling.hpp"

namespace posenc::test {
namespace {

/// The axis whose coordinate changes the angle of each pair.
std::vector<int> axisOfPairs(const RotarySpec& spec) {
  Buffer<double> frequencies;
  EXPECT_TRUE(makeRotaryFrequencies(spec, 1, frequencies));
  RotaryAxes axes;
  EXPECT_TRUE(axes.make(spec, frequencies));
  std::vector<int> found(static_cast<std::size_t>(spec.pairs), -1);
  for (int axis = 0; axis < spec.axes; ++axis) {
    std::vector<double> position(static_cast<std::size_t>(spec.axes));
    position[static_cast<std::size_t>(axis)] = 1;
    const SinCos* const row = axes.at(position.data(), 0);
    for (std::size_t pair = 0; pair < found.size(); ++pair) {
      if (row[pair].sin == 0) continue;
      EXPECT_EQ(found[pair], -1);
      found[pair] = axis;
    }
  }
  return found;
}

TEST(RotaryAxes, SectionsFollowTheAxesInTurn) {
  const double sections[] = {2, 1, 1, 3, 0, 1};
  const RotarySpec spec{
      .headDim = 16, .pairs = 8, .axes = 3, .sectionCount = 6, .sections = sections};
  EXPECT_EQ(axisOfPairs(spec), (std::vector<int>{0, 0, 1, 2, 0, 0, 0, 2}));
}

TEST(RotaryAxes, InterleavedSectionsLeaveTheRestToTheFirstAxis) {
  const double sections[] = {4, 2, 2};
  RotarySpec spec{.headDim = 16,
                  .pairs = 8,
                  .axes = 3,
                  .interleaved = true,
                  .sectionCount = 3,
                  .sections = sections};
  EXPECT_EQ(axisOfPairs(spec), (std::vector<int>{0, 1, 2, 0, 1, 2, 0, 0}));
  const double first[] = {8, 0, 0};
  spec.sections = first;
  EXPECT_EQ(axisOfPairs(spec), std::vector<int>(8, 0));
}

TEST(RotaryAxes, BlocksHaveFrequenciesOfTheirOwn) {
  const double axisPairs[] = {2, 0, 3};
  const RotarySpec spec{.headDim = 10, .pairs = 5, .axes = 3, .axisPairs = axisPairs};
  EXPECT_EQ(axisOfPairs(spec), (std::vector<int>{0, 0, 2, 2, 2}));
  Buffer<double> found;
  ASSERT_TRUE(makeRotaryFrequencies(spec, 1, found));
  for (int j = 0; j < 2; ++j) EXPECT_DOUBLE_EQ(found[j], std::pow(1e4, -j / 2.0));
  for (int j = 0; j < 3; ++j) EXPECT_DOUBLE_EQ(found[2 + j], std::pow(1e4, -j / 3.0));
}

TEST(RotaryAxes, SumsOfProductsAreExact) {
  constexpr std::int64_t kHeads = 2;
  constexpr std::int64_t kAxes = 3;
  constexpr std::int64_t kPairs = 7;
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-3, 3);
  std::vector<double> matrix(kHeads * kAxes * kPairs);
  for (double& weight : matrix) weight = uniform(random);
  const RotarySpec spec{.headDim = 2 * kPairs,
                        .pairs = kPairs,
                        .axes = kAxes,
                        .matrixHeads = kHeads,
                        .matrix = matrix.data()};
  RotaryAxes axes;
  ASSERT_TRUE(axes.make(spec, {}));
  for (int trial = 0; trial < 2000; ++trial) {
    // Few different coordinates, so that kept ones are used; halves, negative and large ones.
    double position[kAxes];
    for (double& x : position) {
      x = std::floor(uniform(random) * 4) / 2 * (trial % 5 == 0 ? 1e6 : 1);
    }
    const std::int64_t head = trial % kHeads;
    const SinCos* const row = axes.at(position, head);
    for (std::int64_t pair = 0; pair < kPairs; ++pair) {
      long double angle = 0;
      for (std::int64_t axis = 0; axis < kAxes; ++axis) {
        angle += static_cast<long double>(position[axis]) *
                 matrix[static_cast<std::size_t>((head * kAxes + axis) * kPairs + pair)];
      }
      // A sum of long doubles near 1e7 has an error of 1e-12 itself.
      const double bound = trial % 5 == 0 ? 4e-12 : 1e-15;
      ASSERT_NEAR(row[pair].sin, static_cast<double>(std::sin(angle)), bound);
      ASSERT_NEAR(row[pair].cos, static_cast<double>(std::cos(angle)), bound);
    }
  }
}

TEST(RotaryAxes, EqualCoordinatesGiveTheBitsOfOneAxis) {
  const double sections[] = {3, 2, 3};
  RotarySpec spec{.headDim = 16, .pairs = 8, .axes = 3, .sectionCount = 3, .sections = sections};
  RotaryPlan several;
  ASSERT_TRUE(several.make(spec));
  RotaryPlan one;
  ASSERT_TRUE(one.make({.headDim = 16, .pairs = 8}));
  constexpr std::int64_t kRows = 100;
  std::vector<double> list;
  for (std::int64_t i = 0; i < kRows; ++i) list.insert(list.end(), 3, static_cast<double>(i * 37));
  std::vector<double> ids;
  for (std::int64_t i = 0; i < kRows; ++i) ids.push_back(static_cast<double>(i * 37));
  for (const DType dtype : {DType::float32, DType::bfloat16, DType::float64}) {
    std::vector<double> tables[4];
    for (auto& table : tables) table.assign(kRows * 8, 0);
    several.writeTables(TableForm::half, dtype, {}, several.positionsAt(list.data(), 0), kRows, 0,
                        tables[0].data(), tables[1].data());
    one.writeTables(TableForm::half, dtype, {}, one.positionsAt(ids.data(), 0), kRows, 0,
                    tables[2].data(), tables[3].data());
    EXPECT_EQ(tables[0], tables[2]);
    EXPECT_EQ(tables[1], tables[3]);
  }
}

}  // namespace
}  // namespace posenc::test

// Positions of M-RoPE, compared with a plain loop over tokens, and what is refused.
#include "positions/mrope.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace posenc::test {
namespace {

using Ids = std::vector<std::int32_t>;

struct Positions3 {
  MropeStatus status;
  Ids positions;
  Ids ends;
  Ids deltas;
};

Positions3 run(MropeSpec spec, const Ids& types, const std::vector<Grid>& grids,
               const Ids& mask = {}) {
  spec.tokens = types.data();
  spec.grids = grids.data();
  if (!mask.empty()) spec.mask = mask.data();
  if (spec.length == 0) spec.length = static_cast<std::int64_t>(types.size());
  Positions3 result{{},
                    Ids(3 * types.size(), -7),
                    Ids(static_cast<std::size_t>(spec.batch)),
                    Ids(static_cast<std::size_t>(spec.batch))};
  result.status =
      mropePositions(spec, result.positions.data(), result.ends.data(), result.deltas.data());
  return result;
}

void append(Ids& list, std::size_t count, std::int32_t value) {
  list.insert(list.end(), count, value);
}

/// A prompt with an image after every few tokens, and its positions by the definition.
TEST(Mrope, ManyImagesAreAsTheDefinitionSays) {
  Ids types;
  std::vector<Grid> grids;
  std::vector<Ids> expected(3);
  std::int32_t position = 0;
  for (std::int32_t i = 0; i < 40; ++i) {
    const std::int32_t words = i % 13;
    append(types, static_cast<std::size_t>(words), 0);
    for (std::int32_t j = 0; j < words; ++j, ++position) {
      for (Ids& axis : expected) axis.push_back(position);
    }
    const Grid grid{1, 2 * (1 + i % 7), 2 * (1 + i % 11)};
    grids.push_back(grid);
    for (std::int32_t row = 0; row < grid.rows / 2; ++row) {
      for (std::int32_t column = 0; column < grid.columns / 2; ++column) {
        types.push_back(1);
        expected[0].push_back(position);
        expected[1].push_back(position + row);
        expected[2].push_back(position + column);
      }
    }
    position += std::max(grid.rows, grid.columns) / 2;
  }
  const auto images = static_cast<std::int64_t>(grids.size());
  for (const bool older : {false, true}) {
    const Positions3 found =
        run({.batch = 1, .images = images, .merge = 2, .older = older}, types, grids);
    ASSERT_EQ(found.status.error, MropeError::none);
    Ids all;
    for (const Ids& axis : expected) all.insert(all.end(), axis.begin(), axis.end());
    EXPECT_EQ(found.positions, all);
    EXPECT_EQ(found.ends, Ids{position});
    EXPECT_EQ(found.deltas, Ids{position - static_cast<std::int32_t>(types.size())});
  }
}

TEST(Mrope, PaddingInsideAnImageIsPassedOver) {
  const MropeSpec spec{.batch = 2, .length = 6, .images = 1, .merge = 1};
  const Positions3 found = run(spec, {0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0}, {{1, 1, 3}},
                               {1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 1, 1});
  ASSERT_EQ(found.status.error, MropeError::none);
  EXPECT_EQ(found.positions, (Ids{0, 1, 0, 1, 1, 4, 0, 0, 0, 0, 0, 1,  //
                                  0, 1, 0, 1, 1, 4, 0, 0, 0, 0, 0, 1,  //
                                  0, 1, 0, 2, 3, 4, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(found.ends, (Ids{5, 2}));
  EXPECT_EQ(found.deltas, (Ids{0, 0}));
}

TEST(Mrope, TimeIsMultipliedFirstAndTruncatedOnce) {
  const std::vector<double> seconds{0.7};
  MropeSpec spec{.batch = 1,
                 .videos = 1,
                 .seconds = seconds.data(),
                 .tokensPerSecond = 2,
                 .rules = MropeRules::qwen25};
  const Ids types{2, 2, 2, 2, 0};
  const std::vector<Grid> grids{{4, 1, 1}};
  Positions3 found = run(spec, types, grids);
  ASSERT_EQ(found.status.error, MropeError::none);
  EXPECT_EQ(Ids(found.positions.begin(), found.positions.begin() + 5), (Ids{0, 1, 2, 4, 1}));
  EXPECT_EQ(found.ends, Ids{5});
  spec.older = true;
  found = run(spec, types, grids);
  EXPECT_EQ(found.positions[4], 5);
  spec.rules = MropeRules::qwen3;  // frames are grids of their own
  found = run(spec, types, grids);
  EXPECT_EQ(Ids(found.positions.begin(), found.positions.begin() + 5), (Ids{0, 1, 2, 3, 4}));
}

TEST(Mrope, TokensWithoutGridsAndGridsWithoutTokensAreRefused) {
  const Positions3 none = run({.batch = 1}, {0, 1, 0}, {});
  EXPECT_EQ(none.status.error, MropeError::tokens);
  EXPECT_EQ(none.status.actual, 1);
  EXPECT_EQ(none.status.expected, 0);
  // Larger than any product of int64.
  const std::int32_t huge = 2147483647;
  const Positions3 many = run({.batch = 1, .videos = 1}, {0, 0}, {{huge, huge, huge}});
  EXPECT_EQ(many.status.error, MropeError::tokens);
  EXPECT_TRUE(many.status.isVideo);
  EXPECT_EQ(many.status.expected, std::pow(2147483647.0, 3));
}

TEST(Mrope, AGridThatEndsTooSoonIsRefused) {
  const Positions3 found =
      run({.batch = 1, .images = 2}, {1, 1, 0, 1, 1, 1, 1}, {{1, 1, 2}, {1, 2, 2}});
  EXPECT_EQ(found.status.error, MropeError::none);
  const Positions3 swapped =
      run({.batch = 1, .images = 2}, {1, 1, 0, 1, 1, 1, 1}, {{1, 2, 2}, {1, 1, 2}});
  EXPECT_EQ(swapped.status.error, MropeError::grid);
  EXPECT_EQ(swapped.status.grid, 0);
  EXPECT_EQ(swapped.status.at, 0);
  EXPECT_EQ(swapped.status.actual, 2);
  EXPECT_EQ(swapped.status.expected, 4);
}

TEST(Mrope, AVideoInTwoSequencesIsRefused) {
  for (const MropeRules rules : {MropeRules::qwen2, MropeRules::qwen3}) {
    const Positions3 found = run({.batch = 2, .length = 3, .videos = 1, .rules = rules},
                                 {0, 2, 2, 2, 0, 0}, {{3, 1, 1}});
    EXPECT_EQ(found.status.error, MropeError::grid);
    EXPECT_EQ(found.status.at, 1);
    EXPECT_EQ(found.status.actual, 2);
    EXPECT_EQ(found.status.expected, 3);
  }
}

TEST(Mrope, PositionsThatInt32CannotHoldAreRefused) {
  std::vector<double> seconds{2147483645};
  MropeSpec spec{.batch = 1,
                 .videos = 1,
                 .seconds = seconds.data(),
                 .tokensPerSecond = 1,
                 .rules = MropeRules::qwen25,
                 .older = true};
  Positions3 found = run(spec, {2, 2, 0}, {{2, 1, 1}});
  ASSERT_EQ(found.status.error, MropeError::none);
  EXPECT_EQ(found.positions[2], 2147483646);
  found = run(spec, {2, 2, 0, 0}, {{2, 1, 1}});
  EXPECT_EQ(found.status.error, MropeError::position);
  EXPECT_EQ(found.status.actual, 2147483647);
  for (const double second : {2147483648.0, 1e300, 1e308}) {
    seconds[0] = second;
    spec.tokensPerSecond = 1e100;
    EXPECT_EQ(run(spec, {2, 2, 0}, {{2, 1, 1}}).status.error, MropeError::position);
  }
}

TEST(Mrope, NothingIsNothing) {
  EXPECT_EQ(run({.batch = 0}, {}, {}).status.error, MropeError::none);
  const Positions3 found = run({.batch = 2, .length = 0}, {}, {});
  EXPECT_EQ(found.status.error, MropeError::none);
  EXPECT_EQ(found.deltas, (Ids{0, 0}));
}

}  // namespace
}  // namespace posenc::test

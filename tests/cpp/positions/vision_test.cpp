// Positions of patches, compared with reshaping as the originals do it.
#include "positions/vision.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace posenc::test {
namespace {

using Ids = std::vector<std::int32_t>;

TEST(Vision, PatchesInBlocks) {
  const std::vector<Grid> grids{{2, 6, 3}, {1, 3, 9}};
  constexpr std::int32_t kMerge = 3;
  Ids expected;
  for (const auto& [frames, rows, columns] : grids) {
    const std::int32_t across = columns / kMerge;
    // The patch's place gives its block, and its place in the block.
    for (std::int32_t frame = 0; frame < frames; ++frame) {
      for (std::int32_t i = 0; i < rows * columns; ++i) {
        const std::int32_t block = i / (kMerge * kMerge);
        const std::int32_t inside = i % (kMerge * kMerge);
        expected.push_back(frame);
        expected.push_back(block / across * kMerge + inside / kMerge);
        expected.push_back(block % across * kMerge + inside % kMerge);
      }
    }
  }
  Ids found(expected.size(), -7);
  visionPositions(grids.data(), 2, kMerge, true, found.data());
  EXPECT_EQ(found, expected);
  Ids flat(expected.size() / 3 * 2, -7);
  visionPositions(grids.data(), 2, kMerge, false, flat.data());
  for (std::size_t i = 0; i < flat.size(); ++i) {
    EXPECT_EQ(flat[i], expected[i / 2 * 3 + 1 + i % 2]) << i;
  }
}

TEST(Vision, NearestPlacesAreTheLargestFractionsBelow) {
  for (const std::int32_t side : {1, 7, 25, 70, 46340}) {
    for (const std::int32_t rows : {1, 2, 19, 25, 89}) {
      const Grid grid{1, rows, 3};
      Ids found(static_cast<std::size_t>(rows) * 3, -7);
      nearestPositions(&grid, 1, side, found.data());
      for (std::int64_t row = 0; row < rows; ++row) {
        for (std::int64_t column = 0; column < 3; ++column) {
          const std::int64_t id = found[static_cast<std::size_t>(row * 3 + column)];
          const std::int64_t y = id / side;
          const std::int64_t x = id % side;
          EXPECT_TRUE(y * rows <= row * side && (y + 1) * rows > row * side) << side << ' ' << row;
          EXPECT_TRUE(x * 3 <= column * side && (x + 1) * 3 > column * side)
              << side << ' ' << column;
        }
      }
    }
  }
}

}  // namespace
}  // namespace posenc::test

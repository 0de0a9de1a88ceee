// The exported tables, rotated as exported_tables.hpp describes and ordered by componentOf, give
// the same bits as encode.
#include "export/exported_tables.hpp"

#include <gtest/gtest.h>

#include "support/random_grid.hpp"

namespace posenc::test {
namespace {

struct Table {
  ExportedTables shape;
  std::vector<float> rows;
};

Table tableOf(const SinusoidalPlan& plan, std::int64_t block) {
  Table table;
  EXPECT_TRUE(table.shape.make(plan.axis(block)));
  const std::int64_t count = table.shape.fineRows() + table.shape.coarseRows();
  const std::int64_t width = 2 * table.shape.stride();
  table.rows.resize(static_cast<std::size_t>(count * width));
  for (std::int64_t r = 0; r < count; ++r) table.shape.write(r, table.rows.data() + r * width);
  return table;
}

/// The angle addition formula.
float rotated(const float* coarse, const float* fine, std::int64_t stride, Component component) {
  const std::int64_t first = component.pair;
  const std::int64_t second = stride + component.pair;
  return component.second ? coarse[second] * fine[second] - coarse[first] * fine[first]
                          : coarse[first] * fine[second] + coarse[second] * fine[first];
}

float valueOf(const Table& table, std::int64_t index, Component component) {
  const ExportedTables& shape = table.shape;
  const std::int64_t at = shape.start() + index;
  const std::int64_t width = 2 * shape.stride();
  const float* const fine =
      table.rows.data() + (at & ((std::int64_t{1} << shape.fineBits()) - 1)) * width;
  const float* const coarse =
      table.rows.data() + (shape.fineRows() + (at >> shape.fineBits())) * width;
  return rotated(coarse, fine, shape.stride(), component);
}

void compare(const Grid& grid, std::int64_t points) {
  SinusoidalPlan plan;
  ASSERT_TRUE(plan.make(grid.get()).ok());
  std::vector<float> values(static_cast<std::size_t>(plan.size()));
  plan.encode(0, plan.size(), values.data());
  for (std::int64_t b = 0; b < plan.axisCount(); ++b) {
    const Table table = tableOf(plan, b);
    const Block& block = plan.axis(b).block();
    for (std::int64_t point = 0; point < points; ++point) {
      const std::int64_t index = point / plan.innerOf(b) % plan.axis(b).length();
      for (std::int64_t c = 0; c < block.columns; ++c) {
        const std::int64_t channel = block.column + c;
        const std::int64_t at = grid.spec.channelsFirst ? channel * points + point
                                                        : point * grid.spec.channels + channel;
        ASSERT_EQ(valueOf(table, index, componentOf(block, c, grid.spec.layout)),
                  values[static_cast<std::size_t>(at)])
            << point << ' ' << channel;
      }
    }
  }
}

TEST(ExportedTables, MatchEncodeBitForBit) {
  std::mt19937_64 random(20260505);
  for (int round = 0; round < 400; ++round) {
    std::vector<std::vector<double>> lists;
    const Grid grid = randomGrid(random, lists);
    compare(grid, grid.points());
    if (HasFatalFailure()) return;
  }
}

/// Too long for the coarse rows to be cached: they are computed on demand.
TEST(ExportedTables, LongAxesCanBeReadInAnyOrder) {
  constexpr std::int64_t kChannels = 512;
  const std::int64_t length = lengthNotCached(kChannels);
  Grid grid({length}, kChannels);
  SinusoidalPlan plan;
  ASSERT_TRUE(plan.make(grid.get()).ok());
  ExportedTables tables;
  ASSERT_TRUE(tables.make(plan.axis(0)));
  std::mt19937_64 random(6);
  std::vector<float> fine(kChannels);
  std::vector<float> coarse(kChannels);
  std::vector<float> row(kChannels);
  for (int round = 0; round < 200; ++round) {
    const auto index = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(length));
    const std::int64_t at = tables.start() + index;
    const std::int64_t coarseRow = at >> tables.fineBits();
    ASSERT_LT(coarseRow, tables.coarseRows());
    tables.write(at & (tables.fineRows() - 1), fine.data());
    tables.write(tables.fineRows() + coarseRow, coarse.data());
    plan.encode(index * kChannels, kChannels, row.data());
    for (std::int64_t c = 0; c < kChannels; ++c) {
      const Component component = componentOf(plan.axis(0).block(), c, Layout::interleaved);
      ASSERT_EQ(rotated(coarse.data(), fine.data(), tables.stride(), component),
                row[static_cast<std::size_t>(c)])
          << index << ' ' << c;
    }
  }
}

TEST(ExportedTables, EmptyAxisHasNoCoarseRow) {
  Grid grid({0}, 8);
  SinusoidalPlan plan;
  ASSERT_TRUE(plan.make(grid.get()).ok());
  ExportedTables tables;
  ASSERT_TRUE(tables.make(plan.axis(0)));
  EXPECT_EQ(tables.coarseRows(), 0);
}

}  // namespace
}  // namespace posenc::test

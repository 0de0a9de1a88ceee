// The tables for other executors: turned as tables.hpp says, and laid out as layout.hpp says, they
// are the bits that encode writes.
#include <gtest/gtest.h>

#include "export/exported_tables.hpp"
#include "random_grid.hpp"

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

float valueOf(const Table& table, std::int64_t index, Component component) {
  const ExportedTables& shape = table.shape;
  const std::int64_t at = shape.start() + index;
  const std::int64_t width = 2 * shape.stride();
  const float* const fine =
      table.rows.data() + (at & ((std::int64_t{1} << shape.fineBits()) - 1)) * width;
  const float* const coarse =
      table.rows.data() + (shape.fineRows() + (at >> shape.fineBits())) * width;
  const std::int64_t first = component.pair;
  const std::int64_t second = shape.stride() + component.pair;
  return component.second ? coarse[second] * fine[second] - coarse[first] * fine[first]
                          : coarse[first] * fine[second] + coarse[second] * fine[first];
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

TEST(Tables, MakeTheBitsOfEncode) {
  std::mt19937_64 random(20260505);
  for (int round = 0; round < 400; ++round) {
    std::vector<std::vector<double>> lists;
    const Grid grid = randomGrid(random, lists);
    compare(grid, grid.points());
    if (HasFatalFailure()) return;
  }
}

TEST(Tables, OfLongAxesAreMadeInAnyOrder) {
  Grid grid({200000}, 512);  // coarse rows take more than is kept
  SinusoidalPlan plan;
  ASSERT_TRUE(plan.make(grid.get()).ok());
  ExportedTables tables;
  ASSERT_TRUE(tables.make(plan.axis(0)));
  ASSERT_EQ(tables.coarseRows(), 200000 / kFineRows + 1);  // half a group at both ends
  std::vector<float> ascending(512);
  std::vector<float> alone(512);
  for (const std::int64_t coarse : {6249, 0, 700, 256, 255}) {
    ExportedTables fresh;
    ASSERT_TRUE(fresh.make(plan.axis(0)));
    tables.write(kFineRows + coarse, ascending.data());
    fresh.write(kFineRows + coarse, alone.data());
    ASSERT_EQ(ascending, alone);
    std::vector<float> row(512);
    plan.encode(coarse * kFineRows * 512, 512, row.data());
    for (std::size_t i = 0; i < 256; ++i) ASSERT_EQ(ascending[i], row[2 * i]);
  }
}

TEST(Tables, OfAnEmptyAxisHaveNoCoarseRow) {
  Grid grid({0}, 8);
  SinusoidalPlan plan;
  ASSERT_TRUE(plan.make(grid.get()).ok());
  ExportedTables tables;
  ASSERT_TRUE(tables.make(plan.axis(0)));
  EXPECT_EQ(tables.coarseRows(), 0);
}

}  // namespace
}  // namespace posenc::test

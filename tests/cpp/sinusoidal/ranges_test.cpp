// A range of values has the same bits as that range of the whole encoding, and a position has the
// same bits in every plan.
#include <gtest/gtest.h>

#include <cstring>

#include "support/random_grid.hpp"

namespace posenc::test {
namespace {

TEST(Ranges, HaveTheBitsOfTheWhole) {
  std::mt19937_64 random(20260101);
  for (int round = 0; round < 400; ++round) {
    std::vector<std::vector<double>> lists;
    const Grid grid = randomGrid(random, lists);
    const std::vector<float> whole = encodeAll(grid);
    ASSERT_FALSE(whole.empty());
    SinusoidalPlan plan;
    ASSERT_TRUE(plan.make(grid.get()).ok());
    const auto size = static_cast<std::size_t>(plan.size());
    for (int cut = 0; cut < 8; ++cut) {
      const std::size_t first = random() % size;
      const std::size_t count = 1 + random() % (size - first);
      std::vector<float> part(count + 1, 99.0F);
      const RowOrder order = cut % 2 == 0 ? RowOrder::mirrored : RowOrder::ascending;
      plan.encode(static_cast<std::int64_t>(first), static_cast<std::int64_t>(count), part.data(),
                  order);
      for (std::size_t i = 0; i < count; ++i)
        ASSERT_EQ(part[i], whole[first + i]) << round << ' ' << i;
      ASSERT_EQ(part[count], 99.0F) << "written past the range";
    }
  }
}

/// Alignment decides which kernels write a row.
TEST(Ranges, HaveTheSameBitsAtAnyAlignment) {
  for (const std::int64_t channels : {6, 7, 10, 16, 24, 40, 64, 100, 352}) {
    for (const Layout layout : {Layout::interleaved, Layout::concatenated}) {
      for (const Phase phase : {Phase::sinCos, Phase::cosSin}) {
        Grid grid({150}, channels);
        grid.axes[0].offset = -37;
        grid.spec.layout = layout;
        grid.spec.phase = phase;
        SinusoidalPlan plan;
        ASSERT_TRUE(plan.make(grid.get()).ok());
        const std::int64_t size = plan.size();
        std::vector<float> rows(static_cast<std::size_t>(size));
        for (std::int64_t row = 0; row < 150; ++row) {
          plan.encode(row * channels, channels, rows.data() + row * channels);
        }
        Buffer<float> room;
        ASSERT_TRUE(room.allocate(size + 2 * kLineValues));
        for (std::int64_t at = 0; at <= kLineValues; ++at) {
          const RowOrder order = at % 2 == 0 ? RowOrder::ascending : RowOrder::mirrored;
          std::fill(room.begin(), room.end(), 99.0F);
          plan.encode(0, size, room.data() + at, order);
          ASSERT_TRUE(std::equal(rows.begin(), rows.end(), room.data() + at)) << channels << at;
          plan.add(0, size, room.data() + at, room.data() + at, order);
          for (std::int64_t i = 0; i < size; ++i) {
            const float value = rows[static_cast<std::size_t>(i)];
            ASSERT_EQ(room[at + i], value + value) << channels << ' ' << at << ' ' << i;
          }
          for (std::int64_t i = 0; i < size + 2 * kLineValues; ++i) {
            if (i < at || i >= at + size) {
              ASSERT_EQ(room[i], 99.0F) << "written beside the result";
            }
          }
        }
      }
    }
  }
}

/// The bits of the two orders of rows, of the flat table for short rows, and of single rows from a
/// plan that is too short for one, with padding after the channels.
TEST(Ranges, HaveTheSameBitsInEitherOrderAndInAFlatTable) {
  constexpr std::int64_t kRows = 5 * kFineRows + 3;
  for (const std::int64_t channels : {1, 2, 5, 6, 9, 10, 17, 32, 48, 63, 127, 128, 129}) {
    for (const Layout layout : {Layout::interleaved, Layout::concatenated}) {
      for (const Phase phase : {Phase::sinCos, Phase::cosSin}) {
        for (const double offset : {0.0, -41.0, 16777216.5}) {
          Grid grid({kRows}, channels);
          grid.axes[0].offset = offset;
          grid.spec.layout = layout;
          grid.spec.phase = phase;
          grid.spec.split = channels % 2 != 0 && channels > 2 ? Split::padded : Split::even;
          const std::vector<float> whole = encodeAll(grid);
          SinusoidalPlan plan;
          ASSERT_TRUE(plan.make(grid.get()).ok());
          std::vector<float> ascending(whole.size());
          plan.encode(0, plan.size(), ascending.data(), RowOrder::ascending);
          ASSERT_EQ(ascending, whole) << channels << ' ' << offset;
          for (std::int64_t row = 0; row < kRows; ++row) {
            Grid single({1}, channels);
            single.spec = grid.spec;
            single.axes[0].offset = offset + static_cast<double>(row);
            const std::vector<float> values = encodeAll(single);
            // Bytes: 0 and -0 are equal as numbers.
            ASSERT_EQ(std::memcmp(whole.data() + row * channels, values.data(),
                                  values.size() * sizeof(float)),
                      0)
                << channels << ' ' << offset << ' ' << row;
          }
        }
      }
    }
  }
}

/// Where rowsInWholeBlocks ends depends only on the limit, not on the starting row.
TEST(Ranges, WholeBlocksEndAtTheSameRowsFromAnyStart) {
  Grid grid({30 * kFineRows}, 64);
  grid.axes[0].offset = 5;
  SinusoidalPlan plan;
  ASSERT_TRUE(plan.make(grid.get()).ok());
  for (std::int64_t limit = 2; limit <= 10 * kFineRows; ++limit) {
    for (std::int64_t start = 0; start + 1 < limit; ++start) {
      const std::int64_t end = start + plan.rowsInWholeBlocks(start, limit - start);
      ASSERT_GT(end, start);
      ASSERT_LE(end, limit);
      if (end > start + 1) {
        ASSERT_EQ(start + 1 + plan.rowsInWholeBlocks(start + 1, limit - start - 1), end);
      }
    }
  }
}

TEST(Ranges, WholeBlocksIncludeAllRowsChannelsFirst) {
  Grid grid({1000}, 64);
  grid.spec.channelsFirst = true;
  SinusoidalPlan plan;
  ASSERT_TRUE(plan.make(grid.get()).ok());
  EXPECT_EQ(plan.rowsInWholeBlocks(3, 17), 17);
}

TEST(Ranges, PlanWithOffsetHasTheBitsOfTheLongOne) {
  constexpr std::int64_t kRows = kFineRows * kRowsPerAnchor;  // of one anchor
  constexpr std::int64_t kWhole = 5 * kRows;
  constexpr std::int64_t kPart = 30 * kFineRows;
  for (const bool channelsFirst : {false, true}) {
    for (const double step : {1.0, 0.125, -2.0}) {
      Grid whole({kWhole}, 6);
      whole.axes[0].step = step;
      whole.spec.channelsFirst = channelsFirst;
      const std::vector<float> values = encodeAll(whole);
      for (const std::int64_t start : {std::int64_t{1}, kHalfFineRows - 1, kHalfFineRows, kRows - 1,
                                       2 * kRows, kWhole - kPart / 2}) {
        Grid part({kPart}, 6);
        part.axes[0].offset = static_cast<double>(start) * step;
        part.axes[0].step = step;
        part.spec.channelsFirst = channelsFirst;
        const std::vector<float> found = encodeAll(part);
        for (std::int64_t p = 0; p < std::min(kPart, kWhole - start); ++p) {
          for (std::int64_t c = 0; c < 6; ++c) {
            const std::int64_t a = channelsFirst ? c * kPart + p : p * 6 + c;
            const std::int64_t b = channelsFirst ? c * kWhole + start + p : (start + p) * 6 + c;
            ASSERT_EQ(found[static_cast<std::size_t>(a)], values[static_cast<std::size_t>(b)])
                << start << ' ' << p << ' ' << c;
          }
        }
      }
    }
  }
}

/// Too long for its coarse rows to be cached.
TEST(Ranges, LongPlanHasTheSameBitsInAnyOrder) {
  const std::int64_t length = lengthNotCached(64);
  Grid grid({length}, 64);
  SinusoidalPlan ordered;
  ASSERT_TRUE(ordered.make(grid.get()).ok());
  std::mt19937_64 random(3);
  for (int round = 0; round < 300; ++round) {
    SinusoidalPlan fresh;
    ASSERT_TRUE(fresh.make(grid.get()).ok());
    const auto row = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(length));
    std::vector<float> a(64);
    std::vector<float> b(64);
    ordered.encode(row * 64, 64, a.data());
    fresh.encode(row * 64, 64, b.data());
    ASSERT_EQ(a, b) << row;
  }
}

/// Too long for its groups of coarse columns to be kept.
TEST(Ranges, LongPlanChannelsFirstHasTheBitsOfAShortOne) {
  constexpr std::int64_t kChannels = 128;
  constexpr std::int64_t kGroupBytes = ColumnTables::kGroup * sizeof(CoarsePair);
  constexpr std::int64_t kGroups = ColumnTables::kGroupTableBytes / (kChannels / 2 * kGroupBytes);
  constexpr std::int64_t kRowsOfGroup = ColumnTables::kGroup * kFineRows;
  Grid longGrid({(kGroups + 2) * kRowsOfGroup}, kChannels);
  longGrid.spec.channelsFirst = true;
  SinusoidalPlan plan;
  ASSERT_TRUE(plan.make(longGrid.get()).ok());
  ASSERT_LT(plan.bytes(), ColumnTables::kGroupTableBytes);
  constexpr std::int64_t kStart = 3 * kRowsOfGroup - 100;
  Grid shortGrid({200}, kChannels);
  shortGrid.axes[0].offset = static_cast<double>(kStart);
  shortGrid.spec.channelsFirst = true;
  const std::vector<float> expected = encodeAll(shortGrid);
  for (std::int64_t channel = 0; channel < kChannels; ++channel) {
    std::vector<float> found(200);
    plan.encode(channel * longGrid.axes[0].length + kStart, 200, found.data());
    ASSERT_TRUE(std::equal(found.begin(), found.end(), expected.begin() + channel * 200))
        << channel;
  }
}

TEST(Ranges, PastTheEndStartAgain) {
  for (const bool channelsFirst : {false, true}) {
    Grid grid({7, 3}, 10);
    grid.spec.channelsFirst = channelsFirst;
    const std::vector<float> whole = encodeAll(grid);
    SinusoidalPlan plan;
    ASSERT_TRUE(plan.make(grid.get()).ok());
    std::vector<float> values(700);
    plan.encode(205, 700, values.data());
    for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(values[i], whole[(205 + i) % 210]);
  }
}

}  // namespace
}  // namespace posenc::test

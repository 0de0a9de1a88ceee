// Which channel has which axis, frequency and phase: small cases written by hand.
#include <gtest/gtest.h>

#include "sinusoidal/points.hpp"
#include "support/reference.hpp"

namespace posenc::test {
namespace {

std::vector<double> rowOf(const Grid& grid, std::int64_t point) {
  const std::vector<float> values = encodeAll(grid);
  const auto channels = static_cast<std::size_t>(grid.spec.channels);
  const auto start = static_cast<std::size_t>(point) * channels;
  if (values.size() < start + channels) return {};
  return {values.begin() + static_cast<std::ptrdiff_t>(start),
          values.begin() + static_cast<std::ptrdiff_t>(start + channels)};
}

void expectRow(const std::vector<double>& row, const std::vector<double>& exact) {
  ASSERT_EQ(row.size(), exact.size());
  for (std::size_t i = 0; i < row.size(); ++i) EXPECT_NEAR(row[i], exact[i], kBound) << i;
}

TEST(Channels, InterleavedAndConcatenatedInBothPhases) {
  Grid grid({4}, 4);
  const double s0 = std::sin(3.0);
  const double c0 = std::cos(3.0);
  const double s1 = std::sin(0.03);
  const double c1 = std::cos(0.03);
  expectRow(rowOf(grid, 3), {s0, c0, s1, c1});
  grid.spec.phase = Phase::cosSin;
  expectRow(rowOf(grid, 3), {c0, s0, c1, s1});
  grid.spec.layout = Layout::concatenated;
  expectRow(rowOf(grid, 3), {c0, c1, s0, s1});
  grid.spec.phase = Phase::sinCos;
  expectRow(rowOf(grid, 3), {s0, s1, c0, c1});
}

TEST(Channels, OddChannelsCutTheLastValueOfAnEvenSplit) {
  Grid grid({3}, 3);  // c = 4
  const double w1 = 0.01;
  expectRow(rowOf(grid, 2), {std::sin(2.0), std::cos(2.0), std::sin(2 * w1)});
  grid.spec.layout = Layout::concatenated;
  expectRow(rowOf(grid, 2), {std::sin(2.0), std::sin(2 * w1), std::cos(2.0)});
  Grid one({3}, 1);
  expectRow(rowOf(one, 2), {std::sin(2.0)});
}

TEST(Channels, PaddedSplitsEndInZeros) {
  Grid grid({2, 3}, 11);  // two blocks of 4, three zeros
  grid.spec.split = Split::padded;
  grid.spec.layout = Layout::concatenated;
  const double w = 0.01;
  expectRow(rowOf(grid, 5), {std::sin(1.0), std::sin(w), std::cos(1.0), std::cos(w), std::sin(2.0),
                             std::sin(2 * w), std::cos(2.0), std::cos(2 * w), 0, 0, 0});
}

TEST(Channels, EvenSplitsCutTheLastAxis) {
  Grid grid({2, 3}, 6);  // blocks of 4, the second cut to 2
  const double w = 0.01;
  expectRow(rowOf(grid, 5),
            {std::sin(1.0), std::cos(1.0), std::sin(w), std::cos(w), std::sin(2.0), std::cos(2.0)});
  grid.spec.layout = Layout::concatenated;
  expectRow(rowOf(grid, 5), {std::sin(1.0), std::sin(w), std::cos(1.0), std::cos(w), std::sin(2.0),
                             std::sin(2 * w)});
}

TEST(Channels, AxisOrderPutsAnotherAxisFirst) {
  Grid grid({2, 3}, 4);
  grid.axisOrder = {1, 0};
  expectRow(rowOf(grid, 5), {std::sin(2.0), std::cos(2.0), std::sin(1.0), std::cos(1.0)});
}

TEST(Channels, WidthsFollowTheAxesInAnyOrder) {
  Grid grid({2, 3, 4}, 9);
  grid.spec.split = Split::widths;
  grid.axes[0].width = 2;
  grid.axes[1].width = 4;
  grid.axes[2].width = 2;
  grid.axisOrder = {2, 0, 1};
  const std::vector<double> row = rowOf(grid, 23);  // point (1, 2, 3)
  expectRow(row, {std::sin(3.0), std::cos(3.0), std::sin(1.0), std::cos(1.0), std::sin(2.0),
                  std::cos(2.0), std::sin(0.02), std::cos(0.02), 0});
}

TEST(Channels, ChannelsFirstIsTheTransposedMatrixBitForBit) {
  // More than two groups of coarse values.
  constexpr std::int64_t kLong = (2 * ColumnTables::kGroup + 1) * kFineRows;
  for (const Layout layout : {Layout::interleaved, Layout::concatenated}) {
    for (const std::vector<std::int64_t>& lengths :
         {std::vector<std::int64_t>{kLong}, {70, 9}, {4, 5, 6}, {3, 1, 2, 4, 2}}) {
      Grid grid(lengths, 19);
      grid.spec.layout = layout;
      grid.axes[0].offset = 12345.5;
      grid.axes[0].step = 0.75;
      const std::vector<float> last = encodeAll(grid);
      grid.spec.channelsFirst = true;
      const std::vector<float> first = encodeAll(grid);
      const std::int64_t points = grid.points();
      ASSERT_EQ(first.size(), last.size());
      for (std::int64_t p = 0; p < points; ++p) {
        for (std::int64_t c = 0; c < 19; ++c) {
          ASSERT_EQ(first[static_cast<std::size_t>(c * points + p)],
                    last[static_cast<std::size_t>(p * 19 + c)])
              << p << ' ' << c;
        }
      }
    }
  }
}

TEST(Channels, FewerChannelsThanDeclaredAreTheFirstOnes) {
  for (const Layout layout : {Layout::interleaved, Layout::concatenated}) {
    for (const bool channelsFirst : {false, true}) {
      for (const Split split : {Split::even, Split::padded}) {
        Grid whole({5, 4}, 22);
        whole.spec.layout = layout;
        whole.spec.split = split;
        whole.spec.channelsFirst = channelsFirst;
        const std::vector<float> declared = encodeAll(whole);
        for (const std::int64_t channels : {1, 2, 9, 12, 13, 21, 22}) {
          Grid part = whole;
          part.spec.channels = channels;
          part.spec.declaredChannels = 22;
          part.spec.allowEmptyAxes = true;
          const std::vector<float> found = encodeAll(part);
          ASSERT_EQ(found.size(), static_cast<std::size_t>(20 * channels));
          for (std::int64_t p = 0; p < 20; ++p) {
            for (std::int64_t c = 0; c < channels; ++c) {
              const std::int64_t a = channelsFirst ? c * 20 + p : p * channels + c;
              const std::int64_t b = channelsFirst ? c * 20 + p : p * 22 + c;
              ASSERT_EQ(found[static_cast<std::size_t>(a)], declared[static_cast<std::size_t>(b)]);
            }
          }
        }
      }
    }
  }
}

TEST(Channels, EmptyGridsHaveNoValues) {
  for (const std::vector<std::int64_t>& lengths :
       {std::vector<std::int64_t>{0}, {3, 0}, {0, 3}, {0, 0, 0}}) {
    for (const bool channelsFirst : {false, true}) {
      Grid grid(lengths, 6);
      grid.spec.channelsFirst = channelsFirst;
      SinusoidalPlan plan;
      EXPECT_TRUE(plan.make(grid.get()).ok());
      EXPECT_EQ(plan.size(), 0);
      plan.encode(0, 0, nullptr);
    }
  }
}

TEST(Channels, AnAxisWithoutChannelsMayBeAllowed) {
  Grid grid({2, 3}, 2);
  grid.spec.allowEmptyAxes = true;
  expectRow(rowOf(grid, 5), {std::sin(1.0), std::cos(1.0)});
  grid.spec.channelsFirst = true;
  EXPECT_EQ(encodeAll(grid).size(), 12U);
}

TEST(Channels, OneChannelHasTheSameValuesInEitherOrder) {
  std::mt19937_64 random(3);
  for (const std::vector<std::int64_t>& lengths :
       {std::vector<std::int64_t>{1000}, {30, 40}, {7, 1, 9}}) {
    Grid grid(lengths, 1);
    grid.spec.allowEmptyAxes = true;
    const std::vector<float> rows = encodeAll(grid);
    EXPECT_LE(largestError(grid, rows), kBound);
    grid.spec.channelsFirst = true;
    EXPECT_EQ(rows, encodeAll(grid));

    std::vector<double> points(200 * lengths.size());
    for (double& coordinate : points) coordinate = static_cast<double>(random() % 100000) / 7;
    std::vector<float> both[2];
    for (const bool channelsFirst : {false, true}) {
      grid.spec.channelsFirst = channelsFirst;
      PointEncoding plan;
      ASSERT_TRUE(plan.make(grid.get()).ok());
      std::vector<float>& out = both[channelsFirst ? 1 : 0];
      out.resize(200);
      plan.encode(points.data(), 200, out.data());
      EXPECT_NEAR(out[199], std::sin(points[199 * lengths.size()]), kBound);
    }
    EXPECT_EQ(both[0], both[1]);
  }
}

}  // namespace
}  // namespace posenc::test

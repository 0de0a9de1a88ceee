// Every value is within the bound of the exact one, in every layout and at any position.
#include <gtest/gtest.h>

#include "support/reference.hpp"

namespace posenc::test {
namespace {

struct Order {
  Layout layout;
  Phase phase;
  bool channelsFirst;
};

std::vector<Order> allOrders() {
  std::vector<Order> orders;
  for (const Layout layout : {Layout::interleaved, Layout::concatenated}) {
    for (const Phase phase : {Phase::sinCos, Phase::cosSin}) {
      for (const bool channelsFirst : {false, true})
        orders.push_back({layout, phase, channelsFirst});
    }
  }
  return orders;
}

void apply(const Order& order, Grid& grid) {
  grid.spec.layout = order.layout;
  grid.spec.phase = order.phase;
  grid.spec.channelsFirst = order.channelsFirst;
}

/// Compared with float64, whose angles, at most 4096, have rounding errors of 1e-12.
TEST(Accuracy, HoldsForEveryValueOf4096x1024InEveryOrder) {
  constexpr std::int64_t kLength = 4096;
  constexpr std::int64_t kChannels = 1024;
  std::vector<double> sines(kLength * kChannels / 2);
  std::vector<double> cosines(sines.size());
  for (std::int64_t p = 0; p < kLength; ++p) {
    for (std::int64_t i = 0; i < kChannels / 2; ++i) {
      const double angle =
          static_cast<double>(p) * std::pow(10000.0, -2.0 * static_cast<double>(i) / kChannels);
      sines[static_cast<std::size_t>(p * kChannels / 2 + i)] = std::sin(angle);
      cosines[static_cast<std::size_t>(p * kChannels / 2 + i)] = std::cos(angle);
    }
  }
  for (const Order& order : allOrders()) {
    Grid grid({kLength}, kChannels);
    apply(order, grid);
    const std::vector<float> values = encodeAll(grid);
    double largest = 0;
    for (std::int64_t p = 0; p < kLength; ++p) {
      for (std::int64_t c = 0; c < kChannels; ++c) {
        const bool interleaved = order.layout == Layout::interleaved;
        const std::int64_t pair = interleaved ? c / 2 : c % (kChannels / 2);
        const bool second = interleaved ? c % 2 == 1 : c >= kChannels / 2;
        const auto& exact = second == (order.phase == Phase::sinCos) ? cosines : sines;
        const std::int64_t at = order.channelsFirst ? c * kLength + p : p * kChannels + c;
        const double error = std::abs(values[static_cast<std::size_t>(at)] -
                                      exact[static_cast<std::size_t>(p * kChannels / 2 + pair)]);
        if (!(error <= largest)) largest = error;
      }
    }
    EXPECT_LE(largest, kBound) << static_cast<int>(order.layout) << static_cast<int>(order.phase)
                               << order.channelsFirst;
  }
}

TEST(Accuracy, HoldsAtLargePositionsInEveryOrder) {
  for (const double position : {0x1p16, 0x1p20, kBoundedAngle}) {
    for (const Order& order : allOrders()) {
      Grid grid({96}, 130);
      grid.axes[0].offset = position - 96;
      apply(order, grid);
      EXPECT_LE(largestError(grid, encodeAll(grid)), kBound) << position;
    }
  }
}

TEST(Accuracy, HoldsAtLargeRowNumbers) {
  constexpr auto kLast = static_cast<std::int64_t>(kBoundedAngle);
  Grid grid({kLast + 1}, 34);
  SinusoidalPlan plan;
  ASSERT_TRUE(plan.make(grid.get()).ok());
  std::vector<float> row(34);
  for (const std::int64_t p :
       {std::int64_t{65535}, std::int64_t{65536}, std::int64_t{1048575}, std::int64_t{1048576},
        std::int64_t{12345678}, kLast - 2 * kFineRows - 1, kLast}) {
    plan.encode(p * 34, 34, row.data());
    for (std::int64_t c = 0; c < 34; ++c) {
      EXPECT_NEAR(row[static_cast<std::size_t>(c)], expected(grid, p, c), kBound) << p << ' ' << c;
    }
  }
}

TEST(Accuracy, HoldsForOffsetsAndStepsOfAnyKind) {
  for (const double step : {1.0, 0.25, 0.1, -1.0, -0.3, 3.7, 0.0, 1e-9, 1000.5}) {
    for (const double offset : {0.0, 0.5, -7.0, 1e6, -123456.789, 1e-12}) {
      for (const bool channelsFirst : {false, true}) {
        Grid grid({150}, 22);
        grid.axes[0].offset = offset;
        grid.axes[0].step = step;
        grid.spec.channelsFirst = channelsFirst;
        EXPECT_LE(largestError(grid, encodeAll(grid)), kBound) << offset << ' ' << step;
      }
    }
  }
}

TEST(Accuracy, HoldsForGivenPositions) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(-kBoundedAngle, kBoundedAngle);
  std::vector<double> positions(203);
  for (double& position : positions) position = uniform(random);
  positions[0] = kBoundedAngle;
  positions[1] = -0.0;
  positions[2] = 1e-300;
  for (const Order& order : allOrders()) {
    Grid grid({203}, 37);
    grid.axes[0].positions = positions.data();
    apply(order, grid);
    EXPECT_LE(largestError(grid, encodeAll(grid)), kBound);
  }
}

TEST(Accuracy, HoldsForTimescalesWithAndWithoutEndpoint) {
  for (const Timescales& scales :
       {Timescales{1, 10000, 1}, Timescales{2, 50, 0}, Timescales{10, 1000, 1}, Timescales{5, 5, 0},
        Timescales{100, 1, 0.5}, Timescales{1, 1e6, -2}}) {
    Grid grid({300}, 24);
    grid.spec.timescales = scales;
    EXPECT_LE(largestError(grid, encodeAll(grid)), kBound) << scales.min << ' ' << scales.max;
  }
}

/// Octaves as in NeRF: angles up to 2^24.
TEST(Accuracy, HoldsForFrequenciesFarAboveOne) {
  std::vector<double> frequencies(20);
  for (std::size_t k = 0; k < frequencies.size(); ++k)
    frequencies[k] = std::ldexp(1.0, static_cast<int>(k));
  for (const bool channelsFirst : {false, true}) {
    for (const bool given : {false, true}) {
      std::vector<double> positions(100);
      for (std::size_t i = 0; i < positions.size(); ++i)
        positions[i] = 0.3 * static_cast<double>(i);
      Grid grid({100}, 40);
      grid.axes[0].frequencies = frequencies.data();
      grid.axes[0].frequencyCount = 20;
      grid.axes[0].step = 0.3;
      if (given) grid.axes[0].positions = positions.data();
      grid.spec.channelsFirst = channelsFirst;
      EXPECT_LE(largestError(grid, encodeAll(grid)), kBound) << channelsFirst << given;
    }
  }
}

TEST(Accuracy, OnlyFloat32AnglesAreRoundedToFloat32) {
  std::vector<double> frequencies{1.0, 0.15848931670188904, 0.025118863210082054,
                                  0.003981070592999458, 0.0006309573072940111};
  for (const Order& order : allOrders()) {
    for (const double offset : {0.0, 32000.0, 1000003.0 - 64, kBoundedAngle}) {
      Grid grid({65}, 10);
      grid.axes[0].offset = offset;
      grid.axes[0].frequencies = frequencies.data();
      grid.axes[0].frequencyCount = 5;
      grid.spec.angles = Angles::float32;
      apply(order, grid);
      EXPECT_LE(largestError(grid, encodeAll(grid)), kBound) << offset;
    }
  }
}

TEST(Accuracy, HoldsForGridsOfTwoToFiveAxesInEveryOrder) {
  for (const std::vector<std::int64_t>& lengths : {std::vector<std::int64_t>{9, 14},
                                                   {5, 6, 7},
                                                   {3, 4, 2, 5},
                                                   {2, 3, 2, 3, 2},
                                                   {1, 1, 1},
                                                   {70, 3}}) {
    for (const std::int64_t channels : {10, 16, 31, 64}) {
      for (const Order& order : allOrders()) {
        for (const Split split : {Split::even, Split::padded}) {
          Grid grid(lengths, channels);
          grid.spec.split = split;
          grid.spec.allowEmptyAxes = true;
          apply(order, grid);
          grid.axes[0].offset = 1000;
          EXPECT_LE(largestError(grid, encodeAll(grid)), kBound)
              << lengths.size() << ' ' << channels;
        }
      }
    }
  }
}

/// Axes too long to be cached are recomputed for each repetition.
TEST(Accuracy, HoldsForAxesTooLongToBeCached) {
  // Two blocks of 18 channels: twice the size of the cache.
  constexpr auto kLong = static_cast<std::int64_t>(2 * kCachedAxisBytes / (18 * sizeof(float)));
  for (const bool channelsFirst : {false, true}) {
    for (const std::vector<std::int64_t>& lengths :
         {std::vector<std::int64_t>{kLong, 2}, {2, kLong}}) {
      Grid grid(lengths, 36);
      grid.spec.channelsFirst = channelsFirst;
      const std::vector<float> values = encodeAll(grid);
      const std::int64_t points = grid.points();
      ASSERT_EQ(static_cast<std::int64_t>(values.size()), points * 36);
      double largest = 0;
      for (std::int64_t point = 0; point < points; point += 61) {
        for (std::int64_t c = 0; c < 36; ++c) {
          const std::int64_t at = channelsFirst ? c * points + point : point * 36 + c;
          largest = std::max(
              largest, std::abs(values[static_cast<std::size_t>(at)] - expected(grid, point, c)));
        }
      }
      EXPECT_LE(largest, kBound);
    }
  }
}

}  // namespace
}  // namespace posenc::test

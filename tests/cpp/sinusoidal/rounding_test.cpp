// Encodings and sums in 16-bit types are the exact values, rounded once.
#include <gtest/gtest.h>

#include "kernels/round16.hpp"
#include "support/half_reference.hpp"
#include "support/reference.hpp"

namespace posenc::test {
namespace {

/// Whether the value is nearest, to the precision of the reference.
bool isNearest(Half type, std::uint16_t found, double exact) {
  const double distance = std::abs(defined(type, found) - exact);
  for (const int step : {-1, 1}) {
    const double neighbour = defined(type, static_cast<std::uint16_t>(found + step));
    if (std::abs(neighbour - exact) + 1e-12 < distance) return false;
  }
  return distance < 0.1;
}

std::vector<Grid> roundedGrids() {
  constexpr std::int64_t kLong = kHalfRun + 1000;  // more rows than are rounded at once
  std::vector<Grid> result;
  for (const bool channelsFirst : {false, true}) {
    for (const Layout layout : {Layout::interleaved, Layout::concatenated}) {
      for (const std::vector<std::int64_t>& lengths :
           {std::vector<std::int64_t>{kLong}, {20, 31}}) {
        Grid grid(lengths, 27);
        grid.spec.channelsFirst = channelsFirst;
        grid.spec.layout = layout;
        grid.spec.phase = channelsFirst ? Phase::cosSin : Phase::sinCos;
        grid.spec.split = lengths.size() == 2 ? Split::padded : Split::even;
        grid.spec.angles = layout == Layout::concatenated ? Angles::float32 : Angles::exact;
        grid.axes[0].offset = -17.25;
        grid.axes[0].step = 0.75;
        result.push_back(grid);
      }
    }
  }
  return result;
}

double expectedAt(const Grid& grid, std::int64_t index) {
  const std::int64_t channels = grid.spec.channels;
  const std::int64_t points = grid.points();
  return grid.spec.channelsFirst ? expected(grid, index % points, index / points)
                                 : expected(grid, index / channels, index % channels);
}

TEST(Rounding, EncodingsAreRoundedOnceFromTheExactValue) {
  for (const Half type : kTypes) {
    for (const Grid& grid : roundedGrids()) {
      SinusoidalPlan plan;
      ASSERT_TRUE(plan.make(grid.get()).ok());
      std::vector<std::uint16_t> out(static_cast<std::size_t>(plan.size()));
      plan.encodeHalf(type, 0, plan.size(), out.data());
      for (std::int64_t i = 0; i < plan.size(); ++i) {
        ASSERT_TRUE(isNearest(type, out[static_cast<std::size_t>(i)], expectedAt(grid, i))) << i;
      }
    }
  }
}

TEST(Rounding, SumsAreRoundedOnce) {
  std::mt19937_64 random(8);
  for (const Half type : kTypes) {
    for (const Grid& grid : roundedGrids()) {
      SinusoidalPlan plan;
      ASSERT_TRUE(plan.make(grid.get()).ok());
      const std::int64_t size = plan.size();
      std::vector<std::uint16_t> x(static_cast<std::size_t>(2 * size));
      for (std::uint16_t& half : x) {
        half = roundToHalf(type, static_cast<double>(random() % 8000) / 1000 - 4);
      }
      std::vector<std::uint16_t> out(x.size());
      plan.addHalf(type, 0, 2 * size, x.data(), out.data());
      for (std::int64_t i = 0; i < 2 * size; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const double exact = defined(type, x[at]) + expectedAt(grid, i % size);
        ASSERT_TRUE(isNearest(type, out[at], exact)) << i;
      }
      std::vector<std::uint16_t> inPlace = x;
      plan.addHalf(type, 0, 2 * size, inPlace.data(), inPlace.data());
      ASSERT_EQ(inPlace, out);
    }
  }
}

}  // namespace
}  // namespace posenc::test

// Grids with random options of every kind, from a seeded generator.
#pragma once

#include "support/reference.hpp"

namespace posenc::test {

/// `lists` owns what the grid points to.
inline Grid randomGrid(std::mt19937_64& random, std::vector<std::vector<double>>& lists) {
  const auto below = [&](std::uint64_t n) { return static_cast<std::int64_t>(random() % n); };
  const std::int64_t axisCount = 1 + below(4);
  std::vector<std::int64_t> lengths(static_cast<std::size_t>(axisCount));
  for (std::int64_t& length : lengths) length = 1 + below(axisCount == 1 ? 900 : 12);
  Grid grid(lengths, 2 * axisCount + below(50));
  grid.spec.layout = static_cast<Layout>(below(2));
  grid.spec.phase = static_cast<Phase>(below(2));
  grid.spec.split = static_cast<Split>(below(2));
  grid.spec.angles = below(4) == 0 ? Angles::float32 : Angles::exact;
  grid.spec.channelsFirst = below(2) == 1;
  grid.spec.allowEmptyAxes = true;
  for (AxisSpec& axis : grid.axes) {
    axis.offset = static_cast<double>(below(100000)) * 0.5;
    axis.step = static_cast<double>(below(9) - 4) * 0.25;
    if (below(4) == 0) {
      std::vector<double> positions(static_cast<std::size_t>(axis.length));
      for (double& position : positions) position = static_cast<double>(below(1000000)) / 7;
      lists.push_back(std::move(positions));
      axis.positions = lists.back().data();
    }
  }
  return grid;
}

}  // namespace posenc::test

// Windows and taps, compared with the definition in long double; and resampled rows with sums over
// all of them.
#include "tables/taps.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "tables/patches.hpp"
#include "tables/resample.hpp"

namespace posenc::test {
namespace {

long double kernelOf(Interpolation mode, long double x, long double a) {
  x = std::abs(x);
  if (mode == Interpolation::bilinear) return std::max(1.0L - x, 0.0L);
  if (x < 1) return (a + 2) * x * x * x - (a + 3) * x * x + 1;
  return x < 2 ? a * (x * x * x - 5 * x * x + 8 * x - 4) : 0.0L;
}

/// The weight of each position of the table.
std::vector<long double> exactWeights(const AxisResize& axis, std::int64_t i) {
  std::vector<long double> weights(static_cast<std::size_t>(axis.from));
  const long double ratio = static_cast<long double>(axis.from) / axis.to;
  const long double stretch = axis.antialias ? std::max(ratio, 1.0L) : 1.0L;
  const long double at = axis.alignCorners ? static_cast<long double>(i * (axis.from - 1)) /
                                                 std::max<std::int64_t>(axis.to - 1, 1)
                                           : (i + 0.5L) * ratio - 0.5L;
  long double sum = 0;
  for (std::int64_t j = -2 * axis.from - 4; j < 3 * axis.from + 4; ++j) {
    if (axis.antialias && (j < 0 || j >= axis.from)) continue;
    const long double weight =
        kernelOf(axis.mode, (j - at) / stretch, axis.antialias ? -0.5L : -0.75L);
    weights[static_cast<std::size_t>(std::clamp<std::int64_t>(j, 0, axis.from - 1))] += weight;
    sum += weight;
  }
  if (axis.antialias) {
    for (long double& weight : weights) weight /= sum;
  }
  return weights;
}

std::vector<AxisResize> everyResize() {
  std::vector<AxisResize> all;
  for (const Interpolation mode : {Interpolation::bilinear, Interpolation::bicubic}) {
    for (std::int64_t from = 1; from <= 12; ++from) {
      for (std::int64_t to = 1; to <= 25; ++to) {
        all.push_back({from, to, mode, false, false});
        all.push_back({from, to, mode, true, false});
        all.push_back({from, to, mode, false, true});
      }
    }
  }
  return all;
}

TEST(AxisWindows, HaveTheExactWeightsAndNothingElse) {
  for (const AxisResize& axis : everyResize()) {
    AxisWindows windows;
    ASSERT_TRUE(windows.make(axis));
    for (std::int64_t i = 0; i < axis.to; ++i) {
      std::vector<long double> rest = exactWeights(axis, i);
      const Window window = windows.at(i);
      ASSERT_LE(window.count, windows.most());
      ASSERT_GE(window.first, 0);
      ASSERT_LE(window.first + window.count, axis.from);
      for (std::int64_t k = 0; k < window.count; ++k) {
        rest[static_cast<std::size_t>(window.first + k)] -= window.weights[k];
      }
      for (const long double left : rest) {
        ASSERT_NEAR(static_cast<double>(left), 0, 2e-15) << axis.from << " " << axis.to << " " << i;
      }
    }
  }
}

TEST(AxisWindows, OfTheSameSizeAreTheIdentity) {
  for (const AxisResize& axis : everyResize()) {
    if (axis.from != axis.to) continue;
    AxisWindows windows;
    ASSERT_TRUE(windows.make(axis));
    for (std::int64_t i = 0; i < axis.to; ++i) {
      ASSERT_EQ(windows.at(i).first, i);
      ASSERT_EQ(windows.at(i).count, 1);
      ASSERT_EQ(windows.at(i).weights[0], 1.0);
    }
  }
}

TEST(Taps, OfTheLargestSidesAreExact) {
  constexpr std::int64_t kMost = 1 << 24;
  const AxisResize axis{kMost, kMost - 1, Interpolation::bilinear, false, false};
  const Taps last = tapsAt(axis, kMost - 2);
  EXPECT_EQ(last.index[0], kMost - 2);
  EXPECT_EQ(last.index[1], kMost - 1);
  // The source is 2^24 - 1 - 1 / (2^25 - 2).
  EXPECT_DOUBLE_EQ(last.weight[1], 1 - 1.0 / (2.0 * (kMost - 1)));
}

class ResampledRows : public testing::TestWithParam<std::int64_t> {};
INSTANTIATE_TEST_SUITE_P(Channels, ResampledRows, testing::Values(1, 3, 4, 7, 8, 13));

TEST_P(ResampledRows, AreWithinTheBoundAndStayInTheirArray) {
  const std::int64_t channels = GetParam();
  std::mt19937 random(5);
  std::uniform_real_distribution<float> uniform(-1, 1);
  for (const AxisResize& height : everyResize()) {
    if (height.from % 4 != 1 || height.to % 6 > 1) continue;
    AxisResize width = height;
    width.from = 6;
    width.to = 10 - height.from / 2;
    std::vector<float> table(static_cast<std::size_t>(height.from * width.from * channels));
    for (float& value : table) value = uniform(random);
    ResamplePlan plan;
    ASSERT_TRUE(plan.make({height, width, channels, DType::float32}));
    const std::int64_t length = width.to * channels;
    std::int64_t added = 0;
    for (std::int64_t y = 0; y < height.to; ++y) {
      for (; added < plan.rowsFor(y); ++added) {
        plan.addRow(added, table.data() + added * width.from * channels);
      }
      std::vector<float> out(static_cast<std::size_t>(length + 1), 99.0F);
      plan.writeRow(y, out.data());
      ASSERT_EQ(out.back(), 99.0F);
      const std::vector<long double> rows = exactWeights(height, y);
      for (std::int64_t x = 0; x < width.to; ++x) {
        const std::vector<long double> columns = exactWeights(width, x);
        for (std::int64_t c = 0; c < channels; ++c) {
          long double sum = 0;
          for (std::int64_t j = 0; j < height.from; ++j) {
            for (std::int64_t k = 0; k < width.from; ++k) {
              sum += rows[static_cast<std::size_t>(j)] * columns[static_cast<std::size_t>(k)] *
                     table[static_cast<std::size_t>((j * width.from + k) * channels + c)];
            }
          }
          ASSERT_NEAR(out[static_cast<std::size_t>(x * channels + c)], static_cast<double>(sum),
                      1.6e-7);
        }
      }
    }
  }
}

TEST(PatchTaps, InBlocksReachEachPatchOnce) {
  const PatchGrid grid{{5, 6, Interpolation::bilinear, true, false},
                       {7, 9, Interpolation::bilinear, true, false},
                       3};
  std::vector<std::int32_t> indices(2 * 54 * 4 + 1, -9);
  std::vector<float> weights(indices.size(), -9);
  writeTaps(grid, 0, 108, indices.data(), weights.data());
  EXPECT_EQ(indices.back(), -9);
  EXPECT_EQ(weights.back(), -9);
  for (std::size_t i = 0; i < 54; ++i) {
    const std::size_t block = i / 9;
    const auto y = static_cast<std::int64_t>(block / 3 * 3 + i % 9 / 3);
    const auto x = static_cast<std::int64_t>(block % 3 * 3 + i % 3);
    const Taps rows = tapsAt(grid.height, y);
    const Taps columns = tapsAt(grid.width, x);
    for (std::size_t k = 0; k < 4; ++k) {
      ASSERT_EQ(indices[4 * i + k], rows.index[k / 2] * 7 + columns.index[k % 2]);
      ASSERT_EQ(weights[4 * i + k], static_cast<float>(rows.weight[k / 2] * columns.weight[k % 2]));
      ASSERT_EQ(indices[4 * (54 + i) + k], indices[4 * i + k]);
    }
  }
}

}  // namespace
}  // namespace posenc::test

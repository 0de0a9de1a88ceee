// Tables and rotated vectors of a plan, compared with long double: every width around whole vectors
// and cache lines, both pairings, and nothing written outside.
#include "rotary/plan.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "base/accuracy.hpp"

namespace posenc::test {
namespace {

struct ExactRotation {
  long double cos;
  long double sin;
};

ExactRotation rotationAt(const RotaryPlan& plan, std::int64_t position, std::int64_t pair) {
  const long double angle = static_cast<long double>(position) * plan.frequencies()[pair];
  return {std::cos(angle), std::sin(angle)};
}

constexpr std::int64_t kWidths[] = {1, 2, 3, 4, 5, 8, 15, 16, 17, 32, 63, 64, 100};

class RotaryWidths : public testing::TestWithParam<std::int64_t> {};
INSTANTIATE_TEST_SUITE_P(Pairs, RotaryWidths, testing::ValuesIn(kWidths));

TEST_P(RotaryWidths, TablesAreWithinTheBoundAndStayInTheirArrays) {
  const std::int64_t pairs = GetParam();
  RotaryPlan plan;
  ASSERT_TRUE(plan.make({.headDim = 2 * pairs, .pairs = pairs, .attentionFactor = 1.5}));
  constexpr std::int64_t kRows = 200;
  for (const std::int64_t first : {std::int64_t{0}, std::int64_t{8100}, std::int64_t{1} << 24}) {
    std::vector<float> cos(static_cast<std::size_t>(kRows * pairs + 1), 99.0F);
    std::vector<float> sin = cos;
    plan.writeTables(TableForm::half, DType::float32, {}, {.first = first}, kRows, 0, cos.data(),
                     sin.data());
    EXPECT_EQ(cos.back(), 99.0F);
    EXPECT_EQ(sin.back(), 99.0F);
    for (std::int64_t i = 0; i < kRows * pairs; ++i) {
      const ExactRotation exact = rotationAt(plan, first + i / pairs, i % pairs);
      const auto at = static_cast<std::size_t>(i);
      ASSERT_NEAR(cos[at], 1.5 * static_cast<double>(exact.cos), 1.5 * kValueBound)
          << first << " " << i;
      ASSERT_NEAR(sin[at], 1.5 * static_cast<double>(exact.sin), 1.5 * kValueBound)
          << first << " " << i;
    }
  }
}

TEST_P(RotaryWidths, VectorsAreWithinTheBoundAndOthersStay) {
  const std::int64_t pairs = GetParam();
  constexpr std::int64_t kStart = 3;
  const std::int64_t dim = kStart + 2 * pairs + 2;
  std::mt19937 random(17);
  std::uniform_real_distribution<float> uniform(-4, 4);
  for (const Pairing pairing : {Pairing::halves, Pairing::adjacent}) {
    RotaryPlan plan;
    ASSERT_TRUE(
        plan.make({.headDim = dim, .rotaryStart = kStart, .pairs = pairs, .pairing = pairing}));
    // Heads that follow each other, and positions that do; more heads than are rotated at once.
    constexpr std::int64_t kPositions = 7;
    constexpr std::int64_t kHeads = 6;
    for (const bool headsInner : {true, false}) {
      const Vectors vectors = headsInner ? Vectors{kPositions, kHeads, kHeads * dim, dim}
                                         : Vectors{kPositions, kHeads, dim, kPositions * dim};
      std::vector<float> x(static_cast<std::size_t>(kPositions * kHeads * dim));
      for (float& value : x) value = uniform(random);
      std::vector<float> out(x.size() + 1, 99.0F);
      const RotaryPositions positions{.first = 12345};
      plan.apply(Rotation::forward, DType::float32, {}, positions, vectors, 0, x.data(),
                 out.data());
      EXPECT_EQ(out.back(), 99.0F);
      for (std::int64_t p = 0; p < kPositions; ++p) {
        for (std::int64_t h = 0; h < kHeads; ++h) {
          const auto base =
              static_cast<std::size_t>(p * vectors.positionStep + h * vectors.headStep);
          for (std::int64_t j = 0; j < dim; ++j) {
            if (j >= kStart && j < kStart + 2 * pairs) continue;
            const auto at = base + static_cast<std::size_t>(j);
            ASSERT_EQ(out[at], x[at]);
          }
          for (std::int64_t j = 0; j < pairs; ++j) {
            const bool isHalves = pairing == Pairing::halves;
            const auto a = base + static_cast<std::size_t>(kStart + (isHalves ? j : 2 * j));
            const auto b = a + static_cast<std::size_t>(isHalves ? pairs : 1);
            const ExactRotation exact = rotationAt(plan, 12345 + p, j);
            const double scale = std::max(std::abs(x[a]), std::abs(x[b]));
            ASSERT_NEAR(out[a], static_cast<double>(x[a] * exact.cos - x[b] * exact.sin),
                        kVectorBound * scale);
            ASSERT_NEAR(out[b], static_cast<double>(x[b] * exact.cos + x[a] * exact.sin),
                        kVectorBound * scale);
          }
        }
      }
      // In place, and back.
      std::vector<float> inPlace = x;
      plan.apply(Rotation::forward, DType::float32, {}, positions, vectors, 0, inPlace.data(),
                 inPlace.data());
      for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(inPlace[i], out[i]);
      plan.apply(Rotation::inverse, DType::float32, {}, positions, vectors, 0, inPlace.data(),
                 inPlace.data());
      for (std::size_t i = 0; i < x.size(); ++i) ASSERT_NEAR(inPlace[i], x[i], 4 * 4e-7);
    }
  }
}

TEST(RotaryRows, AreExactRoundedOnceAndDependOnTheirPositionAlone) {
  constexpr std::int64_t kRowPairs = 20;
  RotaryPlan plan;
  ASSERT_TRUE(plan.make({.headDim = 2 * kRowPairs, .pairs = kRowPairs}));
  RotaryRows rows;
  ASSERT_TRUE(rows.make(plan.frequencies(), nullptr));
  std::mt19937 random(3);
  std::uniform_int_distribution<std::int64_t> anywhere(0, 1 << 24);
  for (int i = 0; i < 300; ++i) {
    const std::int64_t first = anywhere(random);
    const std::int64_t count = 1 + i % 5;
    std::vector<float> found(static_cast<std::size_t>(count * rows.stride()));
    std::copy_n(rows.at({.first = first}, count, 1, false, 0), found.size(), found.data());
    for (std::int64_t r = 0; r < count; ++r) {
      for (std::int64_t pair = 0; pair < kRowPairs; ++pair) {
        const ExactRotation exact = rotationAt(plan, first + r, pair);
        const auto at = static_cast<std::size_t>(r * rows.stride() + pairOffset(pair));
        ASSERT_NEAR(found[at], static_cast<double>(exact.sin), kPlace + kTables);
        ASSERT_NEAR(found[at + kLanes], static_cast<double>(exact.cos), kPlace + kTables);
      }
    }
    // Alone, after another position.
    const double last = static_cast<double>(first + count - 1);
    rows.at({.first = 5}, 1, 1, false, 0);
    const float* const alone = rows.at({.list = &last}, 1, 1, false, 0);
    for (Index k = 0; k < rows.stride(); ++k) {
      ASSERT_EQ(alone[k], found[static_cast<std::size_t>((count - 1) * rows.stride() + k)]);
    }
  }
}

}  // namespace
}  // namespace posenc::test

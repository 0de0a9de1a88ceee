// Adding gives x + encoding in float32, rounded once, for any batch, in place or not.
#include <gtest/gtest.h>

#include "support/reference.hpp"

namespace posenc::test {
namespace {

std::vector<float> randomValues(std::size_t count) {
  std::mt19937_64 random(11);
  std::normal_distribution<float> normal;
  std::vector<float> values(count);
  for (float& value : values) value = normal(random);
  return values;
}

std::vector<Grid> grids() {
  std::vector<Grid> result;
  for (const Layout layout : {Layout::interleaved, Layout::concatenated}) {
    for (const bool channelsFirst : {false, true}) {
      for (const std::vector<std::int64_t>& lengths :
           {std::vector<std::int64_t>{131}, {9, 7}, {3, 4, 5}}) {
        for (const std::int64_t channels : {7, 12, 33}) {
          for (const Angles angles : {Angles::exact, Angles::float32}) {
            Grid grid(lengths, channels);
            grid.spec.layout = layout;
            grid.spec.channelsFirst = channelsFirst;
            grid.spec.angles = angles;
            grid.spec.allowEmptyAxes = true;
            grid.spec.split = channels == 33 ? Split::padded : Split::even;
            result.push_back(grid);
          }
        }
      }
    }
  }
  return result;
}

TEST(Add, SumsInputAndEncodingOverABatch) {
  for (const Grid& grid : grids()) {
    const std::vector<float> encoding = encodeAll(grid);
    ASSERT_FALSE(encoding.empty());
    const std::vector<float> x = randomValues(3 * encoding.size());
    SinusoidalPlan plan;
    ASSERT_TRUE(plan.make(grid.get()).ok());
    std::vector<float> out(x.size());
    plan.add(0, static_cast<std::int64_t>(x.size()), x.data(), out.data());
    for (std::size_t i = 0; i < x.size(); ++i)
      ASSERT_EQ(out[i], x[i] + encoding[i % encoding.size()]);
    std::vector<float> inPlace = x;
    plan.add(0, static_cast<std::int64_t>(x.size()), inPlace.data(), inPlace.data());
    ASSERT_EQ(inPlace, out);
  }
}

TEST(Add, AnyRangeMatchesTheWhole) {
  std::mt19937_64 random(5);
  for (const Grid& grid : grids()) {
    const std::vector<float> encoding = encodeAll(grid);
    const std::vector<float> x = randomValues(2 * encoding.size());
    SinusoidalPlan plan;
    ASSERT_TRUE(plan.make(grid.get()).ok());
    const std::size_t first = random() % x.size();
    const std::size_t count = random() % (x.size() - first);
    std::vector<float> out(count + 1, 99.0F);
    plan.add(static_cast<std::int64_t>(first), static_cast<std::int64_t>(count), x.data() + first,
             out.data());
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(out[i], x[first + i] + encoding[(first + i) % encoding.size()]);
    }
    ASSERT_EQ(out[count], 99.0F);
  }
}

}  // namespace
}  // namespace posenc::test

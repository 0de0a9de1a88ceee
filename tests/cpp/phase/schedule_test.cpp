// Frequencies of a schedule, independent of any family, compared with long double.
#include "phase/schedule.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace posenc::test {
namespace {

TEST(Schedule, IsGeometricBetweenItsTimescales) {
  for (const Timescales& scales :
       {Timescales{1, 10000, 0}, Timescales{2, 50, 1}, Timescales{100, 1, 0.5}}) {
    const Schedule schedule{.pairs = 40, .timescales = scales};
    Buffer<double> out;
    ASSERT_TRUE(makeFrequencies(schedule, 37, Angles::exact, out).ok());
    for (std::int64_t i = 0; i < out.size(); ++i) {
      const long double exponent = static_cast<long double>(i) / (40.0L - scales.shift);
      const long double exact =
          1.0L /
          (scales.min * std::pow(static_cast<long double>(scales.max) / scales.min, exponent));
      const double expected = i < 37 ? static_cast<double>(exact) : 0;
      EXPECT_NEAR(out[i], expected, 1e-15 * std::abs(expected)) << i;
    }
  }
}

TEST(Schedule, TakesAList) {
  const std::vector<double> list{3, 0.5, -2};
  const Schedule schedule{
      .pairs = 3, .timescales = {}, .frequencies = list.data(), .frequencyCount = 3};
  Buffer<double> out;
  ASSERT_TRUE(makeFrequencies(schedule, 2, Angles::exact, out).ok());
  EXPECT_EQ(std::vector<double>(out.begin(), out.end()), (std::vector<double>{3, 0.5, 0, 0}));
}

TEST(Schedule, RefusesAListOfTheWrongLength) {
  const std::vector<double> list{3, 0.5, -2};
  const Schedule schedule{
      .pairs = 4, .timescales = {}, .frequencies = list.data(), .frequencyCount = 3};
  Buffer<double> out;
  const Status status = makeFrequencies(schedule, 4, Angles::exact, out);
  EXPECT_EQ(status.error, Error::frequencyCount);
  EXPECT_EQ(status.actual, 3);
  EXPECT_EQ(status.expected, 4);
}

}  // namespace
}  // namespace posenc::test

// Evenly spaced positions are exact, and are split in the same way on a common lattice.
#include "phase/positions.hpp"

#include <gtest/gtest.h>

namespace posenc::test {
namespace {

TEST(EvenPositions, AreOffsetPlusSteps) {
  constexpr std::int64_t kLength = 30 * kFineRows;
  for (const double step : {1.0, 0.5, 3.0, -1.0, -0.75, 0.1, 1e-3}) {
    for (const double offset : {0.0, 1.0, -1.0, 64.0, 1e6, 0.3, -0.3, 12345.678}) {
      const EvenPositions positions(offset, step, kLength);
      for (const std::int64_t row : {std::int64_t{0}, std::int64_t{1}, kHalfFineRows - 1,
                                     kHalfFineRows, kFineRows, kLength - 1}) {
        const DoubleDouble coarse = positions.ofCoarse(positions.coarse(row));
        const long double found = static_cast<long double>(coarse.high) + coarse.low +
                                  static_cast<long double>(positions.fine(row)) * step;
        const long double exact =
            static_cast<long double>(offset) + static_cast<long double>(row) * step;
        EXPECT_NEAR(static_cast<double>(found - exact), 0, 1e-12) << offset << ' ' << step;
      }
    }
  }
}

TEST(EvenPositions, OnOneLatticeAreSplitAlike) {
  // Row 130 of steps of -2 from 0 is row 0 of steps from -260.
  const EvenPositions whole(0, -2, 1000);
  const EvenPositions part(-260, -2, 10);
  EXPECT_EQ(whole.coarse(130), part.coarse(0));
  EXPECT_EQ(whole.fine(130), part.fine(0));
  // So are positions on both sides of zero.
  const EvenPositions left(-5, 3, 10);
  const EvenPositions right(1, 3, 10);
  EXPECT_EQ(left.ofCoarse(0).high, right.ofCoarse(0).high);
  EXPECT_EQ(left.coarse(2) * kFineRows + left.fine(2), right.coarse(0) * kFineRows + right.fine(0));
}

TEST(EvenPositions, ZeroStepStaysAtTheOffset) {
  const EvenPositions positions(42.5, 0, 100000);
  EXPECT_EQ(positions.ofCoarse(positions.coarse(99999)).high, 42.5);
}

TEST(EvenPositions, TooManyStepsFromZeroCountFromTheOffset) {
  const EvenPositions positions(1e9, 1e-12, 100);
  EXPECT_EQ(positions.coarse(0), 0);
  EXPECT_EQ(positions.ofCoarse(0).high, 1e9);
}

}  // namespace
}  // namespace posenc::test

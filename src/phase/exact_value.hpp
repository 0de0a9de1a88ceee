// Single values in double, directly from the definition: for float64 results, and for rounding to
// 16 bits where the float32 value is ambiguous.
#pragma once

#include "base/block.hpp"
#include "math/double_double.hpp"
#include "phase/angles.hpp"
#include "phase/schedule.hpp"

namespace posenc {

/// The sine or cosine of position * frequency, at most 3e-16 from the exact one. `phase` says which
/// of the two is the first value of a pair.
double exactValue(DoubleDouble position, DoubleDouble frequency, Angles angles, Phase phase,
                  bool second);

/// The frequencies of a schedule, to about 90 bits where the schedule computes them. As doubles
/// they have a relative error of 3e-16, which at an angle of 2^24 shows in the ninth digit of the
/// sine.
class PreciseFrequencies {
 public:
  /// `scale` is what the doubles were divided by, a power of two.
  PreciseFrequencies(const Timescales& timescales, std::int64_t pairs, bool isGiven, double scale);

  /// `frequency` is the same one as a double.
  [[nodiscard]] DoubleDouble at(std::int64_t pair, double frequency) const;

 private:
  DoubleDouble logRatio_{0, 0};
  DoubleDouble divisor_{1, 0};
  double min_;
  double scale_;
  bool isGiven_;
};

}  // namespace posenc

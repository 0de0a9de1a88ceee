// Single values in double, straight from the definition: what float64 results are made of, and what
// rounding to 16 bits asks for where a float32 value leaves it in doubt.
#pragma once

#include "base/block.hpp"
#include "math/double_double.hpp"
#include "phase/angles.hpp"
#include "phase/schedule.hpp"

namespace posenc {

/// The sine or cosine of position * frequency, at most 3e-16 from the exact one: which of the two,
/// `phase` says for the first and the second value of a pair.
double exactValue(DoubleDouble position, DoubleDouble frequency, Angles angles, Phase phase,
                  bool second);

/// The frequencies of a schedule, to about 90 bits where the schedule computes them. As doubles
/// they are off by 3e-16 of their size, which at an angle of 2^24 shows in the ninth digit of the
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

#include "phase/exact_value.hpp"

#include "math/double_double_exp.hpp"
#include "math/sincos_double.hpp"

namespace posenc {

double exactValue(DoubleDouble position, DoubleDouble frequency, Angles angles, Phase phase,
                  bool second) {
  if (angles == Angles::float32) {
    position = {static_cast<float>(position.high) * static_cast<float>(frequency.high), 0};
    frequency = {1, 0};
  }
  const SinCos value = sinCosOfProduct(position, frequency);
  return second == (phase == Phase::sinCos) ? value.cos : value.sin;
}

PreciseFrequencies::PreciseFrequencies(const Timescales& timescales, std::int64_t pairs,
                                       bool isGiven, double scale)
    : min_(timescales.min), scale_(scale), isGiven_(isGiven) {
  if (isGiven || pairs < 2) return;
  logRatio_ = logOfQuotient(timescales.min, timescales.max);
  divisor_ = twoSum(static_cast<double>(pairs), -timescales.shift);
}

DoubleDouble PreciseFrequencies::at(std::int64_t pair, double frequency) const {
  if (isGiven_) return {frequency, 0};
  const DoubleDouble exponent =
      pair == 0 ? DoubleDouble{0, 0}
                : quotient(product(logRatio_, static_cast<double>(pair)), divisor_);
  const DoubleDouble precise = expOver(exponent, min_);
  return {precise.high / scale_, precise.low / scale_};
}

}  // namespace posenc

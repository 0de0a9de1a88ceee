#include "rotary/scaling.hpp"

#include <algorithm>
#include <cmath>

#include "base/attributes.hpp"
#include "base/simd.hpp"
#include "math/double_double_exp.hpp"
#include "phase/exact_value.hpp"

namespace posenc {
namespace {

constexpr double kTwoPi = 6.283185307179586;

/// The natural logarithm, rounded once.
double log(double x) { return logOfQuotient(x, 1).high; }

double baseOf(const RotarySpec& spec, double length) {
  if (spec.scaling != Scaling::dynamic || length <= spec.originalLength) return spec.theta;
  const auto dim = static_cast<double>(2 * spec.pairs);
  const double stretch = spec.factor * length / spec.originalLength - (spec.factor - 1);
  return spec.theta * expOver(product(logOfQuotient(stretch, 1), dim / (dim - 2)), 1).high;
}

/// YaRN's ramp, from 0 for pairs whose frequency stays to 1 for those that are divided.
struct Ramp {
  double low;
  double high;

  [[nodiscard]] double at(std::int64_t pair) const {
    return std::clamp((static_cast<double>(pair) - low) / (high - low), 0.0, 1.0);
  }
};

Ramp rampOf(const RotarySpec& spec) {
  const auto dim = static_cast<double>(2 * spec.pairs);
  // The pair that makes this many rotations within the original length.
  const auto pairOf = [&](double rotations) {
    return dim * log(spec.originalLength / (rotations * kTwoPi)) / (2 * log(spec.theta));
  };
  Ramp ramp{pairOf(spec.betaFast), pairOf(spec.betaSlow)};
  if (spec.truncate) ramp = {std::floor(ramp.low), std::ceil(ramp.high)};
  ramp = {std::max(ramp.low, 0.0), std::min(ramp.high, dim - 1)};
  if (ramp.low == ramp.high) ramp.high += 0.001;  // as the original does
  return ramp;
}

double llama3(const RotarySpec& spec, double frequency) {
  const double rotations = spec.originalLength * frequency / kTwoPi;
  if (rotations < spec.lowFreqFactor) return frequency / spec.factor;
  if (rotations > spec.highFreqFactor || spec.lowFreqFactor == spec.highFreqFactor) {
    return frequency;
  }
  const double part = (rotations - spec.lowFreqFactor) / (spec.highFreqFactor - spec.lowFreqFactor);
  return (1 - part) * frequency / spec.factor + part * frequency;
}

}  // namespace

double lengthKey(const RotarySpec& spec, double length) {
  if (spec.frequencies != nullptr || length <= spec.originalLength) return 0;
  if (spec.scaling == Scaling::longrope) return 1;
  return spec.scaling == Scaling::dynamic ? length : 0;
}

POSENC_SMALL bool makeRotaryFrequencies(const RotarySpec& spec, double length,
                                        Buffer<double>& out) {
  if (!out.allocate(roundUpToLanes(spec.pairs))) return false;
  std::fill(out.begin(), out.end(), 0.0);
  if (spec.frequencies != nullptr) {
    std::copy_n(spec.frequencies, spec.pairs, out.data());
    return true;
  }
  if (spec.axisPairs != nullptr) {
    Buffer<double> block;
    double* to = out.data();
    for (std::int64_t axis = 0; axis < spec.axes; ++axis) {
      RotarySpec one = spec;
      one.axisPairs = nullptr;
      one.pairs = static_cast<std::int64_t>(spec.axisPairs[axis]);
      if (!makeRotaryFrequencies(one, length, block)) return false;
      to = std::copy_n(block.data(), one.pairs, to);
    }
    return true;
  }
  const PreciseFrequencies plain({.min = 1, .max = baseOf(spec, length)}, spec.pairs, false, 1);
  const auto count = spec.scaling == Scaling::proportional
                         ? static_cast<std::int64_t>(spec.partial * static_cast<double>(spec.pairs))
                         : spec.pairs;
  const Ramp ramp = spec.scaling == Scaling::yarn ? rampOf(spec) : Ramp{};
  const double* const factors = length > spec.originalLength ? spec.longFactor : spec.shortFactor;
  for (std::int64_t j = 0; j < count; ++j) {
    const double frequency = plain.at(j, 0).high;
    switch (spec.scaling) {
      case Scaling::none:
      case Scaling::dynamic:
        out[j] = frequency;
        break;
      case Scaling::linear:
      case Scaling::proportional:
        out[j] = frequency / spec.factor;
        break;
      case Scaling::yarn:
        out[j] = frequency * ((1 - ramp.at(j)) + ramp.at(j) / spec.factor);
        break;
      case Scaling::longrope:
        out[j] = frequency / factors[j];
        break;
      case Scaling::llama3:
        out[j] = llama3(spec, frequency);
        break;
    }
  }
  return true;
}

POSENC_SMALL double attentionScaling(const RotarySpec& spec) {
  if (spec.attentionFactor != 0) return spec.attentionFactor;
  if (spec.factor <= 1) return 1;
  const double logFactor = log(spec.factor);
  if (spec.scaling == Scaling::longrope) {
    return std::sqrt(1 + logFactor / log(spec.originalLength));
  }
  if (spec.scaling != Scaling::yarn) return 1;
  const auto scaling = [&](double mscale) { return 0.1 * mscale * logFactor + 1; };
  return spec.mscale != 0 ? scaling(spec.mscale) / scaling(spec.mscaleAllDim) : scaling(1);
}

}  // namespace posenc

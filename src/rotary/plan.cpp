// Makes a plan, and prepares it for a length.
#include "rotary/plan.hpp"

#include <algorithm>
#include <cmath>

#include "base/attributes.hpp"
#include "math/natural_log.hpp"
#include "rotary/scaling.hpp"

namespace posenc {

POSENC_SMALL bool RotaryPlan::make(const RotarySpec& spec) {
  spec_ = spec;
  // The lists are the caller's: keep copies.
  const double** const lists[] = {&spec_.frequencies, &spec_.shortFactor, &spec_.longFactor};
  const std::int64_t chunk = 2 * chunkRows() * spec.pairs;
  if (!lists_.allocate(3 * spec.pairs) || !chunk_.allocate(chunk) ||
      !lines_.allocate(2 * roundUpToCacheLine(static_cast<Index>(spec.pairs)) + chunk)) {
    return false;
  }
  for (std::int64_t i = 0; i < 3; ++i) {
    if (*lists[i] == nullptr) continue;
    double* const copy = lists_.data() + i * spec.pairs;
    std::copy_n(*lists[i], spec.pairs, copy);
    *lists[i] = copy;
  }
  attention_ = attentionScaling(spec_);
  return prepare(0);
}

POSENC_SMALL bool RotaryPlan::prepare(double length) {
  const double key = lengthKey(spec_, length);
  if (key == lengthKey_) return true;
  lengthKey_ = -1;
  tables_ = RowTables();
  rows_ = RotaryRows();
  if (!makeRotaryFrequencies(spec_, length, frequencies_) ||
      !tables_.make(frequencies_, everyPosition(), Phase::sinCos, attention_) ||
      !rows_.make(frequencies_) ||
      (spec_.xposBase != 0 && !xposRows_.allocate(rows_.most() * rows_.stride()))) {
    return false;
  }
  lengthKey_ = key;
  return true;
}

double RotaryPlan::largestPosition() const {
  double largest = 1;
  for (const double frequency : frequencies_) largest = std::max(largest, std::abs(frequency));
  return std::floor(kMaxAngle / largest);
}

std::int64_t RotaryPlan::bytes() const {
  return lists_.bytes() + frequencies_.bytes() + tables_.bytes() + rows_.bytes() +
         xposRows_.bytes() + lines_.bytes() + chunk_.bytes();
}

double RotaryPlan::scaleOf(Rotation rotation) const {
  if (rotation == Rotation::forward) return attention_;
  return rotation == Rotation::inverse ? 1 / attention_ : 1;
}

POSENC_SMALL SinCos RotaryPlan::exactRow(double position, std::int64_t pair, double scale,
                                         const Xpos& xpos) const {
  const SinCos value = sinCosOfProduct(DoubleDouble{position, 0}, frequencies_[pair]);
  if (xpos.sign != 0) {
    const auto dim = static_cast<double>(2 * spec_.pairs);
    const double base = (2 * static_cast<double>(pair) + 0.4 * dim) / (1.4 * dim);
    const double exponent = xpos.sign * (position - xpos.center) / spec_.xposBase;
    scale *= std::exp(exponent * naturalLog(base));  // std::pow would add tables of 6 KB
  }
  return {value.sin * scale, value.cos * scale};
}

}  // namespace posenc

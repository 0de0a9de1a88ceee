// Makes a plan, and prepares it for a length.
#include "rotary/plan.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/attributes.hpp"
#include "math/natural_log.hpp"
#include "rotary/scaling.hpp"

namespace posenc {

POSENC_SMALL bool RotaryPlan::make(const RotarySpec& spec) {
  spec_ = spec;
  // The lists are the caller's: keep copies.
  struct List {
    const double** data;
    std::int64_t size;
  };
  const std::int64_t matrixSize = spec.matrixHeads * spec.axes * spec.pairs;
  const List lists[] = {{&spec_.frequencies, spec.pairs},     {&spec_.shortFactor, spec.pairs},
                        {&spec_.longFactor, spec.pairs},      {&spec_.axisPairs, spec.axes},
                        {&spec_.sections, spec.sectionCount}, {&spec_.matrix, matrixSize}};
  const std::int64_t chunk = 2 * chunkRows() * spec.pairs;
  std::int64_t size = 0;
  for (const List& list : lists) size += *list.data == nullptr ? 0 : list.size;
  if (!lists_.allocate(size) || !chunk_.allocate(chunk) ||
      !lines_.allocate(2 * roundUpToCacheLine(static_cast<Index>(spec.pairs)) + chunk)) {
    return false;
  }
  double* copy = lists_.data();
  for (const List& list : lists) {
    if (*list.data == nullptr) continue;
    double* const end = std::copy_n(*list.data, list.size, copy);
    *list.data = std::exchange(copy, end);
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
      (spec_.axes != 0 && !axes_.make(spec_, frequencies_)) ||
      !rows_.make(frequencies_, spec_.axes == 0 ? nullptr : &axes_) ||
      (spec_.xposBase != 0 && !xposRows_.allocate(rows_.most() * rows_.stride()))) {
    return false;
  }
  lengthKey_ = key;
  return true;
}

double RotaryPlan::largestPosition() {
  double largest = spec_.axes == 0 ? 1 : std::max(axes_.largestSum(), 1.0);
  for (const double frequency : frequencies_) largest = std::max(largest, std::abs(frequency));
  return std::floor(kMaxAngle / largest);
}

std::int64_t RotaryPlan::bytes() const {
  return lists_.bytes() + frequencies_.bytes() + tables_.bytes() + axes_.bytes() + rows_.bytes() +
         xposRows_.bytes() + lines_.bytes() + chunk_.bytes();
}

double RotaryPlan::scaleOf(Rotation rotation) const {
  if (rotation == Rotation::forward) return attention_;
  return rotation == Rotation::inverse ? 1 / attention_ : 1;
}

POSENC_SMALL SinCos RotaryPlan::exactRow(const RotaryPositions& positions, std::int64_t i,
                                         std::int64_t pair, double scale, const Xpos& xpos,
                                         std::int64_t head) {
  const auto position = static_cast<double>(positions.at(i));
  const SinCos value = position < 0
                           ? axes_.at(positions.vectorAt(i), head)[pair]
                           : sinCosOfProduct(DoubleDouble{position, 0}, frequencies_[pair]);
  if (xpos.sign != 0) {
    const auto dim = static_cast<double>(2 * spec_.pairs);
    const double base = (2 * static_cast<double>(pair) + 0.4 * dim) / (1.4 * dim);
    const double exponent = xpos.sign * (position - xpos.center) / spec_.xposBase;
    scale *= std::exp(exponent * naturalLog(base));  // std::pow would add tables of 6 KB
  }
  return {value.sin * scale, value.cos * scale};
}

}  // namespace posenc

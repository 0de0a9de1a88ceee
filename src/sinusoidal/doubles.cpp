// Results in double: each value from the definition, grouped by frequency, since computing a
// frequency beyond double precision costs more than a sine.
#include <algorithm>

#include "sinusoidal/plan.hpp"

namespace posenc {

void SinusoidalPlan::encodeDouble(std::int64_t start, std::int64_t count, double* out) {
  std::fill_n(out, count, 0.0);
  addDouble(start, count, out, out);
}

void SinusoidalPlan::addDouble(std::int64_t start, std::int64_t count, const double* x,
                               double* out) {
  if (x != out) std::copy_n(x, count, out);
  for (std::int64_t a = 0; a < axisCount_; ++a) {
    const Axis& axis = axes_[static_cast<std::size_t>(a)];
    const PreciseFrequencies frequencies = axis.preciseFrequencies();
    for (std::int64_t pair = 0; pair < axis.block().firstCount; ++pair) {
      const DoubleDouble frequency = frequencies.at(pair, axis.frequencies()[pair]);
      for (const bool second : {false, true}) {
        addExactColumn(axis, {pair, second}, frequency, start, count, out);
      }
    }
  }
}

/// One channel's values within the range.
void SinusoidalPlan::addExactColumn(const Axis& axis, const Component& component,
                                    const DoubleDouble& frequency, std::int64_t start,
                                    std::int64_t count, double* out) const {
  const Block& block = axis.block();
  const std::int64_t column = columnOf(block, component, layout_);
  if (column >= block.columns) return;
  const std::int64_t channel = block.column + column;
  std::int64_t row = -1;
  double value = 0;
  const auto addAt = [&](std::int64_t index, std::int64_t point) {
    if (const std::int64_t next = indexOn(block.axis, point); next != row) {
      row = next;
      value = exactValue(axis.exactPosition(row), frequency, axis.angles(), axis.phase(),
                         component.second);
    }
    out[index - start] += value;
  };
  if (!channelsFirst_) {
    const std::int64_t skipped = (channel - start % rowLength_ + rowLength_) % rowLength_;
    for (std::int64_t i = start + skipped; i < start + count; i += rowLength_) {
      addAt(i, i / rowLength_ % rowCount_);
    }
    return;
  }
  for (std::int64_t repeat = start / size(); repeat * size() < start + count; ++repeat) {
    const std::int64_t first = repeat * size() + channel * rowLength_;
    const std::int64_t end = std::min(first + rowLength_, start + count);
    for (std::int64_t i = std::max(first, start); i < end; ++i) addAt(i, i - first);
  }
}

}  // namespace posenc

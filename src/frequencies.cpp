#include "frequencies.hpp"

#include <algorithm>
#include <cmath>

#include "simd.hpp"

namespace posenc {

Status makeFrequencies(const SinusoidalSpec& spec, const Block& block, Buffer<double>& out) {
  const AxisSpec& axis = spec.axes[static_cast<std::size_t>(block.axis)];
  const Timescales& timescales = spec.timescales;
  const std::int64_t pairs = block.pairs;
  const std::int64_t count = block.firsts;
  if (!out.allocate(roundUpToLanes(count))) return {.fault = Fault::outOfMemory};
  std::fill(out.begin(), out.end(), 0.0);
  if (axis.frequencies != nullptr) {
    if (axis.frequencyCount != pairs) {
      return {.fault = Fault::frequencyCount,
              .actual = static_cast<double>(axis.frequencyCount),
              .expected = static_cast<double>(pairs)};
    }
    std::copy_n(axis.frequencies, count, out.data());
    return {};
  }
  const double divisor = static_cast<double>(pairs) - timescales.shift;
  if (pairs > 1 && !(divisor > 0)) {
    return {.fault = Fault::timescaleShift,
            .actual = timescales.shift,
            .expected = static_cast<double>(pairs)};
  }
  // C libraries' log brings a table of 4 KB, which log10 does without.
  constexpr double kLog10 = 2.302585092994046;
  const double rate = std::log10(timescales.min / timescales.max) * kLog10 / divisor;
  // exp((16 k + j) rate) is exp(16 k rate) exp(j rate), 3e-16 from it. A single frequency is the
  // first one, whatever the divisor: with an end point that is 0/0, and the limit is the one
  // timescale there is.
  constexpr std::int64_t kRun = 16;
  double within[kRun] = {1};
  for (std::int64_t j = 1; j < std::min(kRun, count); ++j) {
    within[j] = std::exp(static_cast<double>(j) * rate);
  }
  for (std::int64_t first = 0; first < count; first += kRun) {
    const double to = first == 0 ? 1 : std::exp(static_cast<double>(first) * rate);
    for (std::int64_t j = 0; j < std::min(kRun, count - first); ++j) {
      out[first + j] = to * within[j] / timescales.min;
    }
  }
  return {};
}

}  // namespace posenc

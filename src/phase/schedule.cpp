// Computes the frequencies of a schedule in double.
#include "phase/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/attributes.hpp"
#include "base/simd.hpp"
#include "math/natural_log.hpp"

namespace posenc {
namespace {

/// PyTorch forms angles in float32, where a frequency beyond the type would be infinite.
Status checkMagnitude(const Buffer<double>& frequencies, Angles angles) {
  const double most = angles == Angles::float32 ? std::numeric_limits<float>::max()
                                                : std::numeric_limits<double>::max();
  for (const double frequency : frequencies) {
    if (!(std::abs(frequency) <= most)) {
      return {.error = Error::frequencyTooLarge, .actual = std::abs(frequency), .expected = most};
    }
  }
  return {};
}

}  // namespace

POSENC_SMALL Status makeFrequencies(const Schedule& schedule, std::int64_t count, Angles angles,
                                    Buffer<double>& out) {
  const Timescales& timescales = schedule.timescales;
  const std::int64_t pairs = schedule.pairs;
  if (!out.allocate(roundUpToLanes(count))) return {.error = Error::outOfMemory};
  std::fill(out.begin(), out.end(), 0.0);
  if (schedule.frequencies != nullptr) {
    if (schedule.frequencyCount != pairs) {
      return {.error = Error::frequencyCount,
              .actual = static_cast<double>(schedule.frequencyCount),
              .expected = static_cast<double>(pairs)};
    }
    std::copy_n(schedule.frequencies, count, out.data());
    return checkMagnitude(out, angles);
  }
  const double divisor = static_cast<double>(pairs) - timescales.shift;
  if (pairs > 1 && !(divisor > 0)) {
    return {.error = Error::timescaleShift,
            .actual = timescales.shift,
            .expected = static_cast<double>(pairs)};
  }
  const double ratio = timescales.min / timescales.max;
  if (!std::isnormal(ratio)) {
    return {.error = Error::timescaleRatio, .actual = timescales.min, .expected = timescales.max};
  }
  const double rate = naturalLog(ratio) / divisor;
  // exp((16 k + j) rate) = exp(16 k rate) exp(j rate), to within 3e-16. A single frequency is
  // always the first: with an endpoint its exponent would be 0/0.
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
  return checkMagnitude(out, angles);
}

}  // namespace posenc

// Why a plan could not be made: an error code, and the axis and numbers for its message.
#pragma once

#include <cstdint>

namespace posenc {

/// Bindings know these by number: keep their order.
enum class Error : std::uint8_t {
  none,
  outOfMemory,        // memory cannot hold the tables
  emptyAxis,          // the axis gets no channel; actual: the channels
  splitTooWide,       // actual: the widths' sum; expected: at most the declared channels
  splitOdd,           // actual: the width of the axis
  frequencyCount,     // actual: frequencies given for the axis; expected: its pairs
  timescaleShift,     // actual: the shift; expected: less than the axis's pairs
  tooManyValues,      // actual: values of the whole encoding; expected: at most 2^53 - 1
  positionTooLarge,   // actual: the axis's largest |position|; expected: at most 2^53
  angleTooLarge,      // actual: the axis's largest |position * frequency|; expected: at most 2^50
  frequencyTooLarge,  // actual: the axis's largest |frequency|; expected: at most that of the type
  timescaleRatio,     // actual: the smallest timescale; expected: the largest; no normal ratio
};

struct Status {
  Error error = Error::none;
  std::int32_t axis = -1;
  double actual = 0;
  double expected = 0;
  [[nodiscard]] bool ok() const { return error == Error::none; }
};

// Limits that the errors refer to.

inline constexpr double kMaxValues = 9007199254740991.0;    // 2^53 - 1
inline constexpr double kMaxPosition = 9007199254740992.0;  // 2^53
inline constexpr double kMaxAngle = 1125899906842624.0;     // 2^50

}  // namespace posenc

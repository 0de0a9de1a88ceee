// What a sinusoidal encoding is asked to be: plain values, and the ways in which they can fail to
// fit together. The names are those of the TypeScript options.
#pragma once

#include <cstdint>
#include <span>

namespace posenc {

/// Order of sines and cosines inside one axis's block: s c s c ..., or s s ... c c ...
enum class Layout : std::uint8_t { interleaved, concatenated };

/// Which of a pair comes first.
enum class Phase : std::uint8_t { sinCos, cosSin };

/// How channels are shared among n axes: blocks of 2*ceil(C/(2n)) cut at C (positional-encodings);
/// blocks of 2*floor(C/(2n)) and zeros (tensor2tensor); or a width given for each axis.
enum class Split : std::uint8_t { even, padded, widths };

/// `exact` forms position * frequency without rounding; `float32` rounds both and the product to
/// float32 first, as PyTorch does.
enum class Angles : std::uint8_t { exact, float32 };

/// Pair i of n turns once in 2*pi * min * (max/min)^(i/(n - shift)) positions.
struct Timescales {
  double min = 1;
  double max = 10000;
  double shift = 0;  // 1 makes `max` the last timescale (an end point)
};

struct AxisSpec {
  std::int64_t length = 0;
  double offset = 0;  // position of row 0
  double step = 1;
  const double* positions = nullptr;    // `length` of them, in place of offset and step
  const double* frequencies = nullptr;  // in place of timescales
  std::int64_t frequencyCount = 0;
  std::int64_t width = 0;  // for Split::widths
};

/// Every number is finite, lengths are not negative, channels are positive and axisOrder is empty
/// or a permutation: who calls has checked each value by itself. How they fit together is checked
/// here.
struct SinusoidalSpec {
  std::span<const AxisSpec> axes;
  std::span<const std::int32_t> axisOrder;  // axisOrder[j] is the axis of block j
  std::int64_t channels = 0;
  std::int64_t declaredChannels =
      0;  // what is shared among the axes, of which `channels` are wanted
  Timescales timescales;
  Layout layout = Layout::interleaved;
  Phase phase = Phase::sinCos;
  Split split = Split::even;
  Angles angles = Angles::exact;
  bool channelsFirst = false;
  bool allowEmptyAxes = false;

  /// Whether values are made channel by channel. A single channel has the same values in either
  /// order, and by positions each would be a row, with all that a row costs.
  [[nodiscard]] bool isChannelMajor() const { return channelsFirst || channels == 1; }
};

enum class Fault : std::uint8_t {
  none,
  outOfMemory,        // actual: nothing; linear memory cannot hold the tables
  emptyAxis,          // axis would get no channel; actual: the channels
  splitTooWide,       // actual: the widths' sum; expected: at most the declared channels
  splitOdd,           // actual: the width of the axis
  frequencyCount,     // actual: frequencies given for the axis; expected: its pairs
  timescaleShift,     // actual: the shift; expected: less than the axis's pairs
  tooManyValues,      // actual: values of the whole encoding; expected: at most 2^53 - 1
  positionTooLarge,   // actual: the axis's largest |position|; expected: at most 2^53
  angleTooLarge,      // actual: the axis's largest |position * frequency|; expected: at most 2^50
  frequencyTooLarge,  // actual: the axis's largest |frequency|; expected: at most that of the type
  timescaleRatio,     // actual: the smallest timescale; expected: the largest, out of its reach
};

struct Status {
  Fault fault = Fault::none;
  std::int32_t axis = -1;
  double actual = 0;
  double expected = 0;
  [[nodiscard]] bool ok() const { return fault == Fault::none; }
};

inline constexpr double kMaxValues = 9007199254740991.0;    // 2^53 - 1
inline constexpr double kMaxPosition = 9007199254740992.0;  // 2^53
inline constexpr double kMaxAngle = 1125899906842624.0;     // 2^50

}  // namespace posenc

// What a sinusoidal encoding is asked to be: plain values, and the ways in which they can fail to
// fit together. The names are those of the TypeScript options.
#pragma once

#include <cstdint>
#include <span>

#include "base/block.hpp"
#include "phase/angles.hpp"
#include "phase/schedule.hpp"

namespace posenc {

/// How channels are shared among n axes: blocks of 2*ceil(C/(2n)) cut at C (positional-encodings);
/// blocks of 2*floor(C/(2n)) and zeros (tensor2tensor); or a width given for each axis.
enum class Split : std::uint8_t { even, padded, widths };

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

}  // namespace posenc

// The options of a sinusoidal encoding, as plain values. The names are those of the TypeScript
// options.
#pragma once

#include <cstdint>
#include <span>

#include "base/block.hpp"
#include "base/row_order.hpp"
#include "phase/angles.hpp"
#include "phase/schedule.hpp"

namespace posenc {

/// How n axes share C channels: blocks of 2*ceil(C/(2n)) cut at C (positional-encodings); blocks of
/// 2*floor(C/(2n)) and zeros (tensor2tensor); or a given width per axis.
enum class Split : std::uint8_t { even, padded, widths };

struct AxisSpec {
  std::int64_t length = 0;
  double offset = 0;  // position of row 0
  double step = 1;
  const double* positions = nullptr;    // `length` of them, instead of offset and step
  const double* frequencies = nullptr;  // instead of timescales
  std::int64_t frequencyCount = 0;
  std::int64_t width = 0;  // for Split::widths
};

/// The caller has checked each value by itself: numbers are finite, lengths are not negative,
/// channels are positive, and axisOrder is empty or a permutation. Whether they fit together is
/// checked here.
struct SinusoidalSpec {
  std::span<const AxisSpec> axes;
  std::span<const std::int32_t> axisOrder;  // axisOrder[j] is the axis of block j
  std::int64_t channels = 0;
  std::int64_t declaredChannels = 0;  // what the axes share; the first `channels` are wanted
  Timescales timescales;
  Layout layout = Layout::interleaved;
  Phase phase = Phase::sinCos;
  Split split = Split::even;
  Angles angles = Angles::exact;
  bool channelsFirst = false;
  bool allowEmptyAxes = false;

  /// Whether values are computed channel by channel. A single channel has the same values in either
  /// order, and as rows it would pay the cost of a row for each value.
  [[nodiscard]] bool isChannelMajor() const { return channelsFirst || channels == 1; }
};

}  // namespace posenc

// Divides the channels among the axes.
#include "sinusoidal/channels.hpp"

#include <algorithm>

#include "base/attributes.hpp"

namespace posenc {
namespace {

std::int64_t pairsOf(const SinusoidalSpec& spec, std::size_t axis) {
  const auto divisor = 2 * static_cast<std::int64_t>(spec.axes.size());
  switch (spec.split) {
    case Split::even:
      return (spec.declaredChannels + divisor - 1) / divisor;
    case Split::padded:
      return spec.declaredChannels / divisor;
    case Split::widths:
      break;
  }
  return spec.axes[axis].width / 2;
}

Status checkWidths(const SinusoidalSpec& spec) {
  double sum = 0;
  for (std::size_t axis = 0; axis < spec.axes.size(); ++axis) {
    const std::int64_t width = spec.axes[axis].width;
    if (width % 2 != 0) {
      return {.error = Error::splitOdd,
              .axis = static_cast<std::int32_t>(axis),
              .actual = static_cast<double>(width)};
    }
    sum += static_cast<double>(width);
  }
  if (sum > static_cast<double>(spec.declaredChannels)) {
    return {.error = Error::splitTooWide,
            .actual = sum,
            .expected = static_cast<double>(spec.declaredChannels)};
  }
  return {};
}

}  // namespace

POSENC_SMALL Status shareChannels(const SinusoidalSpec& spec, Buffer<Block>& blocks) {
  if (spec.split == Split::widths) {
    if (const Status status = checkWidths(spec); !status.ok()) return status;
  }
  const auto axisCount = static_cast<std::int64_t>(spec.axes.size());
  if (!blocks.allocate(axisCount)) return {.error = Error::outOfMemory};
  std::int64_t column = 0;
  for (std::int64_t j = 0; j < axisCount; ++j) {
    const std::int32_t axis = spec.axisOrder.empty() ? static_cast<std::int32_t>(j)
                                                     : spec.axisOrder[static_cast<std::size_t>(j)];
    const std::int64_t pairs = pairsOf(spec, static_cast<std::size_t>(axis));
    const std::int64_t columns = std::min(2 * pairs, spec.channels - column);
    if (columns == 0 && !spec.allowEmptyAxes) {
      return {
          .error = Error::emptyAxis, .axis = axis, .actual = static_cast<double>(spec.channels)};
    }
    const bool interleaved = spec.layout == Layout::interleaved;
    blocks[j] = {
        .axis = axis,
        .pairs = pairs,
        .column = column,
        .columns = columns,
        .firstCount = interleaved ? (columns + 1) / 2 : std::min(columns, pairs),
        .secondCount = interleaved ? columns / 2 : std::max<std::int64_t>(columns - pairs, 0)};
    column += columns;
  }
  return {};
}

Schedule scheduleOf(const SinusoidalSpec& spec, const Block& block) {
  const AxisSpec& axis = spec.axes[static_cast<std::size_t>(block.axis)];
  return {.pairs = block.pairs,
          .timescales = spec.timescales,
          .frequencies = axis.frequencies,
          .frequencyCount = axis.frequencyCount};
}

}  // namespace posenc

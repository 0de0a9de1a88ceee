// Channels first: planes.
#include <algorithm>

#include "kernels/copy.hpp"
#include "sinusoidal/plan.hpp"

namespace posenc {
namespace {

/// Values of a column made at a time before each is repeated.
constexpr std::int64_t kColumnRun = 256;

/// Values of a repeated pattern that are kept at hand.
constexpr std::int64_t kTile = 512;

}  // namespace

/// A part of one row, channels first: one channel over the grid.
template <class Op>
void Sinusoidal::plane(std::int64_t channel, std::int64_t first, std::int64_t count, float* out,
                       const float* x) {
  Axis* const axis = axisOf(channel);
  if (axis == nullptr) {
    fillRun<Op>(0, count, out, x);
    return;
  }
  const std::int64_t column = channel - axis->block().column;
  const GridAxis& grid = grid_[axis->block().axis];
  const std::int64_t period = grid.length * grid.inner;
  if (2 * period > std::min(count, kTile)) {
    planeOfAxis<Op>(*axis, column, first, count, out, x);
    return;
  }
  // A short pattern that repeats: made a few times over, and copied from there.
  float tile[kTile];
  const std::int64_t length = kTile / period * period;
  planeOfAxis<Encode>(*axis, column, first, period, tile, nullptr);
  for (std::int64_t made = period; made < length; made *= 2) {
    copyRow<Encode>(tile, std::min(made, length - made), tile + made, nullptr);
  }
  for (std::int64_t done = 0; done < count; done += length) {
    copyRow<Op>(tile, std::min(count - done, length), out + done, Op::advance(x, done));
  }
}

template <class Op>
void Sinusoidal::planeOfAxis(Axis& axis, std::int64_t column, std::int64_t first,
                             std::int64_t count, float* out, const float* x) {
  const GridAxis& grid = grid_[axis.block().axis];
  float made[kColumnRun];
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t index = indexOn(axis.block().axis, first + done);
    if (grid.inner == 1) {
      const std::int64_t run = std::min(count - done, grid.length - index);
      if (axis.isKept()) {
        copyRow<Op>(axis.keptColumn(column) + index, run, out + done, Op::advance(x, done));
      } else {
        axis.column<Op>(column, index, run, out + done, Op::advance(x, done));
      }
      done += run;
      continue;
    }
    const float* values = made;
    std::int64_t valueCount = grid.length - index;
    if (axis.isKept()) {
      values = axis.keptColumn(column) + index;
    } else {
      valueCount = std::min(valueCount, kColumnRun);
      axis.column<Encode>(column, index, valueCount, made, nullptr);
    }
    // The rest of the value that the range begins in, whole ones, and the beginning of another.
    const auto fill = [&](std::int64_t several, std::int64_t times) {
      fillRuns<Op>(values, several, times, out + done, Op::advance(x, done));
      values += several;
      valueCount -= several;
      done += several * times;
    };
    const std::int64_t within = (first + done) % grid.inner;
    if (within > 0) fill(1, std::min(count - done, grid.inner - within));
    fill(std::min(valueCount, (count - done) / grid.inner), grid.inner);
    if (valueCount > 0 && done < count) fill(1, count - done);
  }
}

template void Sinusoidal::plane<Encode>(std::int64_t, std::int64_t, std::int64_t, float*,
                                        const float*);
template void Sinusoidal::plane<Add>(std::int64_t, std::int64_t, std::int64_t, float*,
                                     const float*);

}  // namespace posenc

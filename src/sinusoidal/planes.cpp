// The channels-first executor. A plane is one channel over the whole grid.
#include <algorithm>

#include "kernels/copy.hpp"
#include "sinusoidal/plan.hpp"

namespace posenc {
namespace {

/// Values of a column that are computed before each is repeated.
constexpr std::int64_t kColumnRun = 256;

/// The size of the buffer for a short repeating pattern.
constexpr std::int64_t kTile = 512;

}  // namespace

/// Writes a part of one plane.
template <class Op>
void SinusoidalPlan::writePlane(std::int64_t channel, std::int64_t start, std::int64_t count,
                                float* out, const float* x) {
  Axis* const axis = axisOf(channel);
  if (axis == nullptr) {
    repeatValue<Op>(0, count, out, x);
    return;
  }
  const std::int64_t column = channel - axis->block().column;
  const GridAxis& grid = grid_[axis->block().axis];
  const std::int64_t period = grid.length * grid.inner;
  if (2 * period > std::min(count, kTile)) {
    writeAxisPlane<Op>(*axis, column, start, count, out, x);
    return;
  }
  // A short pattern that repeats: write it a few times over, then copy from there.
  float tile[kTile];
  const std::int64_t length = kTile / period * period;
  writeAxisPlane<Encode>(*axis, column, start, period, tile, nullptr);
  for (std::int64_t ready = period; ready < length; ready *= 2) {
    copyRow<Encode>(tile, std::min(ready, length - ready), tile + ready, nullptr);
  }
  for (std::int64_t done = 0; done < count; done += length) {
    copyRow<Op>(tile, std::min(count - done, length), out + done, Op::advance(x, done));
  }
}

template <class Op>
void SinusoidalPlan::writeAxisPlane(Axis& axis, std::int64_t column, std::int64_t start,
                                    std::int64_t count, float* out, const float* x) {
  const GridAxis& grid = grid_[axis.block().axis];
  float scratch[kColumnRun];
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t index = indexOn(axis.block().axis, start + done);
    if (grid.inner == 1) {
      const std::int64_t run = std::min(count - done, grid.length - index);
      if (axis.isCached()) {
        copyRow<Op>(axis.cachedColumn(column) + index, run, out + done, Op::advance(x, done));
      } else {
        axis.writeColumn<Op>(column, index, run, out + done, Op::advance(x, done));
      }
      done += run;
      continue;
    }
    const float* values = scratch;
    std::int64_t valueCount = grid.length - index;
    if (axis.isCached()) {
      values = axis.cachedColumn(column) + index;
    } else {
      valueCount = std::min(valueCount, kColumnRun);
      axis.writeColumn<Encode>(column, index, valueCount, scratch, nullptr);
    }
    // The rest of the value that the range starts in, whole values, and the start of another.
    const auto fill = [&](std::int64_t several, std::int64_t times) {
      repeatEach<Op>(values, several, times, out + done, Op::advance(x, done));
      values += several;
      valueCount -= several;
      done += several * times;
    };
    const std::int64_t within = (start + done) % grid.inner;
    if (within > 0) fill(1, std::min(count - done, grid.inner - within));
    fill(std::min(valueCount, (count - done) / grid.inner), grid.inner);
    if (valueCount > 0 && done < count) fill(1, count - done);
  }
}

template void SinusoidalPlan::writePlane<Encode>(std::int64_t, std::int64_t, std::int64_t, float*,
                                                 const float*);
template void SinusoidalPlan::writePlane<Add>(std::int64_t, std::int64_t, std::int64_t, float*,
                                              const float*);

}  // namespace posenc

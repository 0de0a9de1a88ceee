#include "sinusoidal.hpp"

#include <algorithm>
#include <cmath>
#include <new>

#include "base/accuracy.hpp"

namespace posenc {
namespace {

/// Values of a column made at a time before each is repeated.
constexpr std::int64_t kColumnRun = 256;

/// Values of a repeated pattern that are kept at hand.
constexpr std::int64_t kTile = 512;

/// Values made in float32 at a time before they are rounded to 16 bits.
constexpr std::int64_t kHalfRun = 2048;

}  // namespace

Status Sinusoidal::make(const SinusoidalSpec& spec) {
  const auto axisCount = static_cast<std::int64_t>(spec.axes.size());
  double values = static_cast<double>(spec.channels);
  for (const AxisSpec& axis : spec.axes) values *= static_cast<double>(axis.length);
  if (!(values <= kMaxValues)) {
    return {.fault = Fault::tooManyValues, .actual = values, .expected = kMaxValues};
  }
  if (!grid_.allocate(axisCount)) return {.fault = Fault::outOfMemory};
  std::int64_t pointCount = 1;
  for (std::int64_t axis = axisCount - 1; axis >= 0; --axis) {
    const std::int64_t length = spec.axes[static_cast<std::size_t>(axis)].length;
    grid_[axis] = {length, pointCount};
    pointCount *= length;
  }
  channelsFirst_ = spec.isChannelMajor();
  rowCount_ = channelsFirst_ ? spec.channels : pointCount;
  rowLength_ = channelsFirst_ ? pointCount : spec.channels;

  Buffer<Block> blocks;
  if (const Status status = shareChannels(spec, blocks); !status.ok()) return status;
  axes_.reset(new (std::nothrow) Axis[static_cast<std::size_t>(axisCount)]);
  if (axes_ == nullptr) return {.fault = Fault::outOfMemory};
  for (const Block& block : blocks) {
    if (block.columns == 0) continue;
    const bool repeated = grid_[block.axis].length < pointCount;
    if (const Status status =
            axes_[static_cast<std::size_t>(axisCount_)].make(spec, block, repeated);
        !status.ok()) {
      return status;
    }
    ++axisCount_;
    channelsUsed_ = block.column + block.columns;
  }
  if (channelsFirst_) return {};
  bool allocated = row_.allocate(spec.channels) && repeated_.allocate(spec.channels);
  const auto isKept = [](const Axis& axis) { return axis.isKept(); };
  if (std::all_of(axes_.get(), axes_.get() + axisCount_, isKept)) {
    allocated = allocated && between_.allocate(spec.channels);
    std::fill(between_.begin(), between_.end(), 0.0F);
  }
  return allocated ? Status{} : Status{.fault = Fault::outOfMemory};
}

void Sinusoidal::encode(std::int64_t first, std::int64_t count, float* out) {
  range<Encode>(first, count, out, nullptr);
}

void Sinusoidal::add(std::int64_t first, std::int64_t count, const float* x, float* out) {
  range<Add>(first, count, out, x);
}

std::int64_t Sinusoidal::bytes() const {
  std::int64_t sum = row_.bytes() + repeated_.bytes() + between_.bytes();
  for (std::int64_t a = 0; a < axisCount_; ++a) sum += axes_[static_cast<std::size_t>(a)].bytes();
  return sum;
}

Axis* Sinusoidal::axisOf(std::int64_t channel) const {
  for (std::int64_t a = 0; a < axisCount_; ++a) {
    Axis& axis = axes_[static_cast<std::size_t>(a)];
    const std::int64_t within = channel - axis.block().column;
    if (within >= 0 && within < axis.block().columns) return &axis;
  }
  return nullptr;
}

double Sinusoidal::exact(std::int64_t index) const {
  const std::int64_t row = index % size() / rowLength_;
  const std::int64_t column = index % rowLength_;
  const std::int64_t point = channelsFirst_ ? column : row;
  const std::int64_t channel = channelsFirst_ ? row : column;
  const Axis* const axis = axisOf(channel);
  if (axis == nullptr) return 0;
  const Block& block = axis->block();
  return axis->exact(indexOn(block.axis, point), channel - block.column);
}

void Sinusoidal::encodeHalf(Half type, std::int64_t first, std::int64_t count, std::uint16_t* out) {
  halves(type, first, count, nullptr, out);
}

void Sinusoidal::addHalf(Half type, std::int64_t first, std::int64_t count, const std::uint16_t* x,
                         std::uint16_t* out) {
  halves(type, first, count, x, out);
}

/// Rounds the encoding, plus x if there is one. The float32 value is within kHalfSlack of the exact
/// one, so where both ends of that interval round alike, so does the exact value; elsewhere it is
/// made.
void Sinusoidal::halves(Half type, std::int64_t first, std::int64_t count, const std::uint16_t* x,
                        std::uint16_t* out) {
  float sums[kHalfRun];
  std::uint16_t rounded[kHalfRun];  // apart from out, which may be the x that is still needed
  std::uint16_t unsure[kHalfRun];
  const std::int64_t rows = kHalfRun / std::max<std::int64_t>(rowLength_, 1);
  const std::int64_t step = rows > 0 ? rows * rowLength_ : kHalfRun;
  for (std::int64_t done = 0; done < count; done += step) {
    const std::int64_t run = std::min(step, count - done);
    encode(first + done, run, sums);
    for (std::int64_t i = 0; x != nullptr && i < run; ++i) sums[i] += fromHalf(type, x[done + i]);
    roundUnlessUnsure(type, sums, run, kHalfSlack, rounded, unsure);
    for (std::int64_t i = 0; i < run; ++i) {
      if (unsure[i] != 0) {
        const double plus = x == nullptr ? 0 : fromHalf(type, x[done + i]);
        rounded[i] = roundToHalf(type, plus + exact(first + done + i));
      }
    }
    std::copy_n(rounded, run, out + done);
  }
}

/// Cuts a range into whole rows and parts of rows, and starts again behind the last row.
template <class Op>
void Sinusoidal::range(std::int64_t first, std::int64_t count, float* out, const float* x) {
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t at = (first + done) % size();
    const std::int64_t row = at / rowLength_;
    const std::int64_t column = at % rowLength_;
    std::int64_t run = std::min(count - done, rowLength_ - column);
    if (channelsFirst_) {
      plane<Op>(row, column, run, out + done, Op::advance(x, done));
    } else if (run < rowLength_) {
      partOfPoint<Op>(row, column, run, out + done, Op::advance(x, done));
    } else {
      const std::int64_t rows = std::min((count - done) / rowLength_, rowCount_ - row);
      points<Op>(row, rows, out + done, Op::advance(x, done));
      run = rows * rowLength_;
    }
    done += run;
  }
}

/// Whole rows, channels last: cut where the last axis ends.
template <class Op>
void Sinusoidal::points(std::int64_t first, std::int64_t count, float* out, const float* x) {
  const std::int64_t line = grid_[grid_.size() - 1].length;
  for (std::int64_t done = 0; done < count;) {
    std::int64_t run = std::min(count - done, line - (first + done) % line);
    float* const to = out + done * rowLength_;
    const float* const plus = Op::advance(x, done * rowLength_);
    if (between_.empty()) {
      run = std::min(run, pointsTogether(first + done));
      pointsOfLine<Op>(first + done, run, to, plus);
    } else {
      keptPointsOfLine<Op>(first + done, run, to, plus);
    }
    done += run;
  }
}

/// Grid points that are written block after block: few enough that their rows stay in the cache
/// meanwhile, and cut where the rows of the last axis are.
std::int64_t Sinusoidal::pointsTogether(std::int64_t first) const {
  const auto last = static_cast<std::int32_t>(grid_.size() - 1);
  for (std::int64_t a = 0; a < axisCount_; ++a) {
    const Axis& axis = axes_[static_cast<std::size_t>(a)];
    if (axis.block().axis == last) return axis.rowsTogether(indexOn(last, first));
  }
  return kFineRows;
}

std::int64_t Sinusoidal::rowsAtOnce(std::int64_t first, std::int64_t most) const {
  if (channelsFirst_ || !between_.empty()) return most;
  std::int64_t rows = 0;
  std::int64_t next = pointsTogether(first);
  while (rows + next <= most) {
    rows += next;
    next = pointsTogether(first + rows);
  }
  return rows > 0 ? rows : most;
}

/// Row after row: one stream of stores is faster than one for each block. The last axis's block
/// moves along; between two of its rows, the other blocks and the padding are the same.
template <class Op>
void Sinusoidal::keptPointsOfLine(std::int64_t first, std::int64_t count, float* out,
                                  const float* x) {
  const auto last = static_cast<std::int32_t>(grid_.size() - 1);
  const float* moving = nullptr;
  std::int64_t begin = 0;  // where it is in a row
  std::int64_t end = 0;
  const auto eachAxis = [&](const auto& f) {
    for (std::int64_t a = 0; a < axisCount_; ++a) f(axes_[static_cast<std::size_t>(a)]);
  };
  eachAxis([&](const Axis& axis) {
    const Block& block = axis.block();
    if (block.axis != last) return;
    moving = axis.keptRow(indexOn(last, first));
    begin = block.column;
    end = begin + block.columns;
  });
  eachAxis([&](const Axis& axis) {
    const Block& block = axis.block();
    if (block.axis == last) return;
    const std::int64_t at = block.column - end + (block.column < end ? rowLength_ : 0);
    std::copy_n(axis.keptRow(indexOn(block.axis, first)), block.columns, between_.data() + at);
  });
  const auto put = [&](const float* from, std::int64_t length) {
    copyRow<Op>(from, length, out, x);
    out += length;
    x = Op::advance(x, static_cast<Index>(length));
  };
  put(between_.data() + rowLength_ - end, begin);
  copyInTurns<Op>(moving, static_cast<Index>(end - begin), between_.data(),
                  static_cast<Index>(rowLength_ - (end - begin)), static_cast<Index>(count - 1),
                  out, x);
  const std::int64_t done = (count - 1) * rowLength_;
  out += done;
  x = Op::advance(x, static_cast<Index>(done));
  put(moving + (count - 1) * (end - begin), end - begin);
  put(between_.data(), rowLength_ - end);
}

/// Rows that differ in the last axis only: its block moves along, each other block is one row
/// repeated.
template <class Op>
void Sinusoidal::pointsOfLine(std::int64_t first, std::int64_t count, float* out, const float* x) {
  for (std::int64_t a = 0; a < axisCount_; ++a) {
    Axis& axis = axes_[static_cast<std::size_t>(a)];
    const Block& block = axis.block();
    const std::int64_t index = indexOn(block.axis, first);
    const bool moves = block.axis == grid_.size() - 1;
    float* const blockOut = out + block.column;
    const float* const blockX = Op::advance(x, block.column);
    if (moves && !axis.isKept()) {
      axis.rows<Op>(index, count, rowLength_, blockOut, blockX);
      continue;
    }
    const float* row = repeated_.data();
    if (axis.isKept()) {
      row = axis.keptRow(index);
    } else {
      axis.rows<Encode>(index, 1, rowLength_, repeated_.data(), nullptr);
    }
    for (std::int64_t r = 0; r < count; ++r) {
      copyRow<Op>(row, block.columns, blockOut + r * rowLength_,
                  Op::advance(blockX, r * rowLength_));
      if (moves) row += block.columns;
    }
  }
  for (std::int64_t r = 0; channelsUsed_ < rowLength_ && r < count; ++r) {
    const std::int64_t at = r * rowLength_ + channelsUsed_;
    fillRun<Op>(0, rowLength_ - channelsUsed_, out + at, Op::advance(x, at));
  }
}

template <class Op>
void Sinusoidal::partOfPoint(std::int64_t point, std::int64_t column, std::int64_t count,
                             float* out, const float* x) {
  if (rowHeld_ != point) {
    pointsOfLine<Encode>(point, 1, row_.data(), nullptr);
    rowHeld_ = point;
  }
  copyRow<Op>(row_.data() + column, count, out, x);
}

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

}  // namespace posenc

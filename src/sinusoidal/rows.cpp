// Channels last: rows.
#include <algorithm>

#include "kernels/copy.hpp"
#include "sinusoidal/plan.hpp"

namespace posenc {

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

template void Sinusoidal::points<Encode>(std::int64_t, std::int64_t, float*, const float*);
template void Sinusoidal::points<Add>(std::int64_t, std::int64_t, float*, const float*);
template void Sinusoidal::partOfPoint<Encode>(std::int64_t, std::int64_t, std::int64_t, float*,
                                              const float*);
template void Sinusoidal::partOfPoint<Add>(std::int64_t, std::int64_t, std::int64_t, float*,
                                           const float*);

}  // namespace posenc

// The channels-last executor. A row is one grid point with all its channels.
#include <algorithm>

#include "kernels/copy.hpp"
#include "sinusoidal/plan.hpp"

namespace posenc {

/// Writes whole rows, split where the last axis ends.
template <class Op>
void SinusoidalPlan::writeRows(std::int64_t start, std::int64_t count, RowOrder order, float* out,
                               const float* x) {
  const std::int64_t lastLength = grid_[grid_.size() - 1].length;
  for (std::int64_t done = 0; done < count;) {
    std::int64_t run = std::min(count - done, lastLength - (start + done) % lastLength);
    float* const to = out + done * rowLength_;
    const float* const plus = Op::advance(x, done * rowLength_);
    if (constantColumns_.empty()) {
      run = std::min(run, rowsToBlockEnd(start + done));
      writeRowsByBlock<Op>(start + done, run, order, to, plus);
    } else {
      writeCachedRows<Op>(start + done, run, to, plus);
    }
    done += run;
  }
}

/// How many rows to write block by block: few enough that they stay in the cache meanwhile, ending
/// where a coarse block of the last axis ends.
std::int64_t SinusoidalPlan::rowsToBlockEnd(std::int64_t start) const {
  const auto last = static_cast<std::int32_t>(grid_.size() - 1);
  for (std::int64_t a = 0; a < axisCount_; ++a) {
    const Axis& axis = axes_[static_cast<std::size_t>(a)];
    if (axis.block().axis == last) return axis.rowsToBlockEnd(indexOn(last, start));
  }
  return kFineRows;
}

std::int64_t SinusoidalPlan::rowsInWholeBlocks(std::int64_t start, std::int64_t most) const {
  if (channelsFirst_ || !constantColumns_.empty()) return most;
  std::int64_t rows = 0;
  std::int64_t next = rowsToBlockEnd(start);
  while (rows + next <= most) {
    rows += next;
    next = rowsToBlockEnd(start + rows);
  }
  return rows > 0 ? rows : most;
}

/// Writes row after row, since one store stream is faster than one per block. Only the last axis's
/// block changes; constantColumns_ holds the columns that stay constant, in wrap-around order:
/// those after the block, then those before it.
template <class Op>
void SinusoidalPlan::writeCachedRows(std::int64_t start, std::int64_t count, float* out,
                                     const float* x) {
  const auto last = static_cast<std::int32_t>(grid_.size() - 1);
  const float* moving = nullptr;
  std::int64_t begin = 0;  // the changing block's columns
  std::int64_t end = 0;
  const auto eachAxis = [&](const auto& f) {
    for (std::int64_t a = 0; a < axisCount_; ++a) f(axes_[static_cast<std::size_t>(a)]);
  };
  eachAxis([&](const Axis& axis) {
    const Block& block = axis.block();
    if (block.axis != last) return;
    moving = axis.cachedRow(indexOn(last, start));
    begin = block.column;
    end = begin + block.columns;
  });
  eachAxis([&](const Axis& axis) {
    const Block& block = axis.block();
    if (block.axis == last) return;
    const std::int64_t at = block.column - end + (block.column < end ? rowLength_ : 0);
    std::copy_n(axis.cachedRow(indexOn(block.axis, start)), block.columns,
                constantColumns_.data() + at);
  });
  const auto put = [&](const float* from, std::int64_t length) {
    copyRow<Op>(from, length, out, x);
    out += length;
    x = Op::advance(x, static_cast<Index>(length));
  };
  put(constantColumns_.data() + rowLength_ - end, begin);
  copyAlternating<Op>(moving, static_cast<Index>(end - begin), constantColumns_.data(),
                      static_cast<Index>(rowLength_ - (end - begin)), static_cast<Index>(count - 1),
                      out, x);
  const std::int64_t done = (count - 1) * rowLength_;
  out += done;
  x = Op::advance(x, static_cast<Index>(done));
  put(moving + (count - 1) * (end - begin), end - begin);
  put(constantColumns_.data(), rowLength_ - end);
}

/// Rows that differ in the last axis only. Its block changes; each other block is one row,
/// repeated.
template <class Op>
void SinusoidalPlan::writeRowsByBlock(std::int64_t start, std::int64_t count, RowOrder order,
                                      float* out, const float* x) {
  for (std::int64_t a = 0; a < axisCount_; ++a) {
    Axis& axis = axes_[static_cast<std::size_t>(a)];
    const Block& block = axis.block();
    const std::int64_t index = indexOn(block.axis, start);
    const bool moves = block.axis == grid_.size() - 1;
    float* const blockOut = out + block.column;
    const float* const blockX = Op::advance(x, block.column);
    if (moves && !axis.isCached()) {
      axis.writeRows<Op>(index, count, rowLength_, order, blockOut, blockX);
      continue;
    }
    const float* row = repeatedRow_.data();
    if (axis.isCached()) {
      row = axis.cachedRow(index);
    } else {
      axis.writeRows<Encode>(index, 1, rowLength_, order, repeatedRow_.data(), nullptr);
    }
    for (std::int64_t r = 0; r < count; ++r) {
      copyRow<Op>(row, block.columns, blockOut + r * rowLength_,
                  Op::advance(blockX, r * rowLength_));
      if (moves) row += block.columns;
    }
  }
  const bool isPadded = axisCount_ == 1 && axes_[0].writesPadding();
  for (std::int64_t r = 0; channelsUsed_ < rowLength_ && !isPadded && r < count; ++r) {
    const std::int64_t at = r * rowLength_ + channelsUsed_;
    repeatValue<Op>(0, rowLength_ - channelsUsed_, out + at, Op::advance(x, at));
  }
}

template <class Op>
void SinusoidalPlan::writePartOfRow(std::int64_t point, std::int64_t column, std::int64_t count,
                                    float* out, const float* x) {
  if (partialRowIndex_ != point) {
    writeRowsByBlock<Encode>(point, 1, RowOrder::mirrored, partialRow_.data(), nullptr);
    partialRowIndex_ = point;
  }
  copyRow<Op>(partialRow_.data() + column, count, out, x);
}

template void SinusoidalPlan::writeRows<Encode>(std::int64_t, std::int64_t, RowOrder, float*,
                                                const float*);
template void SinusoidalPlan::writeRows<Add>(std::int64_t, std::int64_t, RowOrder, float*,
                                             const float*);
template void SinusoidalPlan::writePartOfRow<Encode>(std::int64_t, std::int64_t, std::int64_t,
                                                     float*, const float*);
template void SinusoidalPlan::writePartOfRow<Add>(std::int64_t, std::int64_t, std::int64_t, float*,
                                                  const float*);

}  // namespace posenc

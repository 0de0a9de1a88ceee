// Makes a plan and splits the ranges that it is asked for; rows.cpp and planes.cpp write them.
#include "sinusoidal/plan.hpp"

#include <algorithm>
#include <new>

#include "base/attributes.hpp"
#include "kernels/copy.hpp"
#include "kernels/round16.hpp"

namespace posenc {

POSENC_SMALL Status SinusoidalPlan::make(const SinusoidalSpec& spec) {
  const auto axisCount = static_cast<std::int64_t>(spec.axes.size());
  double values = static_cast<double>(spec.channels);
  for (const AxisSpec& axis : spec.axes) values *= static_cast<double>(axis.length);
  if (!(values <= kMaxValues)) {
    return {.error = Error::tooManyValues, .actual = values, .expected = kMaxValues};
  }
  if (!grid_.allocate(axisCount)) return {.error = Error::outOfMemory};
  std::int64_t pointCount = 1;
  for (std::int64_t axis = axisCount - 1; axis >= 0; --axis) {
    const std::int64_t length = spec.axes[static_cast<std::size_t>(axis)].length;
    grid_[axis] = {length, pointCount};
    pointCount *= length;
  }
  layout_ = spec.layout;
  channelsFirst_ = spec.isChannelMajor();
  rowCount_ = channelsFirst_ ? spec.channels : pointCount;
  rowLength_ = channelsFirst_ ? pointCount : spec.channels;

  Buffer<Block> blocks;
  if (const Status status = shareChannels(spec, blocks); !status.ok()) return status;
  axes_.reset(new (std::nothrow) Axis[static_cast<std::size_t>(axisCount)]);
  if (axes_ == nullptr) return {.error = Error::outOfMemory};
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
  bool allocated = partialRow_.allocate(spec.channels) && repeatedRow_.allocate(spec.channels);
  const auto isCached = [](const Axis& axis) { return axis.isCached(); };
  if (std::all_of(axes_.get(), axes_.get() + axisCount_, isCached)) {
    allocated = allocated && constantColumns_.allocate(spec.channels);
    std::fill(constantColumns_.begin(), constantColumns_.end(), 0.0F);
  }
  return allocated ? Status{} : Status{.error = Error::outOfMemory};
}

void SinusoidalPlan::encode(std::int64_t start, std::int64_t count, float* out, RowOrder order) {
  writeRange<Encode>(start, count, order, out, nullptr);
}

void SinusoidalPlan::add(std::int64_t start, std::int64_t count, const float* x, float* out,
                         RowOrder order) {
  writeRange<Add>(start, count, order, out, x);
}

std::int64_t SinusoidalPlan::bytes() const {
  std::int64_t sum = partialRow_.bytes() + repeatedRow_.bytes() + constantColumns_.bytes();
  for (std::int64_t a = 0; a < axisCount_; ++a) sum += axes_[static_cast<std::size_t>(a)].bytes();
  return sum;
}

Axis* SinusoidalPlan::axisOf(std::int64_t channel) const {
  for (std::int64_t a = 0; a < axisCount_; ++a) {
    Axis& axis = axes_[static_cast<std::size_t>(a)];
    const std::int64_t within = channel - axis.block().column;
    if (within >= 0 && within < axis.block().columns) return &axis;
  }
  return nullptr;
}

double SinusoidalPlan::exact(std::int64_t index) const {
  const std::int64_t row = index % size() / rowLength_;
  const std::int64_t column = index % rowLength_;
  const std::int64_t point = channelsFirst_ ? column : row;
  const std::int64_t channel = channelsFirst_ ? row : column;
  const Axis* const axis = axisOf(channel);
  if (axis == nullptr) return 0;
  const Block& block = axis->block();
  return axis->exact(indexOn(block.axis, point), channel - block.column);
}

void SinusoidalPlan::encodeHalf(Half type, std::int64_t start, std::int64_t count,
                                std::uint16_t* out) {
  writeRounded(type, start, count, nullptr, out);
}

void SinusoidalPlan::addHalf(Half type, std::int64_t start, std::int64_t count,
                             const std::uint16_t* x, std::uint16_t* out) {
  writeRounded(type, start, count, x, out);
}

void SinusoidalPlan::writeRounded(Half type, std::int64_t start, std::int64_t count,
                                  const std::uint16_t* x, std::uint16_t* out) {
  const bool isFromTables = std::all_of(axes_.get(), axes_.get() + axisCount_,
                                        [](const Axis& axis) { return axis.isEvenlySpaced(); });
  const Slack slack = isFromTables ? Slack::absolute : Slack::relative;
  round16(
      type, slack, count, x, out,
      [&](std::int64_t done, std::int64_t most) {
        // Whole rows, where they fit.
        const std::int64_t left = rowLength_ - (start + done) % rowLength_;
        return left >= most ? most : left + (most - left) / rowLength_ * rowLength_;
      },
      [&](std::int64_t done, std::int64_t run, float* values) {
        encode(start + done, run, values, RowOrder::ascending);
      },
      [&](std::int64_t i) { return exact(start + i); });
}

/// Splits a range into whole and partial rows; after the last row it starts again.
template <class Op>
void SinusoidalPlan::writeRange(std::int64_t start, std::int64_t count, RowOrder order, float* out,
                                const float* x) {
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t at = (start + done) % size();
    const std::int64_t row = at / rowLength_;
    const std::int64_t column = at % rowLength_;
    std::int64_t run = std::min(count - done, rowLength_ - column);
    if (channelsFirst_) {
      writePlane<Op>(row, column, run, out + done, Op::advance(x, done));
    } else if (run < rowLength_) {
      writePartOfRow<Op>(row, column, run, out + done, Op::advance(x, done));
    } else {
      const std::int64_t rows = std::min((count - done) / rowLength_, rowCount_ - row);
      writeRows<Op>(row, rows, order, out + done, Op::advance(x, done));
      run = rows * rowLength_;
    }
    done += run;
  }
}

}  // namespace posenc

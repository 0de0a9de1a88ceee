// Chooses the tables of an axis, and writes rows and columns from them.
#include "sinusoidal/axis.hpp"

#include <algorithm>
#include <cmath>

#include "base/attributes.hpp"
#include "kernels/interleave.hpp"
#include "kernels/row_writer.hpp"
#include "phase/schedule.hpp"

namespace posenc {

POSENC_SMALL Status Axis::make(const SinusoidalSpec& spec, const Block& block, bool isRepeated) {
  const AxisSpec& axis = spec.axes[static_cast<std::size_t>(block.axis)];
  block_ = block;
  layout_ = spec.layout;
  phase_ = spec.phase;
  angles_ = spec.angles;
  length_ = axis.length;
  timescales_ = spec.timescales;
  areFrequenciesGiven_ = axis.frequencies != nullptr;

  Status status =
      makeFrequencies(scheduleOf(spec, block), block.firstCount, spec.angles, frequencies_);
  double largest = 0;
  for (const double frequency : frequencies_) largest = std::max(largest, std::abs(frequency));
  if (status.ok()) status = setPositions(axis, largest);
  if (angles_ == Angles::exact) scaleTo(largest);
  if (status.ok()) status = makeTables(spec);
  if (status.ok() && isRepeated) status = cache(spec.isChannelMajor());
  status.axis = block.axis;
  return status;
}

POSENC_SMALL Status Axis::setPositions(const AxisSpec& axis, double largestFrequency) {
  offset_ = axis.offset;
  // The limits on positions and angles bound the step, except that of a single row, where the step
  // has no meaning.
  const double angleOfStep = std::abs(axis.step) * std::max(largestFrequency, 1.0);
  step_ = length_ > 1 || angleOfStep <= kMaxAngle ? axis.step : 0;
  double largest = 0;
  if (axis.positions != nullptr) {
    if (!givenPositions_.allocate(length_)) return {.error = Error::outOfMemory};
    std::copy_n(axis.positions, length_, givenPositions_.data());
    for (const double position : givenPositions_) largest = std::max(largest, std::abs(position));
  } else if (length_ > 0) {
    largest = std::max(std::abs(offset_), std::abs(position(length_ - 1)));
  }
  if (!(largest <= kMaxPosition)) {
    return {.error = Error::positionTooLarge, .actual = largest, .expected = kMaxPosition};
  }
  if (!(largest * largestFrequency <= kMaxAngle)) {
    return {
        .error = Error::angleTooLarge, .actual = largest * largestFrequency, .expected = kMaxAngle};
  }
  return {};
}

/// twoProduct splits its factors, which overflows for frequencies near the largest double. The
/// positions that such a frequency allows are tiny, so a power of two moves from one factor to the
/// other.
void Axis::scaleTo(double largestFrequency) {
  constexpr double kLargest = 0x1p900;
  if (largestFrequency <= kLargest) return;
  frequencyScale_ = kLargest;
  for (double& frequency : frequencies_) frequency /= kLargest;
  for (double& position : givenPositions_) position *= kLargest;
  offset_ *= kLargest;
  step_ *= kLargest;
}

POSENC_SMALL Status Axis::makeTables(const SinusoidalSpec& spec) {
  bool allocated = false;
  if (!givenPositions_.empty() || spec.angles == Angles::float32) {
    source_ = Source::pointPhases;
    allocated = pointPhases_.make(frequencies_, spec.angles, spec.phase);
  } else if (spec.isChannelMajor()) {
    source_ = Source::columnTables;
    allocated = columnTables_.make(frequencies_, evenPositions(), spec.phase);
  } else {
    source_ = Source::rowTables;
    allocated = rowTables_.make(frequencies_, evenPositions(), spec.phase) && makeFlatRows(spec);
  }
  return allocated ? Status{} : Status{.error = Error::outOfMemory};
}

/// For rows that follow each other without a gap: those of the only axis, or those of a cached one.
POSENC_SMALL bool Axis::makeFlatRows(const SinusoidalSpec& spec) {
  const std::int64_t rowLength = spec.axes.size() == 1 ? spec.channels : block_.columns;
  const auto isWhole = [](std::int64_t count) { return count % kLineValues == 0; };
  const bool isInLines =
      isWhole(rowLength) && (layout_ == Layout::interleaved ||
                             (isWhole(block_.firstCount) && isWhole(block_.secondCount)));
  const bool pays = !isInLines && rowLength <= FlatRows::kMaxLength && length_ > kFineRows &&
                    rowTables_.fineRows() > kHalfFineRows;
  return !pays || flatRows_.make(block_, layout_, rowLength, rowTables_.fineRow(0),
                                 static_cast<Index>(rowTables_.fineRow(1) - rowTables_.fineRow(0)));
}

POSENC_SMALL Status Axis::cache(bool channelsFirst) {
  const auto bytes =
      static_cast<double>(length_) * static_cast<double>(block_.columns) * sizeof(float);
  if (bytes > kCachedAxisBytes) return {};
  Buffer<float> cached;
  if (!cached.allocate(length_ * block_.columns)) return {.error = Error::outOfMemory};
  if (channelsFirst) {
    for (std::int64_t c = 0; c < block_.columns; ++c) {
      writeColumn<Encode>(c, 0, length_, cached.data() + c * length_, nullptr);
    }
  } else {
    writeRows<Encode>(0, length_, block_.columns, RowOrder::mirrored, cached.data(), nullptr);
  }
  cached_ = std::move(cached);
  rowTables_ = RowTables();
  flatRows_ = FlatRows();
  columnTables_ = ColumnTables();
  pointPhases_ = PointPhases();
  return {};
}

double Axis::position(std::int64_t row) const {
  return givenPositions_.empty() ? offset_ + static_cast<double>(row) * step_
                                 : givenPositions_[row];
}

DoubleDouble Axis::exactPosition(std::int64_t row) const {
  if (!givenPositions_.empty() || angles_ == Angles::float32) return {position(row), 0};
  const DoubleDouble steps = twoProduct(static_cast<double>(row), step_);
  const DoubleDouble sum = twoSum(steps.high, offset_);
  return twoSum(sum.high, sum.low + steps.low);
}

double Axis::exact(std::int64_t row, std::int64_t column) const {
  const auto [pair, second] = componentOf(block_, column, layout_);
  return exactValue(exactPosition(row), {frequencies_[pair], 0}, angles_, phase_, second);
}

std::int64_t Axis::bytes() const {
  return givenPositions_.bytes() + frequencies_.bytes() + rowTables_.bytes() +
         columnTables_.bytes() + flatRows_.bytes() + pointPhases_.bytes() + cached_.bytes();
}

template <class Op>
void Axis::writeRows(std::int64_t start, std::int64_t count, std::int64_t stride, RowOrder order,
                     float* out, const float* x) {
  for (std::int64_t done = 0; done < count;) {
    std::int64_t run = 1;
    if (source_ == Source::pointPhases) {
      storePackedRow<Op>(block_, layout_, pointPhases_.row(position(start + done)), out, x);
    } else {
      CoarseBlock rows = rowTables_.at(start + done);
      run = std::min<std::int64_t>(rows.end - rows.begin, count - done);
      rows.end = rows.begin + static_cast<Index>(run);
      if (!flatRows_.empty() && stride == flatRows_.length()) {
        flatRows_.write<Op>(rows, out, x);
      } else {
        writeCoarseBlock<Op>(block_, layout_, rows, static_cast<Index>(stride), order, out, x);
      }
    }
    out += run * stride;
    x = Op::advance(x, static_cast<Index>(run * stride));
    done += run;
  }
}

template <class Op>
void Axis::writeColumn(std::int64_t column, std::int64_t start, std::int64_t count, float* out,
                       const float* x) {
  const Component component = componentOf(block_, column, layout_);
  if (source_ == Source::pointPhases) {
    writePointColumn<Op>(component, start, count, out, x);
  } else {
    writeTableColumn<Op>(component, start, count, out, x);
  }
}

template <class Op>
void Axis::writeTableColumn(Component component, std::int64_t start, std::int64_t count, float* out,
                            const float* x) {
  const auto rotate =
      component.second ? rotateColumn<Op, Part::second> : rotateColumn<Op, Part::first>;
  for (std::int64_t done = 0; done < count;) {
    const ColumnTables::CoarseRun source = columnTables_.at(component.pair, start + done);
    std::int64_t run = std::min(count - done, kFineRows - source.fineStart);
    if (run == kFineRows) {
      const std::int64_t whole =
          std::min((count - done) / kFineRows, std::int64_t{source.coarseEnd - source.coarse});
      rotate(source.fine, source.coarse, static_cast<Index>(whole), out + done,
             Op::advance(x, done));
      run = whole * kFineRows;
    } else {
      alignas(16) float values[kFineRows];
      (component.second
           ? rotateColumn<Encode, Part::second>
           : rotateColumn<Encode, Part::first>)(source.fine, source.coarse, 1, values, nullptr);
      copyRow<Op>(values + source.fineStart, run, out + done, Op::advance(x, done));
    }
    done += run;
  }
}

template <class Op>
void Axis::writePointColumn(Component component, std::int64_t start, std::int64_t count, float* out,
                            const float* x) const {
  constexpr std::int64_t kRun = PointPhases::kRun;
  double positions[kRun] = {};
  float values[kRun];
  for (std::int64_t done = 0; done < count; done += kRun) {
    const std::int64_t run = std::min(kRun, count - done);
    for (std::int64_t i = 0; i < run; ++i) positions[i] = position(start + done + i);
    pointPhases_.column(component, positions, values);
    copyRow<Op>(values, run, out + done, Op::advance(x, done));
  }
}

template void Axis::writeRows<Encode>(std::int64_t, std::int64_t, std::int64_t, RowOrder, float*,
                                      const float*);
template void Axis::writeRows<Add>(std::int64_t, std::int64_t, std::int64_t, RowOrder, float*,
                                   const float*);
template void Axis::writeColumn<Encode>(std::int64_t, std::int64_t, std::int64_t, float*,
                                        const float*);
template void Axis::writeColumn<Add>(std::int64_t, std::int64_t, std::int64_t, float*,
                                     const float*);

}  // namespace posenc

#include "sinusoidal/axis.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/interleave.hpp"
#include "kernels/rotate.hpp"
#include "kernels/row_writer.hpp"
#include "phase/schedule.hpp"

namespace posenc {

Status Axis::make(const SinusoidalSpec& spec, const Block& block, bool repeated) {
  const AxisSpec& axis = spec.axes[static_cast<std::size_t>(block.axis)];
  block_ = block;
  layout_ = spec.layout;
  phase_ = spec.phase;
  angles_ = spec.angles;
  length_ = axis.length;

  Status status = makeFrequencies(scheduleOf(spec, block), block.firsts, spec.angles, frequencies_);
  double largest = 0;
  for (const double frequency : frequencies_) largest = std::max(largest, std::abs(frequency));
  if (status.ok()) status = makePositions(axis, largest);
  if (angles_ == Angles::exact) scaleTo(largest);
  if (status.ok()) status = makeTables(spec);
  if (status.ok() && repeated) status = keep(spec.isChannelMajor());
  status.axis = block.axis;
  return status;
}

Status Axis::makePositions(const AxisSpec& axis, double largestFrequency) {
  offset_ = axis.offset;
  // Positions and angles bound the step, but for a single row, where it means nothing.
  const double angleOfStep = std::abs(axis.step) * std::max(largestFrequency, 1.0);
  step_ = length_ > 1 || angleOfStep <= kMaxAngle ? axis.step : 0;
  double largest = 0;
  if (axis.positions != nullptr) {
    if (!positions_.allocate(length_)) return {.fault = Fault::outOfMemory};
    std::copy_n(axis.positions, length_, positions_.data());
    for (const double position : positions_) largest = std::max(largest, std::abs(position));
  } else if (length_ > 0) {
    largest = std::max(std::abs(offset_), std::abs(position(length_ - 1)));
  }
  if (!(largest <= kMaxPosition)) {
    return {.fault = Fault::positionTooLarge, .actual = largest, .expected = kMaxPosition};
  }
  if (!(largest * largestFrequency <= kMaxAngle)) {
    return {
        .fault = Fault::angleTooLarge, .actual = largest * largestFrequency, .expected = kMaxAngle};
  }
  return {};
}

/// Exact products split their factors, which overflows for frequencies near the largest double. The
/// positions that meet such a frequency are tiny: a power of two moves from one to the other.
void Axis::scaleTo(double largestFrequency) {
  constexpr double kLargest = 0x1p900;
  if (largestFrequency <= kLargest) return;
  for (double& frequency : frequencies_) frequency /= kLargest;
  for (double& position : positions_) position *= kLargest;
  offset_ *= kLargest;
  step_ *= kLargest;
}

Status Axis::makeTables(const SinusoidalSpec& spec) {
  bool made = false;
  if (!positions_.empty() || spec.angles == Angles::float32) {
    source_ = Source::points;
    made = points_.make(frequencies_, spec.angles, spec.phase);
  } else if (spec.isChannelMajor()) {
    source_ = Source::rotatedColumns;
    made = columnRotation_.make(frequencies_, positions(), spec.phase);
  } else {
    source_ = Source::rotatedRows;
    made = rowRotation_.make(frequencies_, positions(), spec.phase);
  }
  return made ? Status{} : Status{.fault = Fault::outOfMemory};
}

Status Axis::keep(bool channelsFirst) {
  const auto bytes =
      static_cast<double>(length_) * static_cast<double>(block_.columns) * sizeof(float);
  if (bytes > kKeptAxisBytes) return {};
  Buffer<float> kept;
  if (!kept.allocate(length_ * block_.columns)) return {.fault = Fault::outOfMemory};
  if (channelsFirst) {
    for (std::int64_t c = 0; c < block_.columns; ++c) {
      column<Encode>(c, 0, length_, kept.data() + c * length_, nullptr);
    }
  } else {
    rows<Encode>(0, length_, block_.columns, kept.data(), nullptr);
  }
  kept_ = std::move(kept);
  rowRotation_ = RowRotation();
  columnRotation_ = ColumnRotation();
  points_ = PointFrequencies();
  return {};
}

double Axis::position(std::int64_t row) const {
  return positions_.empty() ? offset_ + static_cast<double>(row) * step_ : positions_[row];
}

double Axis::exact(std::int64_t row, std::int64_t column) const {
  const auto [pair, second] = componentOf(block_, column, layout_);
  DoubleDouble angle{position(row), 0};
  double frequency = frequencies_[pair];
  if (angles_ == Angles::float32) {
    angle.high = static_cast<float>(angle.high) * static_cast<float>(frequency);
    frequency = 1;
  } else if (positions_.empty()) {
    const DoubleDouble steps = twoProduct(static_cast<double>(row), step_);
    const DoubleDouble sum = twoSum(steps.high, offset_);
    angle = twoSum(sum.high, sum.low + steps.low);
  }
  const SinCos value = sinCosOfProduct(angle, frequency);
  return second == (phase_ == Phase::sinCos) ? value.cos : value.sin;
}

std::int64_t Axis::bytes() const {
  return positions_.bytes() + frequencies_.bytes() + rowRotation_.bytes() +
         columnRotation_.bytes() + points_.bytes() + kept_.bytes();
}

template <class Op>
void Axis::rows(std::int64_t first, std::int64_t count, std::int64_t stride, float* out,
                const float* x) {
  for (std::int64_t done = 0; done < count;) {
    std::int64_t run = 1;
    if (source_ == Source::points) {
      writeRow<Op>(block_, layout_, points_.at(position(first + done)), out, x);
    } else {
      TurnedRows rows = rowRotation_.at(first + done);
      run = std::min<std::int64_t>(rows.end - rows.first, count - done);
      rows.end = rows.first + static_cast<Index>(run);
      writeRows<Op>(block_, layout_, rows, static_cast<Index>(stride), out, x);
    }
    out += run * stride;
    x = Op::advance(x, static_cast<Index>(run * stride));
    done += run;
  }
}

template <class Op>
void Axis::column(std::int64_t column, std::int64_t first, std::int64_t count, float* out,
                  const float* x) {
  const Component component = componentOf(block_, column, layout_);
  if (source_ == Source::points) {
    pointsColumn<Op>(component, first, count, out, x);
  } else {
    rotatedColumn<Op>(component, first, count, out, x);
  }
}

template <class Op>
void Axis::rotatedColumn(Component component, std::int64_t first, std::int64_t count, float* out,
                         const float* x) {
  const auto turn =
      component.second ? writeTurnedColumn<Op, Part::second> : writeTurnedColumn<Op, Part::first>;
  for (std::int64_t done = 0; done < count;) {
    const ColumnRotation::Parts parts = columnRotation_.at(component.pair, first + done);
    std::int64_t run = std::min(count - done, kFineRows - parts.fineStart);
    if (run == kFineRows) {
      const std::int64_t whole =
          std::min((count - done) / kFineRows, std::int64_t{parts.coarseEnd - parts.coarse});
      turn(parts.fine, parts.coarse, static_cast<Index>(whole), out + done, Op::advance(x, done));
      run = whole * kFineRows;
    } else {
      alignas(16) float values[kFineRows];
      (component.second
           ? writeTurnedColumn<Encode, Part::second>
           : writeTurnedColumn<Encode, Part::first>)(parts.fine, parts.coarse, 1, values, nullptr);
      copyRow<Op>(values + parts.fineStart, run, out + done, Op::advance(x, done));
    }
    done += run;
  }
}

template <class Op>
void Axis::pointsColumn(Component component, std::int64_t first, std::int64_t count, float* out,
                        const float* x) const {
  constexpr std::int64_t kRun = PointFrequencies::kRun;
  double positions[kRun] = {};
  float values[kRun];
  for (std::int64_t done = 0; done < count; done += kRun) {
    const std::int64_t run = std::min(kRun, count - done);
    for (std::int64_t i = 0; i < run; ++i) positions[i] = position(first + done + i);
    points_.along(component, positions, values);
    copyRow<Op>(values, run, out + done, Op::advance(x, done));
  }
}

template void Axis::rows<Encode>(std::int64_t, std::int64_t, std::int64_t, float*, const float*);
template void Axis::rows<Add>(std::int64_t, std::int64_t, std::int64_t, float*, const float*);
template void Axis::column<Encode>(std::int64_t, std::int64_t, std::int64_t, float*, const float*);
template void Axis::column<Add>(std::int64_t, std::int64_t, std::int64_t, float*, const float*);

}  // namespace posenc

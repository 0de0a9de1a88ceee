#include "axis.hpp"

#include <algorithm>
#include <cmath>

#include "frequencies.hpp"

namespace posenc {

Status Axis::make(const SinusoidalSpec& spec, const Block& block, bool repeated) {
  const AxisSpec& axis = spec.axes[static_cast<std::size_t>(block.axis)];
  block_ = block;
  layout_ = spec.layout;
  phase_ = spec.phase;
  angles_ = spec.angles;
  length_ = axis.length;

  Buffer<double> frequencies;
  if (!frequencies.allocate(roundUpToLanes(block.firsts))) return {.fault = Fault::outOfMemory};
  std::fill(frequencies.begin(), frequencies.end(), 0.0);
  Status status =
      makeFrequencies(axis, spec.timescales, block.pairs, block.firsts, frequencies.data());
  double largest = 0;
  for (const double frequency : frequencies) largest = std::max(largest, std::abs(frequency));
  if (status.ok()) status = makePositions(axis, largest);
  if (status.ok()) status = makeTables(axis, std::move(frequencies), spec.channelsFirst);
  if (status.ok() && repeated) status = keep(spec.channelsFirst);
  status.axis = block.axis;
  return status;
}

Status Axis::makePositions(const AxisSpec& axis, double largestFrequency) {
  offset_ = axis.offset;
  step_ = axis.step;
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

Status Axis::makeTables(const AxisSpec& axis, Buffer<double>&& frequencies, bool channelsFirst) {
  bool made = false;
  if (axis.positions != nullptr || angles_ == Angles::float32) {
    source_ = Source::points;
    made = points_.make(frequencies);
  } else if (channelsFirst) {
    source_ = Source::rotatedColumns;
    made = columnRotation_.make(std::move(frequencies), Positions(offset_, step_, length_));
  } else {
    source_ = Source::rotatedRows;
    made = rowRotation_.make(std::move(frequencies), Positions(offset_, step_, length_));
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
  positions_.release();
  return {};
}

double Axis::position(std::int64_t row) const {
  return positions_.empty() ? offset_ + static_cast<double>(row) * step_ : positions_[row];
}

template <class Op>
void Axis::rows(std::int64_t first, std::int64_t count, std::int64_t stride, float* out,
                const float* x) {
  withOrder(layout_, phase_, [&]<Layout layout, Phase phase>() {
    for (std::int64_t r = 0; r < count; ++r) {
      float* const rowOut = out + r * stride;
      const float* const rowX = Op::advance(x, r * stride);
      if (source_ == Source::points) {
        pointsRow<Op, layout, phase>(first + r, rowOut, rowX);
      } else {
        rotatedRow<Op, layout, phase>(first + r, rowOut, rowX);
      }
    }
  });
}

template <class Op, Layout layout, Phase phase>
void Axis::rotatedRow(std::int64_t row, float* out, const float* x) {
  const RowRotation::Place place = rowRotation_.at(row);
  const float* const fineSin = place.fine;
  const float* const fineCos = place.fine + rowRotation_.stride();
  if (place.coarse == nullptr) {
    const auto pairAt = [&](std::int64_t j) {
      return SinCos4{Float4::load_aligned(fineSin + j), Float4::load_aligned(fineCos + j)};
    };
    writeRow<Op, layout, phase>(block_, pairAt, out, x);
    return;
  }
  const float* const coarseSin = place.coarse;
  const float* const coarseCos = place.coarse + rowRotation_.stride();
  const auto pairAt = [&](std::int64_t j) {
    const auto sin = Float4::load_aligned(fineSin + j);
    const auto cos = Float4::load_aligned(fineCos + j);
    const auto bySin = Float4::load_aligned(coarseSin + j);
    const auto byCos = Float4::load_aligned(coarseCos + j);
    return SinCos4{bySin * cos + byCos * sin, byCos * cos - bySin * sin};
  };
  writeRow<Op, layout, phase>(block_, pairAt, out, x);
}

template <class Op, Layout layout, Phase phase>
void Axis::pointsRow(std::int64_t row, float* out, const float* x) const {
  points_.row<Op, layout, phase>(block_, angles_, position(row), out, x);
}

template <class Op>
void Axis::column(std::int64_t column, std::int64_t first, std::int64_t count, float* out,
                  const float* x) {
  const Component component = componentOf(block_, column, layout_, phase_);
  if (source_ == Source::points) {
    pointsColumn<Op>(component, first, count, out, x);
  } else {
    rotatedColumn<Op>(component, first, count, out, x);
  }
}

template <class Op>
void Axis::rotatedColumn(Component component, std::int64_t first, std::int64_t count, float* out,
                         const float* x) {
  std::int64_t done = 0;
  while (done < count) {
    const ColumnRotation::Place place = columnRotation_.at(component.pair, first + done);
    const std::int64_t run = std::min(count - done, place.run);
    float* const runOut = out + done;
    const float* const runX = Op::advance(x, done);
    const float* const sin = place.fine;
    const float* const cos = place.fine + kFineRows;
    const Float4 bySin(place.coarse.sin);
    const Float4 byCos(place.coarse.cos);
    // The same sums as in a row, so that both orders give the same bits.
    if (component.cosine) {
      const auto at = [&](std::int64_t i) {
        return byCos * Float4::load_unaligned(cos + i) - bySin * Float4::load_unaligned(sin + i);
      };
      writeRun<Op>(at, run, runOut, runX);
    } else {
      const auto at = [&](std::int64_t i) {
        return bySin * Float4::load_unaligned(cos + i) + byCos * Float4::load_unaligned(sin + i);
      };
      writeRun<Op>(at, run, runOut, runX);
    }
    done += run;
  }
}

template <class Op>
void Axis::pointsColumn(Component component, std::int64_t first, std::int64_t count, float* out,
                        const float* x) const {
  constexpr std::int64_t kRun = 64;
  double positions[kRun + kLanes] = {};
  for (std::int64_t done = 0; done < count; done += kRun) {
    const std::int64_t run = std::min(kRun, count - done);
    for (std::int64_t i = 0; i < run; ++i) positions[i] = position(first + done + i);
    points_.column<Op>(component, angles_, positions, run, out + done, Op::advance(x, done));
  }
}

template void Axis::rows<Encode>(std::int64_t, std::int64_t, std::int64_t, float*, const float*);
template void Axis::rows<Add>(std::int64_t, std::int64_t, std::int64_t, float*, const float*);
template void Axis::column<Encode>(std::int64_t, std::int64_t, std::int64_t, float*, const float*);
template void Axis::column<Add>(std::int64_t, std::int64_t, std::int64_t, float*, const float*);

}  // namespace posenc

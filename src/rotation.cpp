#include "rotation.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace posenc {
namespace {

int bitWidth(std::int64_t x) { return std::bit_width(static_cast<std::uint64_t>(x)); }

int lowestBit(std::int64_t x) { return std::countr_zero(static_cast<std::uint64_t>(x)); }

/// to = from turned by factor; the same as float32 in out. Each is `stride` sines, then cosines.
void turnRow(const double* from, const double* factor, std::int64_t stride, double* to,
             float* out) {
  for (std::int64_t i = 0; i < stride; i += kLanes) {
    Double2 sin[2];
    Double2 cos[2];
    for (int half = 0; half < 2; ++half) {
      const std::int64_t at = i + 2 * half;
      const auto fromSin = Double2::load_aligned(from + at);
      const auto fromCos = Double2::load_aligned(from + stride + at);
      const auto bySin = Double2::load_aligned(factor + at);
      const auto byCos = Double2::load_aligned(factor + stride + at);
      sin[half] = fromSin * byCos + fromCos * bySin;
      cos[half] = fromCos * byCos - fromSin * bySin;
      sin[half].store_aligned(to + at);
      cos[half].store_aligned(to + stride + at);
    }
    narrow(sin[0], sin[1]).store_aligned(out + i);
    narrow(cos[0], cos[1]).store_aligned(out + stride + i);
  }
}

/// values[j] for j in [0, 2^levels), from values[0], in the order of turns that RowWalk has.
void turnColumn(const Turns& turns, int firstLevel, int levels, std::int64_t pair, double* sin,
                double* cos) {
  for (int level = levels - 1; level >= 0; --level) {
    const SinCos by = turns.at(firstLevel + level, pair);
    const std::int64_t half = std::int64_t{1} << level;
    for (std::int64_t j = 0; j < std::int64_t{1} << levels; j += 2 * half) {
      const SinCos turned = turn({sin[j], cos[j]}, by);
      sin[j + half] = turned.sin;
      cos[j + half] = turned.cos;
    }
  }
}

std::int64_t windowOf(std::int64_t coarse) { return coarse >> kCoarseBits; }

}  // namespace

Positions::Positions(double offset, double step, std::int64_t length)
    : step_(step), remainder_{offset, 0}, length_(length) {
  if (step == 0) return;
  // The remainder and the count are exact: fmod is, and the difference is a multiple of step.
  const double remainder = std::fmod(offset, step);
  const double count = std::nearbyint((offset - remainder) / step);
  constexpr double kCountable = 4503599627370496.0;  // 2^52
  if (std::abs(count) + static_cast<double>(length) > kCountable) return;
  first_ = static_cast<std::int64_t>(count);
  remainder_ = {remainder, 0};
  if (remainder < 0) {
    remainder_ = twoSum(remainder, std::abs(step));
    first_ += step > 0 ? -1 : 1;
  }
}

DoubleDouble Positions::ofCoarse(std::int64_t coarse) const {
  const DoubleDouble steps = twoProduct(static_cast<double>(coarse * kFineRows), step_);
  const DoubleDouble sum = twoSum(steps.high, remainder_.high);
  return twoSum(sum.high, sum.low + steps.low + remainder_.low);
}

bool Turns::make(const Buffer<double>& frequencies, const Positions& positions) {
  const std::int64_t last = std::max<std::int64_t>(positions.length() - 1, 0);
  const std::int64_t firstCoarse = positions.coarse(0);
  const std::int64_t lastCoarse = positions.coarse(last);
  fineCount_ = firstCoarse == lastCoarse ? positions.fine(last) + 1 : kFineRows;
  coarseLevels_ = windowOf(firstCoarse) == windowOf(lastCoarse)
                      ? bitWidth(lastCoarse & (kWindowRows - 1))
                      : kCoarseBits;
  const int levels = coarseLevels_ > 0 ? kFineBits + coarseLevels_ : bitWidth(fineCount_ - 1);
  stride_ = frequencies.size();
  if (!factors_.allocate(levels * 2 * stride_)) return false;
  for (std::int64_t i = 0; levels > 0 && i < stride_; ++i) {
    SinCos by = sinCosOfProduct({positions.step(), 0}, frequencies[i]);
    for (int level = 0; level < levels; ++level) {
      double* const row = factors_.data() + level * 2 * stride_;
      row[i] = by.sin;
      row[stride_ + i] = by.cos;
      by = turn(by, by);
    }
  }
  return true;
}

bool RowWalk::make(std::int64_t stride, int levels) {
  stride_ = stride;
  levels_ = levels;
  last_ = -1;
  return rows_.allocate((levels + 1) * 2 * stride);
}

const double* RowWalk::rowOf(std::int64_t j) {
  return j == 0 ? base() : rows_.data() + lowestBit(j) * 2 * stride_;
}

void RowWalk::write(const Turns& turns, int firstLevel, std::int64_t j, float* out) {
  if (j == 0) {
    for (std::int64_t i = 0; i < 2 * stride_; ++i) out[i] = static_cast<float>(base()[i]);
  } else {
    // Each row stands on the one without its lowest set bit. In ascending order that row is still
    // there; elsewhere, make the chain that leads to it.
    std::int64_t from = j & (j - 1);
    if (j != last_ + 1) from = 0;
    while (from != j) {
      const std::int64_t missing = j & ~from;
      const std::int64_t next = from | std::int64_t{1} << (bitWidth(missing) - 1);
      double* const to = rows_.data() + lowestBit(next) * 2 * stride_;
      turnRow(rowOf(from), turns.level(firstLevel + lowestBit(next)), stride_, to, out);
      from = next;
    }
  }
  last_ = j;
}

bool RowRotation::make(Buffer<double>&& frequencies, const Positions& positions) {
  positions_ = positions;
  frequencies_ = std::move(frequencies);
  if (!turns_.make(frequencies_, positions)) return false;
  const std::int64_t stride = turns_.stride();
  if (!fine_.allocate(turns_.fineCount() * 2 * stride)) return false;
  if (!walk_.make(stride, std::max(kFineBits, turns_.coarseLevels()))) return false;
  std::fill_n(walk_.base(), stride, 0.0);
  std::fill_n(walk_.base() + stride, stride, 1.0);
  for (std::int64_t j = 0; j < turns_.fineCount(); ++j) {
    walk_.write(turns_, 0, j, fine_.data() + j * 2 * stride);
  }
  walk_.restart();

  firstCoarse_ = positions.coarse(0);
  const DoubleDouble origin = positions.ofCoarse(0);
  if (origin.high == 0 && origin.low == 0) identity_ = 0;
  const std::int64_t count =
      positions.length() > 0 ? positions.coarse(positions.length() - 1) - firstCoarse_ + 1 : 0;
  const auto rowBytes = static_cast<std::int64_t>(2 * stride * sizeof(float));
  if (count > std::max<std::int64_t>(kCoarseTableBytes / rowBytes, 1)) {
    return coarse_.allocate(2 * stride);
  }
  if (!coarse_.allocate(count * 2 * stride)) return false;
  for (std::int64_t j = 0; j < count; ++j) {
    if (firstCoarse_ + j != identity_)
      writeCoarse(firstCoarse_ + j, coarse_.data() + j * 2 * stride);
  }
  kept_ = true;
  walk_ = RowWalk();
  return true;
}

RowRotation::Place RowRotation::at(std::int64_t row) {
  const std::int64_t coarse = positions_.coarse(row);
  const float* const fine = fine_.data() + positions_.fine(row) * 2 * stride();
  if (coarse == identity_) return {fine, nullptr};
  if (kept_) return {fine, coarse_.data() + (coarse - firstCoarse_) * 2 * stride()};
  if (coarse != current_) writeCoarse(coarse, coarse_.data());
  current_ = coarse;
  return {fine, coarse_.data()};
}

void RowRotation::writeCoarse(std::int64_t coarse, float* out) {
  if (windowOf(coarse) != window_) {
    window_ = windowOf(coarse);
    const DoubleDouble position = positions_.ofCoarse(window_ << kCoarseBits);
    for (std::int64_t i = 0; i < stride(); ++i) {
      const SinCos base = sinCosOfProduct(position, frequencies_[i]);
      walk_.base()[i] = base.sin;
      walk_.base()[stride() + i] = base.cos;
    }
    walk_.restart();
  }
  walk_.write(turns_, kFineBits, coarse & (kWindowRows - 1), out);
}

bool ColumnRotation::make(Buffer<double>&& frequencies, const Positions& positions) {
  positions_ = positions;
  frequencies_ = std::move(frequencies);
  if (!turns_.make(frequencies_, positions)) return false;
  const std::int64_t pairs = frequencies_.size();
  if (!fine_.allocate(pairs * 2 * kFineRows + kLanes)) return false;
  const int fineLevels = bitWidth(turns_.fineCount() - 1);
  for (std::int64_t pair = 0; pair < pairs; ++pair) {
    double sin[kFineRows] = {0};
    double cos[kFineRows] = {1};
    turnColumn(turns_, 0, fineLevels, pair, sin, cos);
    float* const out = fine_.data() + pair * 2 * kFineRows;
    for (std::int64_t j = 0; j < kFineRows; ++j) {
      out[j] = static_cast<float>(sin[j]);
      out[kFineRows + j] = static_cast<float>(cos[j]);
    }
  }
  if (positions.length() == 0) return true;
  firstGroup_ = positions.coarse(0) >> kGroupBits;
  groupCount_ = (positions.coarse(positions.length() - 1) >> kGroupBits) - firstGroup_ + 1;
  const auto bytes = static_cast<double>(pairs) * static_cast<double>(groupCount_) * sizeof(Group);
  if (bytes > kCoarseTableBytes) return true;
  if (!groups_.allocate(pairs * groupCount_)) return false;
  for (std::int64_t pair = 0; pair < pairs; ++pair) {
    for (std::int64_t g = 0; g < groupCount_; ++g) {
      writeGroup(pair, firstGroup_ + g, groups_[pair * groupCount_ + g]);
    }
  }
  return true;
}

ColumnRotation::Place ColumnRotation::at(std::int64_t pair, std::int64_t row) {
  const std::int64_t coarse = positions_.coarse(row);
  const std::int64_t fine = positions_.fine(row);
  const Group& group = groupOf(pair, coarse >> kGroupBits);
  return {fine_.data() + pair * 2 * kFineRows + fine,
          group[static_cast<std::size_t>(coarse & (kGroup - 1))], kFineRows - fine};
}

const ColumnRotation::Group& ColumnRotation::groupOf(std::int64_t pair, std::int64_t group) {
  if (!groups_.empty()) return groups_[pair * groupCount_ + group - firstGroup_];
  if (pair != currentPair_ || group != currentGroup_) writeGroup(pair, group, current_);
  currentPair_ = pair;
  currentGroup_ = group;
  return current_;
}

void ColumnRotation::writeGroup(std::int64_t pair, std::int64_t group, Group& out) const {
  const std::int64_t coarse = group * kGroup;
  const DoubleDouble position = positions_.ofCoarse(windowOf(coarse) << kCoarseBits);
  SinCos base = sinCosOfProduct(position, frequencies_[pair]);
  for (int level = turns_.coarseLevels() - 1; level >= kGroupBits; --level) {
    if (((coarse >> level) & 1) != 0) base = turn(base, turns_.at(kFineBits + level, pair));
  }
  double sin[kGroup] = {base.sin};
  double cos[kGroup] = {base.cos};
  turnColumn(turns_, kFineBits, std::min(kGroupBits, turns_.coarseLevels()), pair, sin, cos);
  for (std::int64_t j = 0; j < kGroup; ++j) {
    out[static_cast<std::size_t>(j)] = {static_cast<float>(sin[j]), static_cast<float>(cos[j])};
  }
}

}  // namespace posenc

#include "phase/row_tables.hpp"

#include <algorithm>
#include <bit>
#include <functional>

namespace posenc {
namespace {

int lowestBit(std::int64_t x) { return std::countr_zero(static_cast<std::uint64_t>(x)); }

/// A sine that is too small for float32 is zero. Its sign would depend on which products are added
/// to it, and so on the order of the channels.
Float4 withoutNegativeZero(Float4 values) { return values + Float4(0.0F); }

/// to = from turned by `by`, unless nothing stands on it; the same as float32 in out.
template <bool keepsDoubles>
[[gnu::noinline]] void turnRow(const double* from, const double* by, Index stride, double* to,
                               float* out) {
  constexpr Index kStep = 2 * kLanes;
  for (; stride > 0; stride -= kLanes) {
    Double2 sin[2];
    Double2 cos[2];
#pragma GCC unroll 2
    for (Index half = 0; half < 2; ++half) {
      const Index k = 2 * half;
      const auto fromSin = Double2::load_aligned(from + k);
      const auto fromCos = Double2::load_aligned(from + kLanes + k);
      const auto bySin = Double2::load_aligned(by + k);
      const auto byCos = Double2::load_aligned(by + kLanes + k);
      sin[half] = fromSin * byCos + fromCos * bySin;
      cos[half] = fromCos * byCos - fromSin * bySin;
      if constexpr (keepsDoubles) {
        sin[half].store_aligned(to + k);
        cos[half].store_aligned(to + kLanes + k);
      }
    }
    withoutNegativeZero(narrow(sin[0], sin[1])).store_aligned(out);
    narrow(cos[0], cos[1]).store_aligned(out + kLanes);
    from += kStep;
    by += kStep;
    to += kStep;
    out += kStep;
  }
}

/// Calls f with the four firsts and the four seconds of each group of pairs.
template <class T, class F>
void eachGroup(T* row, std::int64_t stride, F f) {
  for (T* const end = row + 2 * stride; row != end; row += 2 * kLanes) f(row, row + kLanes);
}

}  // namespace

bool RowWalk::make(std::int64_t stride, int levels) {
  stride_ = stride;
  levels_ = levels;
  last_ = -1;
  return rows_.allocate((levels + 1) * 2 * stride_);
}

const double* RowWalk::rowOf(std::int64_t j) {
  return j == 0 ? base() : rows_.data() + lowestBit(j) * 2 * stride_;
}

void RowWalk::write(const Turns& turns, int firstLevel, std::int64_t j, float* out) {
  if (j == 0) {
    std::transform(base(), base() + 2 * stride_, out,
                   [](double value) { return static_cast<float>(value) + 0.0F; });
  } else {
    // Each row stands on the one without its lowest set bit. In ascending order that row is still
    // there; elsewhere, make the chain that leads to it.
    std::int64_t from = j & (j - 1);
    if (j != last_ + 1) from = 0;
    while (from != j) {
      const auto missing = static_cast<std::uint64_t>(j & ~from);
      const std::int64_t next = from | static_cast<std::int64_t>(std::bit_floor(missing));
      const int bit = lowestBit(next);
      // Rows of odd number are nobody's beginning.
      (bit == 0 ? turnRow<false> : turnRow<true>)(rowOf(from), turns.level(firstLevel + bit),
                                                  static_cast<Index>(stride_),
                                                  rows_.data() + bit * 2 * stride_, out);
      from = next;
    }
  }
  last_ = j;
}

bool RowRotation::make(const Buffer<double>& frequencies, const Positions& positions, Phase phase) {
  positions_ = positions;
  frequencies_ = &frequencies;
  if (!turns_.make(frequencies, positions)) return false;
  phase_ = phase;
  stride_ = turns_.stride();
  fineRows_ = turns_.fineCount();
  const auto rowBytes = static_cast<std::int64_t>(2 * stride_ * sizeof(float));
  firstCoarse_ = positions.coarse(0);
  const DoubleDouble origin = positions.ofCoarse(0);
  if (origin.high == 0 && origin.low == 0) identity_ = 0;
  std::int64_t coarseCount =
      positions.length() > 0 ? positions.coarse(positions.length() - 1) - firstCoarse_ + 1 : 0;
  kept_ = coarseCount <= std::max<std::int64_t>(kCoarseTableBytes / rowBytes, 1);
  if (!kept_) coarseCount = 1;
  if (!allocateTable(fine_, fineRows_ * 2 * stride_) ||
      !allocateTable(coarse_, coarseCount * 2 * stride_) ||
      !walk_.make(stride_, std::max(kFineBits, turns_.coarseLevels()))) {
    return false;
  }

  writeUnturned(walk_.base());
  for (std::int64_t m = 0; m < fineRows_; ++m) {
    float* const row = fine_.data() + m * 2 * stride_;
    walk_.write(turns_, 0, m, row);
    if (phase == Phase::cosSin) {
      eachGroup(row, stride_,
                [](float* sin, float* cos) { std::transform(sin, cos, sin, std::negate<>()); });
    }
  }
  walk_.restart();
  if (!kept_) return true;
  for (std::int64_t j = 0; j < coarseCount; ++j) {
    writeCoarse(firstCoarse_ + j, coarse_.data() + j * 2 * stride_);
  }
  walk_ = RowWalk();
  turns_ = Turns();
  return true;
}

/// The row that turns by nothing.
void RowRotation::writeUnturned(double* row) const {
  eachGroup(row, stride_, [](double* sin, double* cos) {
    std::fill_n(sin, kLanes, 0.0);
    std::fill_n(cos, kLanes, 1.0);
  });
}

TurnedRows RowRotation::at(std::int64_t row) {
  const std::int64_t coarse = positions_.coarse(row);
  const std::int64_t fine = positions_.fine(row);
  const auto fineStride = static_cast<Index>(2 * stride_);
  const auto first = static_cast<Index>(fine);
  // Turned by nothing, (sin, cos) is itself; in the other order, and before zero, it is not.
  if (coarse == identity_ && phase_ == Phase::sinCos && fine >= 0) {
    return {nullptr, fine_.data(), fineStride, first, kFineReach};
  }
  if (!kept_ && coarse != current_) {
    writeCoarse(coarse, coarse_.data());
    current_ = coarse;
  }
  return {coarse_.data() + (kept_ ? (coarse - firstCoarse_) * 2 * stride_ : 0), fine_.data(),
          fineStride, first, kFineReach};
}

void RowRotation::writeCoarse(std::int64_t coarse, float* out) {
  if (windowOf(coarse) != window_) {
    window_ = windowOf(coarse);
    const DoubleDouble position = positions_.ofCoarse(window_ << kCoarseBits);
    if (position.high == 0 && position.low == 0) {
      writeUnturned(walk_.base());
    } else {
      writeRowOf(position, *frequencies_, walk_.base());
    }
    walk_.restart();
  }
  walk_.write(turns_, kFineBits, coarse & (kWindowRows - 1), out);
  if (phase_ == Phase::cosSin) {
    eachGroup(out, stride_, [](float* sin, float* cos) { std::swap_ranges(sin, cos, cos); });
  }
}

}  // namespace posenc

#include "row_rotation.hpp"

#include <algorithm>
#include <bit>
#include <functional>

namespace posenc {
namespace {

int lowestBit(std::int64_t x) { return std::countr_zero(static_cast<std::uint64_t>(x)); }

/// A row of sines and, behind them, cosines.
template <class T>
struct RowCursor {
  RowCursor(T* row, std::int64_t stride) : sin(row), cos(row + stride) {}
  void advance() {
    sin += kLanes;
    cos += kLanes;
  }
  T* sin;
  T* cos;
};

/// to = from turned by `by`, unless nothing stands on it; the same as float32 in out.
template <bool keepsDoubles>
void turnRow(RowCursor<const double> from, RowCursor<const double> by, std::int64_t stride,
             RowCursor<double> to, RowCursor<float> out) {
  for (auto left = static_cast<Index>(stride); left > 0; left -= kLanes) {
    Double2 sin[2];
    Double2 cos[2];
#pragma GCC unroll 2
    for (Index half = 0; half < 2; ++half) {
      const Index k = 2 * half;
      const auto fromSin = Double2::load_aligned(from.sin + k);
      const auto fromCos = Double2::load_aligned(from.cos + k);
      const auto bySin = Double2::load_aligned(by.sin + k);
      const auto byCos = Double2::load_aligned(by.cos + k);
      sin[half] = fromSin * byCos + fromCos * bySin;
      cos[half] = fromCos * byCos - fromSin * bySin;
      if constexpr (keepsDoubles) {
        sin[half].store_aligned(to.sin + k);
        cos[half].store_aligned(to.cos + k);
      }
    }
    narrow(sin[0], sin[1]).store_aligned(out.sin);
    narrow(cos[0], cos[1]).store_aligned(out.cos);
    from.advance();
    by.advance();
    to.advance();
    out.advance();
  }
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
    for (std::int64_t i = 0; i < 2 * stride_; ++i) out[i] = static_cast<float>(base()[i]);
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
      (bit == 0 ? turnRow<false> : turnRow<true>)({rowOf(from), stride_},
                                                  {turns.level(firstLevel + bit), stride_}, stride_,
                                                  {rows_.data() + bit * 2 * stride_, stride_},
                                                  {out, stride_});
      from = next;
    }
  }
  last_ = j;
}

bool RowRotation::make(const Buffer<double>& frequencies, const Positions& positions, Phase phase) {
  positions_ = positions;
  frequencies_ = frequencies.data();
  if (!turns_.make(frequencies, positions)) return false;
  phase_ = phase;
  stride_ = turns_.stride();
  if (!fine_.allocate(turns_.fineCount() * 2 * stride_)) return false;
  if (!walk_.make(stride_, std::max(kFineBits, turns_.coarseLevels()))) return false;
  std::fill_n(walk_.base(), stride_, 0.0);
  std::fill_n(walk_.base() + stride_, stride_, 1.0);
  for (std::int64_t j = 0; j < turns_.fineCount(); ++j) {
    float* const row = fine_.data() + j * 2 * stride_;
    walk_.write(turns_, 0, j, row);
    if (phase == Phase::cosSin) std::swap_ranges(row, row + stride_, row + stride_);
  }
  walk_.restart();

  firstCoarse_ = positions.coarse(0);
  const DoubleDouble origin = positions.ofCoarse(0);
  if (origin.high == 0 && origin.low == 0) identity_ = 0;
  const std::int64_t count =
      positions.length() > 0 ? positions.coarse(positions.length() - 1) - firstCoarse_ + 1 : 0;
  const auto rowBytes = static_cast<std::int64_t>(2 * stride_ * sizeof(float));
  if (count > std::max<std::int64_t>(kCoarseTableBytes / rowBytes, 1)) {
    return coarse_.allocate(2 * stride_);
  }
  if (!coarse_.allocate(count * 2 * stride_)) return false;
  for (std::int64_t j = 0; j < count; ++j) {
    if (firstCoarse_ + j != identity_)
      writeCoarse(firstCoarse_ + j, coarse_.data() + j * 2 * stride_);
  }
  kept_ = true;
  walk_ = RowWalk();
  turns_ = Turns();
  return true;
}

RowRotation::Run RowRotation::at(std::int64_t row) {
  const std::int64_t coarse = positions_.coarse(row);
  const std::int64_t fine = positions_.fine(row);
  const float* coarseRow = nullptr;  // turns by nothing
  if (coarse != identity_) {
    if (!kept_ && coarse != current_) {
      writeCoarse(coarse, coarse_.data());
      current_ = coarse;
    }
    coarseRow = coarse_.data() + (kept_ ? (coarse - firstCoarse_) * 2 * stride_ : 0);
  }
  return {{fine_.data() + fine * 2 * stride_, coarseRow, stride_}, kFineRows - fine};
}

void RowRotation::writeCoarse(std::int64_t coarse, float* out) {
  if (windowOf(coarse) != window_) {
    window_ = windowOf(coarse);
    const DoubleDouble position = positions_.ofCoarse(window_ << kCoarseBits);
    const bool isOrigin = position.high == 0 && position.low == 0;
    for (std::int64_t i = 0; i < stride_; ++i) {
      const SinCos base = isOrigin ? SinCos{0, 1} : sinCosOfProduct(position, frequencies_[i]);
      walk_.base()[i] = base.sin;
      walk_.base()[stride_ + i] = base.cos;
    }
    walk_.restart();
  }
  walk_.write(turns_, kFineBits, coarse & (kWindowRows - 1), out);
  if (phase_ == Phase::cosSin) std::transform(out, out + stride_, out, std::negate<>());
}

}  // namespace posenc

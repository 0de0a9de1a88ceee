// Builds the rows, each by one rotation of an earlier row.
#include "phase/row_tables.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "base/attributes.hpp"

namespace posenc {
namespace {

int lowestBit(std::int64_t x) { return std::countr_zero(static_cast<std::uint64_t>(x)); }

/// Makes a sine that underflows float32 a positive zero. Its sign would depend on the products that
/// are added to it, and so on the order of the channels.
Float4 withoutNegativeZero(Float4 values) { return values + Float4(0.0F); }

/// Rotates a row of doubles, and stores it as float32 and, if another row is derived from it, as
/// doubles.
template <bool storesDoubles>
[[gnu::noinline]] void rotateRow(const double* from, const double* rotation, Index stride,
                                 double* to, float* out) {
  constexpr Index kStep = 2 * kLanes;
  for (; stride > 0; stride -= kLanes) {
    Double2 sin[2];
    Double2 cos[2];
#pragma GCC unroll 2
    for (Index h = 0; h < 2; ++h) {
      const Index k = 2 * h;
      const auto fromSin = Double2::load_aligned(from + k);
      const auto fromCos = Double2::load_aligned(from + kLanes + k);
      const auto rotationSin = Double2::load_aligned(rotation + k);
      const auto rotationCos = Double2::load_aligned(rotation + kLanes + k);
      sin[h] = fromSin * rotationCos + fromCos * rotationSin;
      cos[h] = fromCos * rotationCos - fromSin * rotationSin;
      if constexpr (storesDoubles) {
        sin[h].store_aligned(to + k);
        cos[h].store_aligned(to + kLanes + k);
      }
    }
    withoutNegativeZero(narrow(sin[0], sin[1])).store_aligned(out);
    narrow(cos[0], cos[1]).store_aligned(out + kLanes);
    from += kStep;
    rotation += kStep;
    to += kStep;
    out += kStep;
  }
}

/// Calls f with the first values and the second values of each four pairs.
template <class T, class F>
void forEachFourPairs(T* row, std::int64_t stride, F f) {
  for (T* const end = row + 2 * stride; row != end; row += 2 * kLanes) f(row, row + kLanes);
}

}  // namespace

void writeScaledRowAt(DoubleDouble position, const Buffer<double>& frequencies, double scale,
                      double* row) {
  if (position.high == 0 && position.low == 0) {
    forEachFourPairs(row, frequencies.size(), [=](double* sin, double* cos) {
      std::fill_n(sin, kLanes, 0.0);
      std::fill_n(cos, kLanes, scale);
    });
    return;
  }
  writeRowAt(position, frequencies, row);
  if (scale == 1) return;
  for (double* value = row; value != row + 2 * frequencies.size(); ++value) *value *= scale;
}

bool RowRecurrence::make(std::int64_t stride, int levels) {
  stride_ = stride;
  levels_ = levels;
  last_ = -1;
  return rows_.allocate((levels + 1) * 2 * stride_);
}

const double* RowRecurrence::rowOf(std::int64_t j) {
  return j == 0 ? base() : rows_.data() + lowestBit(j) * 2 * stride_;
}

void RowRecurrence::write(const StepRotations& rotations, int firstLevel, std::int64_t j,
                          float* out) {
  if (j == 0) {
    std::transform(base(), base() + 2 * stride_, out,
                   [](double value) { return static_cast<float>(value) + 0.0F; });
  } else {
    // Row j is derived from the row without its lowest set bit. In ascending order that row is
    // still there; otherwise compute the chain that leads to it.
    std::int64_t from = j & (j - 1);
    if (j != last_ + 1) from = 0;
    while (from != j) {
      const auto missing = static_cast<std::uint64_t>(j & ~from);
      const std::int64_t next = from | static_cast<std::int64_t>(std::bit_floor(missing));
      const int bit = lowestBit(next);
      // No row is derived from an odd one, so its doubles are not stored.
      (bit == 0 ? rotateRow<false> : rotateRow<true>)(rowOf(from),
                                                      rotations.level(firstLevel + bit),
                                                      static_cast<Index>(stride_),
                                                      rows_.data() + bit * 2 * stride_, out);
      from = next;
    }
  }
  last_ = j;
}

POSENC_SMALL bool RowTables::make(const Buffer<double>& frequencies, const EvenPositions& positions,
                                  Phase phase, double scale) {
  positions_ = positions;
  scale_ = scale;
  frequencies_ = &frequencies;
  if (!rotations_.make(frequencies, positions)) return false;
  phase_ = phase;
  stride_ = rotations_.stride();
  fineRows_ = rotations_.fineRowCount();
  const auto rowBytes = static_cast<std::int64_t>(2 * stride_ * sizeof(float));
  firstCoarse_ = positions.coarse(0);
  const DoubleDouble origin = positions.ofCoarse(0);
  if (origin.high == 0 && origin.low == 0 && scale == 1) zeroAngleRow_ = 0;
  std::int64_t coarseCount =
      positions.length() > 0 ? positions.coarse(positions.length() - 1) - firstCoarse_ + 1 : 0;
  isCached_ = coarseCount <= std::max<std::int64_t>(kCoarseTableBytes / rowBytes, 1);
  if (!isCached_) coarseCount = 1;
  if (!allocatePackedRows(fine_, fineRows_ * 2 * stride_) ||
      !allocatePackedRows(coarse_, coarseCount * 2 * stride_) ||
      !recurrence_.make(stride_, std::max(kFineBits, rotations_.coarseLevels()))) {
    return false;
  }

  writeScaledRowAt({0, 0}, frequencies, 1, recurrence_.base());
  for (std::int64_t m = 0; m < fineRows_; ++m) {
    float* const row = fine_.data() + m * 2 * stride_;
    recurrence_.write(rotations_, 0, m, row);
    if (phase == Phase::cosSin) {
      forEachFourPairs(row, stride_, [](float* sin, float* cos) {
        std::transform(sin, cos, sin, std::negate<>());
      });
    }
  }
  recurrence_.restart();
  if (!isCached_) return true;
  for (std::int64_t j = 0; j < coarseCount; ++j) {
    writeCoarse(firstCoarse_ + j, coarse_.data() + j * 2 * stride_);
  }
  recurrence_ = RowRecurrence();
  rotations_ = StepRotations();
  return true;
}

CoarseBlock RowTables::at(std::int64_t row) {
  const std::int64_t coarse = positions_.coarse(row);
  const std::int64_t fine = positions_.fine(row);
  const auto fineStride = static_cast<Index>(2 * stride_);
  const auto begin = static_cast<Index>(fine);
  // Rotation by angle 0 leaves (sin, cos) unchanged, so the fine row is the result. That does not
  // hold for cosSin or for rows before zero.
  if (coarse == zeroAngleRow_ && phase_ == Phase::sinCos && fine >= 0) {
    return {nullptr, fine_.data(), fineStride, begin, kHalfFineRows};
  }
  if (!isCached_ && coarse != heldCoarse_) {
    writeCoarse(coarse, coarse_.data());
    heldCoarse_ = coarse;
  }
  return {coarse_.data() + (isCached_ ? (coarse - firstCoarse_) * 2 * stride_ : 0), fine_.data(),
          fineStride, begin, kHalfFineRows};
}

void RowTables::writeCoarse(std::int64_t coarse, float* out) {
  if (anchorOf(coarse) != anchor_) {
    anchor_ = anchorOf(coarse);
    writeScaledRowAt(positions_.ofCoarse(anchor_ << kCoarseBits), *frequencies_, scale_,
                     recurrence_.base());
    recurrence_.restart();
  }
  recurrence_.write(rotations_, kFineBits, coarse & (kRowsPerAnchor - 1), out);
  if (phase_ == Phase::cosSin) {
    forEachFourPairs(out, stride_, [](float* sin, float* cos) { std::swap_ranges(sin, cos, cos); });
  }
}

}  // namespace posenc

// Lays out the fine table, and combines it with coarse rows.
#include "kernels/flat_rows.hpp"

#include <algorithm>

#include "base/attributes.hpp"
#include "base/packed_pairs.hpp"

namespace posenc {
namespace {

/// The other value of the same pair, in a packed row.
constexpr Index partnerOf(Index offset) { return offset ^ kLanes; }

/// Whether an offset in a packed row is that of a second value.
constexpr bool isSecond(Index offset) { return (offset & kLanes) != 0; }

/// Where value i, and 4 places further its companion, is in a table of two values each.
constexpr Index placeOf(Index i) { return i / kLanes * 2 * kLanes + i % kLanes; }

/// Four values from a vector each of a, b, straight and cross.
template <class Op>
void combineVector(const float* ab, const float* table, float* out, const float* x) {
  Op::put(out, x,
          Float4::load_unaligned(ab) * Float4::load_unaligned(table) +
              Float4::load_unaligned(ab + kLanes) * Float4::load_unaligned(table + kLanes));
}

/// out = a * straight + b * cross, over `periods` runs of `period` values. All runs have the same a
/// and b.
template <class Op>
[[gnu::noinline]] void combine(const float* const ab, const Index period, Index periods,
                               const float* table, float* out, const float* x) {
  for (; periods > 0; --periods) {
    const float* from = ab;
    Index left = period;
    for (constexpr Index kStep = 4 * kLanes; left >= kStep; left -= kStep) {
#pragma GCC unroll 4
      for (Index k = 0; k < kStep; k += kLanes) {
        combineVector<Op>(from + 2 * k, table + 2 * k, out + k, Op::advance(x, k));
      }
      from += 2 * kStep;
      table += 2 * kStep;
      out += kStep;
      x = Op::advance(x, kStep);
    }
    for (; left > 0; left -= kLanes) {
      combineVector<Op>(from, table, out, x);
      from += 2 * kLanes;
      table += 2 * kLanes;
      out += kLanes;
      x = Op::advance(x, kLanes);
    }
  }
}

}  // namespace

POSENC_SMALL bool FlatRows::make(const Block& block, Layout layout, std::int64_t length,
                                 const float* fine, Index fineStride) {
  length_ = static_cast<Index>(length);
  rowsPerPeriod_ = length % kLanes == 0 ? 1 : length % 2 == 0 ? 2 : 4;
  if (!fine_.allocate(2 * kFineRows * length) || !source_.allocate(length) ||
      !coarse_.allocate(2 * rowsPerPeriod_ * length)) {
    return false;
  }
  for (std::int64_t column = 0; column < length; ++column) {
    source_[column] = -1;
    if (column >= block.columns) continue;
    const auto [pair, second] = componentOf(block, column, layout);
    source_[column] = static_cast<std::int32_t>(pairOffset(pair) + (second ? kLanes : 0));
  }
  std::fill(fine_.begin(), fine_.end(), 0.0F);
  for (std::int64_t row = -kHalfFineRows; row < kHalfFineRows; ++row) {
    const float* const from = fine + std::abs(row) * fineStride;
    const auto at = static_cast<Index>((row + kHalfFineRows) * length);
    for (Index column = 0; column < length_; ++column) {
      const Index offset = source_[column];
      if (offset < 0) continue;
      const Index second = offset | kLanes;
      const float first = from[second - kLanes];
      float* const to = fine_.data() + placeOf(at + column);
      to[0] = from[second];
      // See rotate: the second value subtracts after the coarse row, the first one before it.
      to[kLanes] = isSecond(offset) == (row >= 0) ? -first : first;
    }
  }
  return true;
}

/// Lays a coarse row out as the result is. No coarse row is the one of angle 0, (0, 1).
void FlatRows::spreadCoarse(const float* coarse) {
  for (Index column = 0; column < length_; ++column) {
    const Index offset = source_[column];
    float own = 0;
    float partner = 0;
    if (offset >= 0) {
      own = coarse != nullptr ? coarse[offset] : static_cast<float>(isSecond(offset));
      partner = coarse != nullptr ? coarse[partnerOf(offset)] : 1 - own;
    }
    for (Index row = 0; row < rowsPerPeriod_; ++row) {
      float* const to = coarse_.data() + placeOf(row * length_ + column);
      to[0] = own;
      to[kLanes] = partner;
    }
  }
}

/// Rows [begin, end) of the spread coarse row, both multiples of rowsPerPeriod_.
template <class Op>
void FlatRows::writeWhole(Index begin, Index end, float* out, const float* x) const {
  const Index at = (begin + kHalfFineRows) * length_;
  const Index period = rowsPerPeriod_ * length_;
  combine<Op>(coarse_.data(), period, (end - begin) / rowsPerPeriod_, fine_.data() + 2 * at, out,
              x);
}

template <class Op>
void FlatRows::write(const CoarseBlock& rows, float* out, const float* x) {
  spreadCoarse(rows.coarse);
  // Multiples of rowsPerPeriod_ at or below a row; kHalfFineRows is one of them.
  const auto whole = [this](Index row) { return row & -rowsPerPeriod_; };
  for (Index row = rows.begin; row < rows.end;) {
    Index end = whole(rows.end);
    if (row == whole(row) && end > row) {
      writeWhole<Op>(row, end, out, x);
    } else {
      // The rows of one period, some of which are not wanted.
      alignas(16) float made[4 * kMaxLength];
      const Index start = whole(row);
      writeWhole<Encode>(start, start + rowsPerPeriod_, made, nullptr);
      end = std::min(rows.end, start + rowsPerPeriod_);
      copyRow<Op>(made + (row - start) * length_, (end - row) * length_, out, x);
    }
    const Index values = (end - row) * length_;
    out += values;
    x = Op::advance(x, values);
    row = end;
  }
}

template void FlatRows::write<Encode>(const CoarseBlock&, float*, const float*);
template void FlatRows::write<Add>(const CoarseBlock&, float*, const float*);

}  // namespace posenc

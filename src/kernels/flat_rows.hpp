// Short rows that do not consist of whole cache lines, such as 10 channels. The 32 rows of a coarse
// block always do, so the fine table is laid out as the result is, signs included:
//    out[i] = a[i] * straight[i] + b[i] * cross[i]
// with `a` the coarse row in the order of the result and `b` the other values of its pairs. There
// are no shuffles and no partial lines, in either layout. The bits are those of kernels/rotate.hpp:
// the same products and sums, and x - y is x + (-y).
#pragma once

#include "base/block.hpp"
#include "base/buffer.hpp"
#include "kernels/copy.hpp"
#include "phase/coarse_fine.hpp"

namespace posenc {

class FlatRows {
 public:
  /// The longest row for which it pays.
  static constexpr std::int64_t kMaxLength = 128;

  /// `fine` holds the fine rows 0 to kHalfFineRows. Rows are `length` values long; those after the
  /// block's columns are zero. Returns false when there is no memory.
  bool make(const Block& block, Layout layout, std::int64_t length, const float* fine,
            Index fineStride);

  [[nodiscard]] bool empty() const { return fine_.empty(); }
  /// The length of a row, which is also the distance between rows.
  [[nodiscard]] std::int64_t length() const { return length_; }
  [[nodiscard]] std::int64_t bytes() const {
    return fine_.bytes() + source_.bytes() + coarse_.bytes();
  }

  /// Writes the rows of a coarse block.
  template <class Op>
  void write(const CoarseBlock& rows, float* out, const float* x);

 private:
  void spreadCoarse(const float* coarse);
  template <class Op>
  void writeWhole(Index begin, Index end, float* out, const float* x) const;

  // Four values of `straight`, then four of `cross`, and so on: one pointer reaches both.
  Buffer<float> fine_;           // kFineRows rows
  Buffer<std::int32_t> source_;  // where a column's value is in a packed row; -1 for none
  Buffer<float> coarse_;         // likewise of a and b, rowsPerPeriod_ rows
  Index length_ = 0;
  Index rowsPerPeriod_ = 0;  // the fewest rows that fill whole vectors
};

}  // namespace posenc

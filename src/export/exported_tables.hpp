// What another executor (WebGPU) needs to make a block's values: its rotation tables as they are,
// and how its positions walk through them. Index i of the axis is
//     the coarse row (first + i) / 2^fineBits  turned by  the fine row (first + i) % 2^fineBits.
// A row is `stride` first values and `stride` second ones, in the order of the phase; the turn is
//     first  = coarse.first * fine.second + coarse.second * fine.first
//     second = coarse.second * fine.second - coarse.first * fine.first.
// Positions in no order have a coarse row each, and one fine row, which turns by nothing.
#pragma once

#include "sinusoidal/axis.hpp"

namespace posenc {

class ExportedTables {
 public:
  /// The axis must stay where it is. False when there is no memory.
  bool make(const Axis& axis);

  [[nodiscard]] std::int64_t stride() const { return stride_; }
  [[nodiscard]] std::int64_t start() const { return start_; }
  [[nodiscard]] int fineBits() const { return fineBits_; }
  /// Rows that occur.
  [[nodiscard]] std::int64_t fineRows() const { return fineRows_; }
  [[nodiscard]] std::int64_t coarseRows() const { return coarseRows_; }

  /// Row r of the fine ones and, behind them, the coarse ones: 2 * stride() values. Coarse rows are
  /// cheapest in ascending order.
  void write(std::int64_t row, float* out);

 private:
  const Axis* axis_ = nullptr;
  RowTables rowTables_;
  PointPhases pointPhases_;
  std::int64_t stride_ = 0;
  std::int64_t start_ = 0;
  std::int64_t fineRows_ = 1;
  std::int64_t coarseRows_ = 0;
  int fineBits_ = 0;
};

}  // namespace posenc

// Coarse and fine tables for executors elsewhere (WebGPU). Index i of the axis is
//    coarse row (start + i) / 2^fineBits, rotated by fine row (start + i) % 2^fineBits.
// A row is `stride` first values, then `stride` second values, in the order of the phase. The
// rotation is that of kernels/rotate.hpp:
//    first  = coarse.first * fine.second + coarse.second * fine.first
//    second = coarse.second * fine.second - coarse.first * fine.first.
// Arbitrary positions have a coarse row each, and one fine row of angle 0.
#pragma once

#include "sinusoidal/axis.hpp"

namespace posenc {

class ExportedTables {
 public:
  /// Keeps a pointer to the axis. Returns false when there is no memory.
  bool make(const Axis& axis);

  [[nodiscard]] std::int64_t stride() const { return stride_; }
  [[nodiscard]] std::int64_t start() const { return start_; }
  [[nodiscard]] int fineBits() const { return fineBits_; }
  /// The numbers of rows in each table.
  [[nodiscard]] std::int64_t fineRows() const { return fineRows_; }
  [[nodiscard]] std::int64_t coarseRows() const { return coarseRows_; }

  /// Writes row r of the fine table or, past its end, of the coarse one: 2 * stride() values.
  /// Coarse rows are cheapest in ascending order.
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

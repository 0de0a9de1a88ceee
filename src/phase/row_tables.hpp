// Coarse and fine tables for channels last: a row holds all pairs of a block.
#pragma once

#include "base/block.hpp"
#include "base/buffer.hpp"
#include "phase/coarse_fine.hpp"
#include "phase/positions.hpp"
#include "phase/step_rotations.hpp"

namespace posenc {

/// Writes the packed row of a position, computed directly, times `scale`.
void writeScaledRowAt(DoubleDouble position, const Buffer<double>& frequencies, double scale,
                      double* row);

/// Computes the rows of one table in any order. Ascending order is cheapest: one rotation per row.
class RowRecurrence {
 public:
  bool make(std::int64_t stride, int levels);
  /// Row 0, which the caller fills.
  [[nodiscard]] double* base() { return rows_.data() + levels_ * 2 * stride_; }
  void restart() { last_ = -1; }
  [[nodiscard]] std::int64_t bytes() const { return rows_.bytes(); }
  /// Writes row j as float32.
  void write(const StepRotations& rotations, int firstLevel, std::int64_t j, float* out);

 private:
  const double* rowOf(std::int64_t j);

  Buffer<double> rows_;  // the latest row of each lowest set bit, then row 0
  std::int64_t stride_ = 0;
  std::int64_t last_ = -1;
  int levels_ = 0;
};

/// The tables of a block: packed rows, in the order of the phase.
class RowTables {
 public:
  /// Keeps a pointer to the frequencies. All values are multiplied by `scale`. Returns false when
  /// there is no memory.
  bool make(const Buffer<double>& frequencies, const EvenPositions& positions, Phase phase,
            double scale = 1);
  /// The rows from `row` to the end of its coarse block. Valid until the next call.
  CoarseBlock at(std::int64_t row);
  /// The number of rows from `row` to the end of its coarse block.
  [[nodiscard]] std::int64_t rowsToBlockEnd(std::int64_t row) const {
    return kHalfFineRows - positions_.fine(row);
  }
  /// The fine row that rotates by m steps, 0 <= m < fineRows(). Rows before a coarse row use the
  /// same ones.
  [[nodiscard]] std::int64_t fineRows() const { return fineRows_; }
  [[nodiscard]] const float* fineRow(std::int64_t m) const {
    return fine_.data() + m * 2 * stride_;
  }

  [[nodiscard]] std::int64_t bytes() const {
    return rotations_.bytes() + recurrence_.bytes() + fine_.bytes() + coarse_.bytes();
  }

 private:
  void writeCoarse(std::int64_t coarse, float* out);

  EvenPositions positions_;
  Phase phase_ = Phase::sinCos;
  double scale_ = 1;  // of the coarse rows
  std::int64_t stride_ = 0;
  const Buffer<double>* frequencies_ = nullptr;
  StepRotations rotations_;
  RowRecurrence recurrence_;
  Buffer<float> fine_;
  Buffer<float> coarse_;
  std::int64_t fineRows_ = 0;
  std::int64_t firstCoarse_ = 0;
  std::int64_t zeroAngleRow_ = INT64_MIN;  // the coarse row at position 0, if any
  std::int64_t anchor_ = INT64_MIN;        // whose row the recurrence starts from
  std::int64_t heldCoarse_ = INT64_MIN;    // the one coarse row held when they are not cached
  bool isCached_ = false;
};

}  // namespace posenc

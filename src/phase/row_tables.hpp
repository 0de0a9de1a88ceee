// Rotation tables to walk along channels: a fine or coarse row holds all pairs of an axis.
#pragma once

#include "base/block.hpp"
#include "base/buffer.hpp"
#include "phase/coarse_fine.hpp"
#include "phase/positions.hpp"
#include "phase/step_rotations.hpp"

namespace posenc {

/// Rows j of one table, in any order, cheapest in ascending order: one turn per row.
class RowWalk {
 public:
  bool make(std::int64_t stride, int levels);
  /// Row 0, to be filled by the caller.
  [[nodiscard]] double* base() { return rows_.data() + levels_ * 2 * stride_; }
  void restart() { last_ = -1; }
  [[nodiscard]] std::int64_t bytes() const { return rows_.bytes(); }
  /// Writes row j as float32.
  void write(const Turns& turns, int firstLevel, std::int64_t j, float* out);

 private:
  const double* rowOf(std::int64_t j);

  Buffer<double> rows_;  // the latest row for each lowest set bit, then row 0
  std::int64_t stride_ = 0;
  std::int64_t last_ = -1;
  int levels_ = 0;
};

/// Tables to walk along channels: a row holds all pairs, in the order of the phase.
class RowRotation {
 public:
  /// The frequencies must stay where they are. False when there is no memory.
  bool make(const Buffer<double>& frequencies, const Positions& positions, Phase phase);
  /// Rows from `row` on that share a coarse row. Valid until the next call.
  TurnedRows at(std::int64_t row);
  /// How many they are.
  [[nodiscard]] std::int64_t rowsTogether(std::int64_t row) const {
    return kFineReach - positions_.fine(row);
  }
  /// The fine row that turns by m steps, 0 <= m < fineRows(): all that occur, to either side.
  [[nodiscard]] std::int64_t fineRows() const { return fineRows_; }
  [[nodiscard]] const float* fineRow(std::int64_t m) const {
    return fine_.data() + m * 2 * stride_;
  }

  [[nodiscard]] std::int64_t bytes() const {
    return turns_.bytes() + walk_.bytes() + fine_.bytes() + coarse_.bytes();
  }

 private:
  void writeUnturned(double* row) const;
  void writeCoarse(std::int64_t coarse, float* out);

  Positions positions_;
  Phase phase_ = Phase::sinCos;
  std::int64_t stride_ = 0;
  const Buffer<double>* frequencies_ = nullptr;
  Turns turns_;
  RowWalk walk_;
  Buffer<float> fine_;
  Buffer<float> coarse_;
  std::int64_t fineRows_ = 0;
  std::int64_t firstCoarse_ = 0;
  std::int64_t identity_ = INT64_MIN;  // the coarse row that turns by nothing
  std::int64_t window_ = INT64_MIN;    // whose base the walk holds
  std::int64_t current_ = INT64_MIN;   // the one coarse row held, when the table is not kept
  bool kept_ = false;
};

}  // namespace posenc

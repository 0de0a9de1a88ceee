// Rows of sines and cosines for vectors that are rotated: packed rows in float32, each entry the
// exact value rounded once, to within 1e-11. A row is derived in double from earlier ones by at
// most 13 rotations, starting afresh at every 8192nd position, so its bits depend on its position
// alone.
#pragma once

#include "base/buffer.hpp"
#include "phase/positions.hpp"
#include "phase/row_tables.hpp"
#include "phase/step_rotations.hpp"

namespace posenc {

/// Positions in order, or a list of them.
struct RotaryPositions {
  const double* list = nullptr;  // integers of at least 0, if given
  std::int64_t first = 0;        // otherwise the positions from here on
  [[nodiscard]] std::int64_t at(std::int64_t i) const {
    return list == nullptr ? first + i : static_cast<std::int64_t>(list[i]);
  }
  [[nodiscard]] RotaryPositions from(std::int64_t i) const {
    return list == nullptr ? RotaryPositions{nullptr, first + i} : RotaryPositions{list + i, 0};
  }
};

/// Positions 0, 1, ... up to the limit of tables: rows depend on their position alone.
inline EvenPositions everyPosition() { return {0, 1, std::int64_t{1} << 50}; }

class RotaryRows {
 public:
  /// Keeps a pointer to the frequencies. Returns false when there is no memory.
  bool make(const Buffer<double>& frequencies);

  /// The number of positions whose rows are kept at once.
  [[nodiscard]] std::int64_t most() const { return positions_.size(); }
  /// Values from one row to the next.
  [[nodiscard]] Index stride() const { return stride_; }
  /// Rows of up to most() positions: sines and cosines, times `scale`, of the negative angles if
  /// `inverse`. Valid until the next call. Rows that the last call made are not made again.
  const float* at(const RotaryPositions& positions, std::int64_t count, double scale, bool inverse);

  [[nodiscard]] std::int64_t bytes() const {
    return rotations_.bytes() + recurrence_.bytes() + rows_.bytes() + positions_.bytes();
  }

 private:
  const Buffer<double>* frequencies_ = nullptr;
  StepRotations rotations_;
  RowRecurrence recurrence_;
  std::int64_t anchor_ = -1;  // whose row the recurrence starts from
  double scale_ = 1;
  bool inverse_ = false;
  Buffer<float> rows_;
  Buffer<std::int64_t> positions_;
  std::int64_t made_ = 0;
  Index stride_ = 0;
};

}  // namespace posenc

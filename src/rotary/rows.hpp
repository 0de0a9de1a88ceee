// Rows of sines and cosines for vectors that are rotated: packed rows in float32, each entry the
// exact value rounded once, to within 1e-11. A row is derived in double from earlier ones by at
// most 13 rotations, starting afresh at every 8192nd position, or comes from the axes. Its bits
// depend on its position alone.
#pragma once

#include "base/buffer.hpp"
#include "phase/positions.hpp"
#include "phase/row_tables.hpp"
#include "phase/step_rotations.hpp"
#include "rotary/axes.hpp"

namespace posenc {

/// Positions in order, or a list of them.
struct RotaryPositions {
  /// If given: without axes, integers of at least 0; otherwise vectors of `axes` finite numbers.
  const double* list = nullptr;
  std::int64_t first = 0;  // otherwise the positions from here on, the same on all axes
  std::int64_t axes = 0;
  bool hasMatrix = false;

  [[nodiscard]] std::int64_t perPosition() const { return axes == 0 ? 1 : axes; }
  [[nodiscard]] const double* vectorAt(std::int64_t i) const { return list + i * axes; }
  /// An integer of at least 0 that the position has on all axes, or -1: its row needs no axes.
  [[nodiscard]] std::int64_t at(std::int64_t i) const;
  [[nodiscard]] RotaryPositions from(std::int64_t i) const {
    RotaryPositions rest = *this;
    if (list == nullptr) {
      rest.first += i;
    } else {
      rest.list += i * perPosition();
    }
    return rest;
  }
};

/// Positions 0, 1, ... up to the limit of tables: rows depend on their position alone.
inline EvenPositions everyPosition() { return {0, 1, std::int64_t{1} << 50}; }

class RotaryRows {
 public:
  /// Keeps pointers to the frequencies and, unless null, the axes. Returns false when there is no
  /// memory.
  bool make(const Buffer<double>& frequencies, RotaryAxes* axes);

  /// The number of positions whose rows are kept at once.
  [[nodiscard]] std::int64_t most() const { return positions_.size(); }
  /// Values from one row to the next.
  [[nodiscard]] Index stride() const { return stride_; }
  /// Rows of up to most() positions: sines and cosines, times `scale`, of the negative angles if
  /// `inverse`. Valid until the next call. Rows that the last call made are not made again.
  const float* at(const RotaryPositions& positions, std::int64_t count, double scale, bool inverse,
                  std::int64_t head);

  [[nodiscard]] std::int64_t bytes() const {
    return rotations_.bytes() + recurrence_.bytes() + rows_.bytes() + positions_.bytes() +
           vectors_.bytes();
  }

 private:
  void writeRowAt(std::int64_t position, float* row);
  /// The row of a position that is not the same integer on all axes.
  void writeRowOf(const double* vector, float* row);

  const Buffer<double>* frequencies_ = nullptr;
  StepRotations rotations_;
  RowRecurrence recurrence_;
  std::int64_t anchor_ = -1;  // whose row the recurrence starts from
  double scale_ = 1;
  bool inverse_ = false;
  std::int64_t head_ = 0;
  RotaryAxes* axes_ = nullptr;
  Buffer<float> rows_;
  Buffer<std::int64_t> positions_;  // as RotaryPositions::at gives them
  Buffer<double> vectors_;          // those for which that is -1
  std::int64_t made_ = 0;
  Index stride_ = 0;
};

}  // namespace posenc

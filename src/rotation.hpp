// Rotation tables: sine and cosine of position * frequency for evenly spaced positions, without a
// sine for each. Row r of an axis stands at
//     position = remainder + index * step,   index = first + r = 64 * coarse + fine,
// and its angle is that of a coarse row plus that of a fine row. Both are made in double, by
// turning the row of j without its lowest set bit through the angle of that bit, from a base
// computed directly at every 256th coarse row. Both depend on the absolute index alone, so that a
// row has the same bits however the range was split, and no error grows with the position.
#pragma once

#include <array>

#include "angle.hpp"
#include "buffer.hpp"
#include "simd.hpp"

namespace posenc {

inline constexpr int kFineBits = 6;
inline constexpr int kCoarseBits = 8;
inline constexpr std::int64_t kFineRows = std::int64_t{1} << kFineBits;
inline constexpr std::int64_t kWindowRows = std::int64_t{1} << kCoarseBits;  // coarse rows per base

/// Coarse rows are kept when they take no more than this; longer axes make them as they go.
inline constexpr std::int64_t kCoarseTableBytes = std::int64_t{1} << 20;

/// Evenly spaced positions, counted in steps from a remainder in [0, |step|).
class Positions {
 public:
  Positions() = default;
  Positions(double offset, double step, std::int64_t length);

  [[nodiscard]] std::int64_t coarse(std::int64_t row) const { return (first_ + row) >> kFineBits; }
  [[nodiscard]] std::int64_t fine(std::int64_t row) const {
    return (first_ + row) & (kFineRows - 1);
  }
  [[nodiscard]] std::int64_t length() const { return length_; }
  [[nodiscard]] DoubleDouble ofCoarse(std::int64_t coarse) const;
  [[nodiscard]] double step() const { return step_; }

 private:
  double step_ = 1;
  DoubleDouble remainder_{0, 0};
  std::int64_t first_ = 0;
  std::int64_t length_ = 0;
};

/// The turns through 2^level steps, for each pair: level 0..5 within fine, 6..13 within coarse
/// rows.
class Turns {
 public:
  /// `frequencies` holds roundUpToLanes(pairs) values. False when there is no memory.
  bool make(const Buffer<double>& frequencies, const Positions& positions);

  [[nodiscard]] std::int64_t stride() const { return stride_; }
  [[nodiscard]] std::int64_t fineCount() const { return fineCount_; }
  [[nodiscard]] int coarseLevels() const { return coarseLevels_; }
  /// stride() sines, then stride() cosines.
  [[nodiscard]] const double* level(int level) const {
    return factors_.data() + level * 2 * stride_;
  }
  [[nodiscard]] SinCos at(int level, std::int64_t pair) const {
    return {this->level(level)[pair], this->level(level)[stride_ + pair]};
  }

 private:
  Buffer<double> factors_;
  std::int64_t stride_ = 0;
  std::int64_t fineCount_ = 0;  // fine rows that occur: [0, fineCount)
  int coarseLevels_ = 0;
};

/// Rows j of one table, in any order, cheapest in ascending order: one turn per row.
class RowWalk {
 public:
  bool make(std::int64_t stride, int levels);
  /// Row 0, stride() sines and then cosines, to be filled by the caller.
  [[nodiscard]] double* base() { return rows_.data() + levels_ * 2 * stride_; }
  void restart() { last_ = -1; }
  /// Writes row j as float32: stride sines, stride cosines.
  void write(const Turns& turns, int firstLevel, std::int64_t j, float* out);

 private:
  const double* rowOf(std::int64_t j);

  Buffer<double> rows_;  // the latest row for each lowest set bit, then row 0
  std::int64_t stride_ = 0;
  std::int64_t last_ = -1;
  int levels_ = 0;
};

/// Tables to walk along channels: a row holds all pairs.
class RowRotation {
 public:
  bool make(Buffer<double>&& frequencies, const Positions& positions);
  [[nodiscard]] std::int64_t stride() const { return turns_.stride(); }
  /// What a row is made of. Each is stride() sines, then stride() cosines; `coarse` is null when it
  /// turns by nothing, and is valid until the next call.
  struct Place {
    const float* fine;
    const float* coarse;
  };
  Place at(std::int64_t row);

 private:
  void writeCoarse(std::int64_t coarse, float* out);

  Positions positions_;
  Buffer<double> frequencies_;
  Turns turns_;
  RowWalk walk_;
  Buffer<float> fine_;
  Buffer<float> coarse_;
  std::int64_t firstCoarse_ = 0;
  std::int64_t identity_ = INT64_MIN;  // the coarse row that turns by nothing
  std::int64_t window_ = INT64_MIN;    // whose base the walk holds
  std::int64_t current_ = INT64_MIN;   // the one coarse row held, when the table is not kept
  bool kept_ = false;
};

/// Tables to walk along positions: a column holds one pair.
class ColumnRotation {
 public:
  static constexpr int kGroupBits = 6;  // coarse values made at a time
  static constexpr std::int64_t kGroup = std::int64_t{1} << kGroupBits;

  bool make(Buffer<double>&& frequencies, const Positions& positions);
  struct Coarse {
    float sin;
    float cos;
  };
  /// What a run of values is made of: `run` sines at `fine`, their cosines kFineRows behind, all
  /// turned by `coarse`. Up to three values behind a run may be read.
  struct Place {
    const float* fine;
    Coarse coarse;
    std::int64_t run;
  };
  Place at(std::int64_t pair, std::int64_t row);

 private:
  using Group = std::array<Coarse, kGroup>;

  const Group& groupOf(std::int64_t pair, std::int64_t group);
  void writeGroup(std::int64_t pair, std::int64_t group, Group& out) const;

  Positions positions_;
  Buffer<double> frequencies_;
  Turns turns_;
  Buffer<float> fine_;
  Buffer<Group> groups_;  // [pair][group], when kept
  Group current_{};
  std::int64_t firstGroup_ = 0;
  std::int64_t groupCount_ = 0;
  std::int64_t currentPair_ = -1;
  std::int64_t currentGroup_ = 0;
};

}  // namespace posenc

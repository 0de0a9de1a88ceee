// The values of one axis: its block of channels at each of its positions. Evenly spaced positions
// use the coarse and fine tables; given positions and float32 angles are computed one by one.
// Values are written as rows (the block at one position) or as columns (one channel along the
// positions).
#pragma once

#include "base/row_order.hpp"
#include "kernels/flat_rows.hpp"
#include "phase/column_tables.hpp"
#include "phase/exact_value.hpp"
#include "phase/point_phases.hpp"
#include "phase/positions.hpp"
#include "phase/row_tables.hpp"
#include "sinusoidal/channels.hpp"

namespace posenc {

/// An axis of a grid is written many times over, so its values are cached when they take at most
/// this much.
inline constexpr std::int64_t kCachedAxisBytes = std::int64_t{1} << 20;

class Axis {
 public:
  /// `isRepeated`: each value will be written more than once.
  Status make(const SinusoidalSpec& spec, const Block& block, bool isRepeated);

  [[nodiscard]] const Block& block() const { return block_; }

  [[nodiscard]] std::int64_t length() const { return length_; }
  [[nodiscard]] Phase phase() const { return phase_; }
  [[nodiscard]] Angles angles() const { return angles_; }
  [[nodiscard]] const Buffer<double>& frequencies() const { return frequencies_; }
  /// Whether the values come from coarse and fine tables. If so, evenPositions() applies;
  /// position() always does.
  [[nodiscard]] bool isEvenlySpaced() const { return source_ != Source::pointPhases; }
  [[nodiscard]] EvenPositions evenPositions() const { return {offset_, step_, length_}; }
  [[nodiscard]] double position(std::int64_t row) const;

  /// Writes rows [start, start + count), `stride` values apart. Zeros after the block's columns are
  /// the caller's, unless writesPadding().
  template <class Op>
  void writeRows(std::int64_t start, std::int64_t count, std::int64_t stride, RowOrder order,
                 float* out, const float* x);
  /// The number of rows from `row` that are cheapest to write in one call.
  [[nodiscard]] std::int64_t rowsToBlockEnd(std::int64_t row) const {
    return source_ == Source::rowTables ? rowTables_.rowsToBlockEnd(row) : kFineRows;
  }
  /// Writes one of the block's columns at positions [start, start + count).
  template <class Op>
  void writeColumn(std::int64_t column, std::int64_t start, std::int64_t count, float* out,
                   const float* x);

  /// One value in double, from the frequency as a double.
  [[nodiscard]] double exact(std::int64_t row, std::int64_t column) const;
  /// A row's position without rounding, but in float32, where angles are rounded.
  [[nodiscard]] DoubleDouble exactPosition(std::int64_t row) const;
  [[nodiscard]] PreciseFrequencies preciseFrequencies() const {
    return {timescales_, block_.pairs, areFrequenciesGiven_, frequencyScale_};
  }
  [[nodiscard]] std::int64_t bytes() const;

  /// Whether rows of the whole plan's length are written, zeros included.
  [[nodiscard]] bool writesPadding() const { return flatRows_.length() > block_.columns; }
  [[nodiscard]] bool isCached() const { return !cached_.empty(); }
  /// Cached values: rows if the plan is channels last, columns if it is channels first.
  [[nodiscard]] const float* cachedRow(std::int64_t row) const {
    return cached_.data() + row * block_.columns;
  }
  [[nodiscard]] const float* cachedColumn(std::int64_t column) const {
    return cached_.data() + column * length_;
  }

 private:
  enum class Source : std::uint8_t { rowTables, columnTables, pointPhases };

  Status setPositions(const AxisSpec& axis, double largestFrequency);
  void scaleTo(double largestFrequency);
  Status makeTables(const SinusoidalSpec& spec);
  bool makeFlatRows(const SinusoidalSpec& spec);
  Status cache(bool channelsFirst);
  template <class Op>
  void writeTableColumn(Component component, std::int64_t start, std::int64_t count, float* out,
                        const float* x);
  template <class Op>
  void writePointColumn(Component component, std::int64_t start, std::int64_t count, float* out,
                        const float* x) const;

  Block block_{};
  Layout layout_ = Layout::interleaved;
  Phase phase_ = Phase::sinCos;
  Angles angles_ = Angles::exact;
  Source source_ = Source::pointPhases;
  std::int64_t length_ = 0;
  double offset_ = 0;
  double step_ = 1;
  Buffer<double> givenPositions_;  // empty if evenly spaced
  Buffer<double> frequencies_;
  Timescales timescales_;
  bool areFrequenciesGiven_ = false;
  double frequencyScale_ = 1;
  RowTables rowTables_;
  FlatRows flatRows_;
  ColumnTables columnTables_;
  PointPhases pointPhases_;
  Buffer<float> cached_;
};

}  // namespace posenc

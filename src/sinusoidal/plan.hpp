// Plans of sinusoidal encodings of grids. The result is a matrix with one row per grid point and
// one column per channel or, channels first, the transpose; grid points are in row-major order. Any
// range of its values can be written. A range may run past the end and then starts again, which is
// what adding to a batch needs. A plan must not be used by two threads at once.
#pragma once

#include <memory>

#include "base/half.hpp"
#include "sinusoidal/axis.hpp"

namespace posenc {

class SinusoidalPlan {
 public:
  Status make(const SinusoidalSpec& spec);

  [[nodiscard]] std::int64_t size() const { return rowCount_ * rowLength_; }

  /// The axes that have channels, in the order of their blocks.
  [[nodiscard]] std::int64_t axisCount() const { return axisCount_; }
  [[nodiscard]] const Axis& axis(std::int64_t block) const {
    return axes_[static_cast<std::size_t>(block)];
  }
  /// The distance in grid points between neighbours on the axis of a block.
  [[nodiscard]] std::int64_t innerOf(std::int64_t block) const {
    return grid_[axis(block).block().axis].inner;
  }

  /// The memory that the tables take.
  [[nodiscard]] std::int64_t bytes() const;

  /// Writes values [start, start + count).
  void encode(std::int64_t start, std::int64_t count, float* out,
              RowOrder order = RowOrder::mirrored);
  /// Likewise, plus x; x may be out.
  void add(std::int64_t start, std::int64_t count, const float* x, float* out,
           RowOrder order = RowOrder::mirrored);
  /// Likewise in a 16-bit type. Each value or sum is the exact one, rounded once.
  void encodeHalf(Half type, std::int64_t start, std::int64_t count, std::uint16_t* out);
  void addHalf(Half type, std::int64_t start, std::int64_t count, const std::uint16_t* x,
               std::uint16_t* out);
  /// The same in double, at most 1e-14 from the exact value for angles up to 2^24. Each value costs
  /// a sine: this is for checking other results.
  void encodeDouble(std::int64_t start, std::int64_t count, double* out);
  void addDouble(std::int64_t start, std::int64_t count, const double* x, double* out);

  /// The largest number of rows from `start`, at most `most`, that ends where a coarse block ends,
  /// or `most` if there is none: splitting elsewhere costs time.
  [[nodiscard]] std::int64_t rowsInWholeBlocks(std::int64_t start, std::int64_t most) const;

 private:
  struct GridAxis {
    std::int64_t length;
    std::int64_t inner;  // distance of neighbours on this axis, in grid points
  };

  [[nodiscard]] std::int64_t indexOn(std::int32_t axis, std::int64_t point) const {
    return point / grid_[axis].inner % grid_[axis].length;
  }
  /// The axis whose block contains a channel; null for padding.
  [[nodiscard]] Axis* axisOf(std::int64_t channel) const;
  [[nodiscard]] double exact(std::int64_t index) const;
  void addExactColumn(const Axis& axis, const Component& component, const DoubleDouble& frequency,
                      std::int64_t start, std::int64_t count, double* out) const;
  void writeRounded(Half type, std::int64_t start, std::int64_t count, const std::uint16_t* x,
                    std::uint16_t* out);
  template <class Op>
  void writeRange(std::int64_t start, std::int64_t count, RowOrder order, float* out,
                  const float* x);
  template <class Op>
  void writeRows(std::int64_t start, std::int64_t count, RowOrder order, float* out,
                 const float* x);
  template <class Op>
  void writeCachedRows(std::int64_t start, std::int64_t count, float* out, const float* x);
  [[nodiscard]] std::int64_t rowsToBlockEnd(std::int64_t start) const;
  template <class Op>
  void writeRowsByBlock(std::int64_t start, std::int64_t count, RowOrder order, float* out,
                        const float* x);
  template <class Op>
  void writePartOfRow(std::int64_t point, std::int64_t column, std::int64_t count, float* out,
                      const float* x);
  template <class Op>
  void writePlane(std::int64_t channel, std::int64_t start, std::int64_t count, float* out,
                  const float* x);
  template <class Op>
  void writeAxisPlane(Axis& axis, std::int64_t column, std::int64_t start, std::int64_t count,
                      float* out, const float* x);

  std::unique_ptr<Axis[]> axes_;  // one per block that is not empty
  std::int64_t axisCount_ = 0;
  Buffer<GridAxis> grid_;
  Buffer<float> constantColumns_;  // see writeCachedRows; used when all axes are cached
  Buffer<float> repeatedRow_;      // one row of an axis that is not cached
  Buffer<float> partialRow_;       // the row that a partial row is copied from
  std::int64_t partialRowIndex_ = -1;
  std::int64_t rowCount_ = 0;
  std::int64_t rowLength_ = 0;
  std::int64_t channelsUsed_ = 0;
  Layout layout_ = Layout::interleaved;
  bool channelsFirst_ = false;
};

}  // namespace posenc

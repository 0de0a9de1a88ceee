// A table of position embeddings, [height, width, channels], at another height and width: each row
// is resampled along the width when it is first needed, and the results stay only while output
// rows need them.
#pragma once

#include <cstdint>

#include "base/dtype.hpp"
#include "tables/taps.hpp"

namespace posenc {

struct ResampleSpec {
  AxisResize height;
  AxisResize width;
  std::int64_t channels;
  DType dtype;  // not float64
};

class ResamplePlan {
 public:
  /// Returns false when there is no memory.
  bool make(const ResampleSpec& spec);

  /// How many rows of the table must have been added for an output row.
  [[nodiscard]] std::int64_t rowsFor(std::int64_t outputRow) const;
  /// Adds the next row of the table, fromWidth * channels values.
  void addRow(std::int64_t row, const void* from);
  /// Writes an output row, toWidth * channels values, in ascending order of rows.
  void writeRow(std::int64_t outputRow, void* out);

 private:
  /// float32 rows are kept as float32: sums are made in double and rounded twice in all. Others
  /// are kept in double, and rounded once.
  [[nodiscard]] bool isFloat() const { return spec_.dtype == DType::float32; }

  ResampleSpec spec_{};
  AxisWindows rows_;
  AxisWindows columns_;
  std::int64_t kept_ = 0;  // rows in the ring
  Buffer<float> floats_;
  Buffer<double> doubles_;
  Buffer<float> widened_;  // a 16-bit row of the table
  Buffer<double> sums_;    // an output row before it is rounded to 16 bits
  // The rows that are summed.
  Buffer<const float*> taps_;
  Buffer<const double*> doubleTaps_;
};

}  // namespace posenc

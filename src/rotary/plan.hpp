// The plan of a rotary embedding: its frequencies for the length of a call, and the tables from
// which cosines and sines are written, and vectors rotated.
#pragma once

#include <algorithm>

#include "base/dtype.hpp"
#include "base/status.hpp"
#include "math/sincos_double.hpp"
#include "phase/row_tables.hpp"
#include "rotary/axes.hpp"
#include "rotary/rows.hpp"
#include "rotary/spec.hpp"

namespace posenc {

/// What a row holds for each pair: one value; all values, then all again; each value twice; or, for
/// all dimensions of a head, the values of each axis, then again, and 1 or 0 for those that do not
/// rotate.
enum class TableForm : std::uint8_t { half, doubled, repeated, tiled };

/// How vectors are rotated: as the model does; back; by their position without the attention
/// scaling; back without it.
enum class Rotation : std::uint8_t { forward, inverse, shift, shiftBack };

/// xPos (Sun et al. 2022, arXiv:2212.10554): pair j of position t is scaled by
/// ((2j + 0.4 d) / (1.4 d))^((t - center) / base), d = 2 * pairs, queries by that and keys by its
/// inverse.
struct Xpos {
  int sign = 0;  // 1 for queries, -1 for keys, 0 without xPos
  double center = 0;
};

/// Vectors of `positions` positions and `heads` heads, and the distances between them in values.
struct Vectors {
  std::int64_t positions;
  std::int64_t heads;
  std::int64_t positionStep;
  std::int64_t headStep;
};

class RotaryPlan {
 public:
  /// Returns false when there is no memory.
  bool make(const RotarySpec& spec);
  /// Makes frequencies and tables for calls of a length. Returns false when there is no memory.
  bool prepare(double length);

  /// The frequencies for the length that the plan is prepared for.
  [[nodiscard]] const Buffer<double>& frequencies() const { return frequencies_; }
  [[nodiscard]] double attention() const { return attention_; }
  /// The largest position whose angles are below 2^50.
  [[nodiscard]] double largestPosition();
  /// The number of positions whose rows are kept at once; apply() takes no more.
  [[nodiscard]] std::int64_t mostPositions() const { return rows_.most(); }
  [[nodiscard]] std::int64_t bytes() const;

  /// Positions from a list, or from `first` on if it is null.
  [[nodiscard]] RotaryPositions positionsAt(const double* list, std::int64_t first) const {
    return {list, first, spec_.axes, spec_.matrix != nullptr};
  }
  /// The heads whose matrices differ.
  [[nodiscard]] std::int64_t heads() const { return spec_.matrixHeads; }

  /// Writes `count` rows of cosines and of sines, times the attention scaling. `head` is one of
  /// heads().
  void writeTables(TableForm form, DType dtype, const Xpos& xpos, const RotaryPositions& positions,
                   std::int64_t count, std::int64_t head, void* cos, void* sin);

  /// Rotates vectors of headDim values. x may be `out`; other dimensions are copied. The first of
  /// the vectors' heads is `head`.
  void apply(Rotation rotation, DType dtype, const Xpos& xpos, const RotaryPositions& positions,
             const Vectors& vectors, std::int64_t head, const void* x, void* out);

  /// PoPE: softplus(x) * (cos, sin) for each of the pairs' dimensions, then the other dimensions.
  /// `bias`, if given, holds an angle for each head and pair.
  void writePolar(const RotaryPositions& positions, const Vectors& vectors, const float* bias,
                  const float* x, float* out);

 private:
  /// How vectors are rotated, with what their rows are multiplied by.
  struct Rotated {
    bool inverse;
    double scale;
    Xpos xpos;
    std::int64_t head;
  };

  [[nodiscard]] double scaleOf(Rotation rotation) const;
  /// Sine and cosine of a position's pair, times the scales, in double.
  SinCos exactRow(const RotaryPositions& positions, std::int64_t i, std::int64_t pair, double scale,
                  const Xpos& xpos, std::int64_t head);
  /// Rows of a table that are written at a time where they are not written directly.
  [[nodiscard]] std::int64_t chunkRows() const {
    constexpr std::int64_t kChunkValues = 1024;
    return std::max<std::int64_t>(kChunkValues / spec_.pairs, 1);
  }
  void writeHalfRows(const RotaryPositions& positions, std::int64_t count, std::int64_t head,
                     float* cos, float* sin);
  template <class T>
  void writeRows(DType dtype, const Xpos& xpos, const RotaryPositions& positions,
                 std::int64_t count, std::int64_t head, T* cos, T* sin);
  template <class T>
  void expand(TableForm form, std::int64_t count, T rest, const T* from, T* out) const;
  const float* rowsFor(const RotaryPositions& positions, std::int64_t count,
                       const Rotated& rotated);

  void applyFloats(const float* rows, const Vectors& vectors, const float* x, float* out) const;
  template <Half type>
  void applyHalves(const float* rows, const Rotated& rotated, const RotaryPositions& positions,
                   const Vectors& vectors, const std::uint16_t* x, std::uint16_t* out);
  void applyToHeads(DType dtype, const Rotated& rotated, const RotaryPositions& positions,
                    const Vectors& vectors, const void* x, void* out);

  RotarySpec spec_;
  Buffer<double> lists_;  // of the spec
  double attention_ = 1;
  double lengthKey_ = -1;  // of the length that it is prepared for
  Buffer<double> frequencies_;
  RowTables tables_;
  RotaryAxes axes_;
  RotaryRows rows_;
  Buffer<float> xposRows_;
  // A row of sines and one of cosines in whole cache lines; then rows that are rounded to 16 bits.
  Buffer<float> lines_;
  // Rows of cosines, then of sines, of any type, that are expanded to another form.
  Buffer<double> chunk_;
};

}  // namespace posenc

// Rotary embeddings of several axes. The angle of pair j at position p, a vector, is the sum over
// the axes a of p[a] * weight[a][j]. Three kinds differ in their weights:
//    sections   one set of frequencies; each pair follows one axis (M-RoPE: Wang et al. 2024,
//               arXiv:2409.12191; interleaved: Qwen3-VL)
//    blocks     the axes' blocks of pairs follow each other, each with frequencies of its own
//    matrix     all weights are given, also for each head (rope-vit: Heo et al. 2024,
//               arXiv:2403.13298)
#pragma once

#include <cstdint>

#include "base/buffer.hpp"
#include "math/sincos_double.hpp"
#include "rotary/spec.hpp"

namespace posenc {

/// Sines and cosines for positions of any real numbers. Those of an axis are kept, since a grid has
/// few different coordinates.
class RotaryAxes {
 public:
  /// `frequencies` are those of the pairs, unless there is a matrix. Returns false when there is no
  /// memory.
  bool make(const RotarySpec& spec, const Buffer<double>& frequencies);

  [[nodiscard]] std::int64_t axes() const { return axes_; }
  [[nodiscard]] std::int64_t heads() const { return heads_; }
  /// The largest sum of a pair's weights, as magnitudes.
  double largestSum();
  /// Sines and cosines of the pairs at a position of axes() finite numbers, at most 1e-15 from the
  /// exact ones for up to four axes. After them come zeros and ones up to whole vectors. Valid
  /// until the next call.
  const SinCos* at(const double* position, std::int64_t head);

  [[nodiscard]] std::int64_t bytes() const {
    return firstOf_.bytes() + pairOf_.bytes() + weights_.bytes() + row_.bytes() +
           position_.bytes() + keys_.bytes() + kept_.bytes();
  }

 private:
  /// Adds a weight to the group that is being made.
  void addWeight(std::int64_t pair, double weight);
  void endGroup();

  std::int64_t axes_ = 0;
  std::int64_t heads_ = 1;
  std::int64_t pairs_ = 0;
  std::int64_t slots_ = 1;
  // A group is an axis of a head; its weights are those from firstOf_[group] on, an even number.
  Buffer<std::int64_t> firstOf_;
  Buffer<std::int64_t> pairOf_;
  Buffer<double> weights_;
  std::int64_t group_ = 0;
  std::int64_t end_ = 0;
  // The latest row, and whose it is.
  Buffer<SinCos> row_;
  Buffer<double> position_;
  std::int64_t head_ = -1;
  // For each slot and group the position that it holds, and for each slot and weight the sine and
  // cosine.
  Buffer<double> keys_;
  Buffer<SinCos> kept_;
};

}  // namespace posenc

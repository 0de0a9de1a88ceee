// Sines and cosines of positions in no order.
#pragma once

#include "base/block.hpp"
#include "base/buffer.hpp"
#include "phase/angles.hpp"

namespace posenc {

/// The frequencies of a block, ready to meet any position.
class PointPhases {
 public:
  /// `frequencies` holds roundUpToLanes(pairs) values. False when there is no memory.
  bool make(const Buffer<double>& frequencies, Angles angles, Phase phase);

  [[nodiscard]] std::int64_t bytes() const {
    return quarterTurns_.bytes() + single_.bytes() + row_.bytes();
  }
  /// The row of all pairs at one position. Valid until the next call.
  const float* row(double position);
  /// One value of a pair at up to kRun positions; as many of each are read and written.
  static constexpr std::int64_t kRun = 64;
  void column(Component component, const double* positions, float* out) const;

 private:
  Buffer<double> quarterTurns_;
  Buffer<float> single_;
  Buffer<float> row_;
  Angles angles_ = Angles::exact;
  Phase phase_ = Phase::sinCos;
};

}  // namespace posenc

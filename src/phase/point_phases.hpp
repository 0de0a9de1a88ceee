// Sines and cosines at positions in any order, each computed by itself.
#pragma once

#include "base/block.hpp"
#include "base/buffer.hpp"
#include "phase/angles.hpp"

namespace posenc {

/// The frequencies of a block, prepared for any position.
class PointPhases {
 public:
  /// `frequencies` holds roundUpToLanes(pairs) values. Returns false when there is no memory.
  bool make(const Buffer<double>& frequencies, Angles angles, Phase phase);

  [[nodiscard]] std::int64_t bytes() const {
    return quarterTurns_.bytes() + single_.bytes() + row_.bytes();
  }
  /// All pairs at one position, as a packed row. Valid until the next call.
  const float* row(double position);
  /// One channel at kRun positions; kRun values are always read and written.
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

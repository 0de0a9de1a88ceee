// Encodings at positions in no order: the values of a block at given positions, and whole encodings
// of points with one coordinate per axis.
#pragma once

#include <memory>

#include "base/buffer.hpp"
#include "kernels/copy.hpp"
#include "math/sincos_float.hpp"
#include "sinusoidal/channels.hpp"

namespace posenc {

/// The frequencies of a block, ready to meet any position.
class PointFrequencies {
 public:
  /// `frequencies` holds roundUpToLanes(pairs) values. False when there is no memory.
  bool make(const Buffer<double>& frequencies, Angles angles, Phase phase);

  [[nodiscard]] std::int64_t bytes() const {
    return turns_.bytes() + single_.bytes() + row_.bytes();
  }
  /// The row of all pairs at one position. Valid until the next call.
  const float* at(double position);
  /// One value of a pair at up to kRun positions; as many of each are read and written.
  static constexpr std::int64_t kRun = 64;
  void along(Component component, const double* positions, float* out) const;

 private:
  Buffer<double> turns_;
  Buffer<float> single_;
  Buffer<float> row_;
  Angles angles_ = Angles::exact;
  Phase phase_ = Phase::sinCos;
};

/// Encodings of points: [count, channels], or channels first [channels, count]. The lengths,
/// offsets, steps and positions of the spec's axes are not looked at.
class PointEncoding {
 public:
  Status make(const SinusoidalSpec& spec);

  /// The largest |coordinate| that may be given.
  [[nodiscard]] double largestCoordinate() const { return largestCoordinate_; }

  /// `points` is [count, axes], row-major.
  void encode(const double* points, std::int64_t count, float* out);

 private:
  struct Part {
    Block block;
    PointFrequencies frequencies;
  };

  Status makePart(const SinusoidalSpec& spec, const Block& block, Part& part);
  void rows(Part& part, const double* points, std::int64_t count, float* out) const;
  void columns(const Part& part, const double* points, std::int64_t count, float* out) const;

  std::unique_ptr<Part[]> parts_;
  std::int64_t partCount_ = 0;
  std::int64_t coordinates_ = 0;
  std::int64_t channels_ = 0;
  std::int64_t channelsUsed_ = 0;
  double largestCoordinate_ = kMaxPosition;
  Layout layout_ = Layout::interleaved;
  bool channelsFirst_ = false;
};

}  // namespace posenc

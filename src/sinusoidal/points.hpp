// Encodings of points with free coordinates, one per axis.
#pragma once

#include <memory>

#include "base/buffer.hpp"
#include "phase/point_phases.hpp"
#include "sinusoidal/channels.hpp"

namespace posenc {

/// Encodings of points: [count, channels] or, channels first, [channels, count]. The lengths,
/// offsets, steps and positions in the spec's axes are ignored.
class PointEncoding {
 public:
  Status make(const SinusoidalSpec& spec);

  /// The largest |coordinate| allowed.
  [[nodiscard]] double largestCoordinate() const { return largestCoordinate_; }

  /// `points` is [count, axes], row-major.
  void encode(const double* points, std::int64_t count, float* out);

 private:
  struct PointBlock {
    Block channels;
    PointPhases phases;
  };

  Status makeBlock(const SinusoidalSpec& spec, const Block& channels, PointBlock& block);
  void writeRows(PointBlock& block, const double* points, std::int64_t count, float* out) const;
  void writeColumns(const PointBlock& block, const double* points, std::int64_t count,
                    float* out) const;

  std::unique_ptr<PointBlock[]> blocks_;
  std::int64_t blockCount_ = 0;
  std::int64_t coordinates_ = 0;
  std::int64_t channels_ = 0;
  std::int64_t channelsUsed_ = 0;
  double largestCoordinate_ = kMaxPosition;
  Layout layout_ = Layout::interleaved;
  bool channelsFirst_ = false;
};

}  // namespace posenc

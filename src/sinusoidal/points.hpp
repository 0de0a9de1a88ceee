// Encodings of points with free coordinates, one per axis.
#pragma once

#include <memory>

#include "base/buffer.hpp"
#include "base/half.hpp"
#include "phase/exact_value.hpp"
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
  /// The same in a 16-bit type. Each value is the exact one, rounded once.
  void encodeHalf(Half type, const double* points, std::int64_t count, std::uint16_t* out);
  /// The same in double, at most 1e-14 from the exact value for angles up to 2^24.
  void encodeDouble(const double* points, std::int64_t count, double* out) const;

  /// The memory that the tables take.
  [[nodiscard]] std::int64_t bytes() const;

 private:
  struct PointBlock {
    Block channels;
    PointPhases phases;
    Buffer<double> frequencies;
    bool areFrequenciesGiven;
  };

  Status makeBlock(const SinusoidalSpec& spec, const Block& channels, PointBlock& block);
  void writeRows(PointBlock& block, const double* points, std::int64_t count, float* out) const;
  void writeColumns(const PointBlock& block, const double* points, std::int64_t count,
                    float* out) const;

  /// The offset of the value of a point's channel.
  [[nodiscard]] std::int64_t indexOf(std::int64_t point, std::int64_t channel,
                                     std::int64_t count) const {
    return channelsFirst_ ? channel * count + point : point * channels_ + channel;
  }
  [[nodiscard]] double exact(const double* point, std::int64_t channel) const;

  std::unique_ptr<PointBlock[]> blocks_;
  Buffer<float> row_;  // one point's values, before they are rounded to 16 bits
  Buffer<std::uint16_t> halfRow_;
  std::int64_t blockCount_ = 0;
  std::int64_t coordinates_ = 0;
  std::int64_t channels_ = 0;
  std::int64_t channelsUsed_ = 0;
  double largestCoordinate_ = kMaxPosition;
  Timescales timescales_;
  Angles angles_ = Angles::exact;
  Phase phase_ = Phase::sinCos;
  Layout layout_ = Layout::interleaved;
  bool channelsFirst_ = false;
};

}  // namespace posenc

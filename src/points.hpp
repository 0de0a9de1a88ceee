// Encodings at positions in no order: the values of a block at given positions, and whole encodings
// of points with one coordinate per axis.
#pragma once

#include <memory>

#include "buffer.hpp"
#include "layout.hpp"
#include "sincos.hpp"
#include "write.hpp"

namespace posenc {

/// The frequencies of a block, ready to meet any position.
class PointFrequencies {
 public:
  /// `frequencies` holds roundUpToLanes(pairs) values. False when there is no memory.
  bool make(const Buffer<double>& frequencies) {
    const std::int64_t size = frequencies.size();
    if (!high_.allocate(size) || !low_.allocate(size) || !single_.allocate(size)) return false;
    for (std::int64_t i = 0; i < size; ++i) {
      const DoubleDouble turns = quarterTurns(frequencies[i]);
      high_[i] = turns.high;
      low_[i] = turns.low;
      single_[i] = static_cast<float>(frequencies[i]);
    }
    return true;
  }

  /// One row of a block: all its pairs at one position.
  template <class Op, Layout layout, Phase phase>
  void row(const Block& block, Angles angles, double position, float* out, const float* x) const {
    if (angles == Angles::exact) {
      const DoublePair at = splat(position);
      const auto pairAt = [&](std::int64_t j) {
        return sinCosOfQuarterTurns(at * loadPair(high_.data() + j),
                                    at * loadPair(low_.data() + j));
      };
      writeRow<Op, layout, phase>(block, pairAt, out, x);
    } else {
      const Float4 at(static_cast<float>(position));
      const auto pairAt = [&](std::int64_t j) {
        return sinCosOfRadians(at * Float4::load_unaligned(single_.data() + j));
      };
      writeRow<Op, layout, phase>(block, pairAt, out, x);
    }
  }

  /// One component at many positions; up to three positions behind the last are read.
  template <class Op>
  void column(Component component, Angles angles, const double* positions, std::int64_t count,
              float* out, const float* x) const {
    const auto chosen = [&](const SinCos4& pair) { return component.cosine ? pair.cos : pair.sin; };
    if (angles == Angles::exact) {
      const DoublePair high = splat(high_[component.pair]);
      const DoublePair low = splat(low_[component.pair]);
      const auto at = [&](std::int64_t i) {
        const DoublePair position = loadPair(positions + i);
        return chosen(sinCosOfQuarterTurns(position * high, position * low));
      };
      writeRun<Op>(at, count, out, x);
    } else {
      const Float4 frequency(single_[component.pair]);
      const auto at = [&](std::int64_t i) {
        const DoublePair position = loadPair(positions + i);
        return chosen(sinCosOfRadians(narrow(position.low, position.high) * frequency));
      };
      writeRun<Op>(at, count, out, x);
    }
  }

 private:
  Buffer<double> high_;
  Buffer<double> low_;
  Buffer<float> single_;
};

/// Encodings of points: [count, channels], or channels first [channels, count]. The lengths,
/// offsets, steps and positions of the spec's axes are not looked at.
class PointEncoding {
 public:
  Status make(const SinusoidalSpec& spec);

  [[nodiscard]] std::int64_t axes() const { return coordinates_; }
  [[nodiscard]] std::int64_t channels() const { return channels_; }
  /// The largest |coordinate| that may be given.
  [[nodiscard]] double largestCoordinate() const { return largestCoordinate_; }

  /// `points` is [count, axes], row-major.
  void encode(const double* points, std::int64_t count, float* out) const;

 private:
  struct Part {
    Block block;
    PointFrequencies frequencies;
  };

  Status makePart(const SinusoidalSpec& spec, const Block& block, Part& part);
  void rows(const Part& part, const double* points, std::int64_t count, float* out) const;
  void columns(const Part& part, const double* points, std::int64_t count, float* out) const;

  std::unique_ptr<Part[]> parts_;
  std::int64_t partCount_ = 0;
  std::int64_t coordinates_ = 0;
  std::int64_t channels_ = 0;
  std::int64_t channelsUsed_ = 0;
  double largestCoordinate_ = kMaxPosition;
  Layout layout_ = Layout::interleaved;
  Phase phase_ = Phase::sinCos;
  Angles angles_ = Angles::exact;
  bool channelsFirst_ = false;
};

}  // namespace posenc

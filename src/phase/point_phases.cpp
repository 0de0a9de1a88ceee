// One sincos for each position and frequency.
#include "phase/point_phases.hpp"

#include "base/attributes.hpp"
#include "base/packed_pairs.hpp"
#include "math/sincos_float.hpp"

namespace posenc {

POSENC_SMALL bool PointPhases::make(const Buffer<double>& frequencies, Angles angles, Phase phase) {
  angles_ = angles;
  phase_ = phase;
  const std::int64_t size = frequencies.size();
  if (!quarterTurns_.allocate(size) || !single_.allocate(size) ||
      !allocatePackedRows(row_, 2 * size)) {
    return false;
  }
  for (std::int64_t i = 0; i < size; ++i) {
    quarterTurns_[i] = quarterTurns(frequencies[i]).high;
    single_[i] = static_cast<float>(frequencies[i]);
  }
  return true;
}

const float* PointPhases::row(double position) {
  const Index toSin = phase_ == Phase::cosSin ? kLanes : 0;
  const auto storeAll = [=, this](auto nextValues) {
    float* out = row_.data();
    for (const float* const end = row_.end() - kPackedRowPadding; out != end; out += 2 * kLanes) {
      const SinCos4 values = nextValues();
      values.sin.store_aligned(out + toSin);
      values.cos.store_aligned(out + kLanes - toSin);
    }
  };
  if (angles_ == Angles::exact) {
    storeAll([at = splat(position), turns = quarterTurns_.data()]() mutable {
      const DoublePair turn = loadPair(turns);
      turns += kLanes;
      return sinCosOfQuarterTurns(at * turn);
    });
  } else {
    storeAll([at = Float4(static_cast<float>(position)), single = single_.data()]() mutable {
      const auto frequency = Float4::load_aligned(single);
      single += kLanes;
      return sinCosOfRadians(at * frequency);
    });
  }
  return row_.data();
}

void PointPhases::column(Component component, const double* positions, float* out) const {
  const bool cosine = component.second == (phase_ == Phase::sinCos);
  const auto storeAll = [=](auto nextValues) {
    for (Index i = 0; i < kRun; i += kLanes) {
      const SinCos4 values = nextValues(loadPair(positions + i));
      (cosine ? values.cos : values.sin).store_unaligned(out + i);
    }
  };
  if (angles_ == Angles::exact) {
    storeAll([turns = splat(quarterTurns_[component.pair])](DoublePair position) {
      return sinCosOfQuarterTurns(position * turns);
    });
  } else {
    storeAll([single = Float4(single_[component.pair])](DoublePair position) {
      return sinCosOfRadians(narrow(position.low, position.high) * single);
    });
  }
}

}  // namespace posenc

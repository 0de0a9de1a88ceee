// Rotates vectors by the rows of their positions.
#include <algorithm>
#include <cmath>

#include "base/attributes.hpp"
#include "kernels/rotate_vectors.hpp"
#include "kernels/rotate_vectors16.hpp"
#include "rotary/plan.hpp"

namespace posenc {
namespace {

constexpr Index kHeadsAtOnce = 4;

/// Copies the values of each vector in [from, to).
template <class T>
POSENC_SMALL void copyDimensions(const Vectors& vectors, std::int64_t from, std::int64_t to,
                                 const T* x, T* out) {
  if (from == to) return;
  for (std::int64_t p = 0; p < vectors.positions; ++p) {
    for (std::int64_t h = 0; h < vectors.heads; ++h) {
      const std::int64_t at = p * vectors.positionStep + h * vectors.headStep;
      std::copy_n(x + at + from, to - from, out + at + from);
    }
  }
}

/// log(1 + exp(x)), to within 1e-12 of its size.
double softplus(double x) {
  // log(1 + y) = 2 atanh(y / (2 + y)), whose series has terms below 9^-k here.
  const double y = std::exp(-std::abs(x));
  const double t = y / (2 + y);
  double sum = 0;
  for (int k = 12; k >= 0; --k) sum = sum * t * t + 1.0 / (2 * k + 1);
  return std::max(x, 0.0) + 2 * t * sum;
}

}  // namespace

POSENC_SMALL const float* RotaryPlan::rowsFor(const RotaryPositions& positions, std::int64_t count,
                                              const Rotated& rotated) {
  const auto [inverse, scale, xpos, head] = rotated;
  if (xpos.sign == 0) return rows_.at(positions, count, scale, inverse, head);
  for (std::int64_t i = 0; i < count; ++i) {
    float* const row = xposRows_.data() + i * rows_.stride();
    for (std::int64_t pair = 0; pair < spec_.pairs; ++pair) {
      const SinCos value = exactRow(positions, i, pair, scale, xpos, head);
      row[pairOffset(pair)] = static_cast<float>(inverse ? -value.sin : value.sin);
      row[pairOffset(pair) + kLanes] = static_cast<float>(value.cos);
    }
  }
  return xposRows_.data();
}

POSENC_SMALL void RotaryPlan::applyFloats(const float* rows, const Vectors& vectors, const float* x,
                                          float* out) const {
  constexpr decltype(&rotateVectors<Halves, 1>) kKernels[2][2] = {
      {rotateVectors<Halves, 1>, rotateVectors<Halves, kHeadsAtOnce>},
      {rotateVectors<Adjacent, 1>, rotateVectors<Adjacent, kHeadsAtOnce>}};
  const auto& kernels = kKernels[spec_.pairing == Pairing::adjacent];
  const auto heads = static_cast<Index>(vectors.heads);
  const auto headStep = static_cast<Index>(vectors.headStep);
  const auto positions = static_cast<Index>(vectors.positions);
  const auto positionStep = static_cast<Index>(vectors.positionStep);
  const auto pairs = static_cast<Index>(spec_.pairs);
  const Index stride = rows_.stride();
  x += spec_.rotaryStart;
  out += spec_.rotaryStart;
  // Along memory.
  if (headStep < positionStep || positions == 1) {
    for (Index p = 0; p < positions; ++p) {
      kernels[0](rows + p * stride, 0, pairs, heads, headStep, 0, x + p * positionStep,
                 out + p * positionStep);
    }
    return;
  }
  for (Index h = 0; h < heads;) {
    const bool together = heads - h >= kHeadsAtOnce;
    kernels[together](rows, stride, pairs, positions, positionStep, headStep, x + h * headStep,
                      out + h * headStep);
    h += together ? kHeadsAtOnce : 1;
  }
}

template <Half type>
POSENC_SMALL void RotaryPlan::applyHalves(const float* rows, const Rotated& rotated,
                                          const RotaryPositions& positions, const Vectors& vectors,
                                          const std::uint16_t* x, std::uint16_t* out) {
  const PairPlaces places{static_cast<Index>(spec_.pairs), spec_.pairing == Pairing::adjacent};
  for (std::int64_t p = 0; p < vectors.positions; ++p) {
    const auto exact = [&](Index pair, double a, double b) {
      const SinCos value = exactRow(positions, p, pair, rotated.scale, rotated.xpos, rotated.head);
      return rotatePair(a, b, rotated.inverse ? -value.sin : value.sin, value.cos);
    };
    const float* const row = rows + p * rows_.stride();
    // A bound of the entries' magnitude.
    auto magnitude = static_cast<float>(rotated.scale);
    if (rotated.xpos.sign != 0) {
      for (const float* entry = row; entry != row + rows_.stride(); ++entry) {
        magnitude = std::max(magnitude, 1.5F * std::abs(*entry));
      }
    }
    for (std::int64_t h = 0; h < vectors.heads; ++h) {
      const std::int64_t at = p * vectors.positionStep + h * vectors.headStep + spec_.rotaryStart;
      rotateVector16<type>(row, places, kVectorSlack * magnitude, x + at, out + at, exact);
    }
  }
}

POSENC_SMALL void RotaryPlan::applyToHeads(DType dtype, const Rotated& rotated,
                                           const RotaryPositions& positions, const Vectors& vectors,
                                           const void* x, void* out) {
  const float* const rows = rowsFor(positions, vectors.positions, rotated);
  const auto applyTo = [&](auto apply, const auto* from, auto* to) {
    if (from != to) {
      copyDimensions(vectors, 0, spec_.rotaryStart, from, to);
      copyDimensions(vectors, spec_.rotaryStart + 2 * spec_.pairs, spec_.headDim, from, to);
    }
    apply(from, to);
  };
  if (dtype == DType::float32) {
    applyTo([&](auto* from, auto* to) { applyFloats(rows, vectors, from, to); },
            static_cast<const float*>(x), static_cast<float*>(out));
    return;
  }
  applyTo(
      [&](auto* from, auto* to) {
        if (dtype == DType::float16) {
          applyHalves<Half::float16>(rows, rotated, positions, vectors, from, to);
        } else {
          applyHalves<Half::bfloat16>(rows, rotated, positions, vectors, from, to);
        }
      },
      static_cast<const std::uint16_t*>(x), static_cast<std::uint16_t*>(out));
}

POSENC_SMALL void RotaryPlan::apply(Rotation rotation, DType dtype, const Xpos& xpos,
                                    const RotaryPositions& positions, const Vectors& vectors,
                                    std::int64_t head, const void* x, void* out) {
  const bool inverse = rotation == Rotation::inverse || rotation == Rotation::shiftBack;
  Rotated rotated{inverse, scaleOf(rotation), {inverse ? -xpos.sign : xpos.sign, xpos.center}, 0};
  if (heads() == 1) {
    applyToHeads(dtype, rotated, positions, vectors, x, out);
    return;
  }
  Vectors one = vectors;
  one.heads = 1;
  const std::int64_t step = vectors.headStep * (dtype == DType::float32 ? 4 : 2);
  for (std::int64_t h = 0; h < vectors.heads; ++h) {
    rotated.head = (head + h) % heads();
    applyToHeads(dtype, rotated, positions, one, static_cast<const char*>(x) + h * step,
                 static_cast<char*>(out) + h * step);
  }
}

POSENC_SMALL void RotaryPlan::writePolar(const RotaryPositions& positions, const Vectors& vectors,
                                         const float* bias, const float* x, float* out) {
  const float* const rows = rows_.at(positions, vectors.positions, 1, false, 0);
  const std::int64_t pairs = spec_.pairs;
  const std::int64_t outLength = spec_.headDim + pairs;
  for (std::int64_t h = 0; h < vectors.heads; ++h) {
    const auto forEachVector = [&](auto use) {
      for (std::int64_t p = 0; p < vectors.positions; ++p) {
        const std::int64_t at = p * vectors.positionStep + h * vectors.headStep;
        use(rows + p * rows_.stride(), x + at, out + at / spec_.headDim * outLength);
      }
    };
    for (std::int64_t i = 0; i < pairs; ++i) {
      SinCos offset{0, 1};
      if (bias != nullptr) {
        const double clamped = std::clamp(double{bias[h * pairs + i]}, -6.283185307179586, 0.0);
        offset = sinCosOfProduct(DoubleDouble{1, 0}, clamped);
      }
      forEachVector([&](const float* row, const float* from, float* to) {
        const float* const entry = row + pairOffset(i);
        const SinCos angle = addAngles(SinCos{entry[0], entry[kLanes]}, offset);
        const double magnitude = softplus(from[i]);
        to[2 * i] = static_cast<float>(magnitude * angle.cos);
        to[2 * i + 1] = static_cast<float>(magnitude * angle.sin);
      });
    }
    forEachVector([&](const float*, const float* from, float* to) {
      std::copy_n(from + pairs, spec_.headDim - pairs, to + 2 * pairs);
    });
  }
}

}  // namespace posenc

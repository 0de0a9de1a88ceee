// Rotates vectors of 16-bit numbers (see rotate_vectors.hpp): computed in float32, and rounded
// once, as if from exact values. Where the float32 value is ambiguous, the exact one is computed.
#pragma once

#include <algorithm>
#include <bit>

#include "base/accuracy.hpp"
#include "kernels/rotate_vectors.hpp"
#include "kernels/round16.hpp"

namespace posenc {

/// Four numbers of 16 bits as float32.
template <Half type>
Float4 loadHalves(const std::uint16_t* from) {
  const UInt4 words = loadWords(from);
  if constexpr (type == Half::bfloat16) return xsimd::bitwise_cast<float>(words << 16);
  // As in fromHalf: the difference of the biases is a factor; infinity and NaN keep their exponent.
  const UInt4 magnitude = (words & UInt4(0x7FFFU)) << 13;
  const UInt4 special =
      xsimd::select(magnitude >= UInt4(0x7C00U << 13), UInt4(0x7F800000U), UInt4(0U));
  const Float4 value = xsimd::bitwise_cast<float>(magnitude) * Float4(0x1p112F);
  return xsimd::bitwise_cast<float>(xsimd::bitwise_cast<std::uint32_t>(value) | special |
                                    ((words & UInt4(0x8000U)) << 16));
}

/// More than the error of products and sums that are subnormal float32 numbers, whose last place is
/// 2^-149.
inline constexpr float kSubnormalSlack = 0x1p-145F;

/// Where the pairs of a vector are.
struct PairPlaces {
  Index pairs;
  bool areAdjacent;
  [[nodiscard]] Index a(Index pair) const { return areAdjacent ? 2 * pair : pair; }
  [[nodiscard]] Index b(Index pair) const { return areAdjacent ? 2 * pair + 1 : pair + pairs; }
};

/// `slack` is kVectorSlack times the scale of the rows. `exactPair(pair, a, b)` rotates a pair in
/// double: it returns a RotatedPair.
template <Half type, class ExactPair>
void rotateVector16(const float* row, const PairPlaces& places, float slack, const std::uint16_t* x,
                    std::uint16_t* out, const ExactPair& exactPair) {
  const auto exactly = [&](Index at) {
    return exactPair(at, double{fromHalf(type, x[places.a(at)])},
                     double{fromHalf(type, x[places.b(at)])});
  };
  const UInt4 least(kDoubt<type>);
  Index pair = 0;
  for (; pair + kLanes <= places.pairs; pair += kLanes) {
    Float4 a = loadHalves<type>(x + places.a(pair));
    Float4 b =
        loadHalves<type>(x + (places.areAdjacent ? places.a(pair) + kLanes : places.b(pair)));
    if (places.areAdjacent) {
      const Float4 low = a;
      a = evenLanes(low, b);
      b = oddLanes(low, b);
    }
    const PackedPairs sinCos = loadPackedPairs(row + pairOffset(pair));
    const auto rotated = rotatePair(a, b, sinCos.first, sinCos.second);
    const Float4 size = xsimd::abs(a) + xsimd::abs(b);
    const Float4 around = size * Float4(slack) + Float4(kSubnormalSlack);
    const auto roundedA = roundWithin<type, Magnitudes::any>(rotated.a, around);
    const auto roundedB = roundWithin<type, Magnitudes::any>(rotated.b, around);
    // Zeros, such as those of padding, are not in doubt.
    const auto isZero = xsimd::batch_bool_cast<std::uint32_t>(size == Float4(0.0F));
    const auto inDoubt = static_cast<unsigned>(
        ((roundedA.doubt >= least || roundedB.doubt >= least) && !isZero).mask());
    const auto bitsOf = [&](Float4 value, UInt4 rounded) {
      const UInt4 sign = (xsimd::bitwise_cast<std::uint32_t>(value) >> 16) & UInt4(0x8000U);
      return xsimd::select(isZero, sign, rounded);
    };
    const UInt4 bitsA = bitsOf(rotated.a, roundedA.bits);
    const UInt4 bitsB = bitsOf(rotated.b, roundedB.bits);
    // x may be `out`: what is rounded exactly is computed before anything is stored.
    std::uint16_t results[2 * kLanes];
    if (places.areAdjacent) {
      storeLow16(xsimd::zip_lo(bitsA, bitsB), xsimd::zip_hi(bitsA, bitsB), results);
    } else {
      storeLow16(bitsA, bitsB, results);
    }
    const Index strideA = places.areAdjacent ? 2 : 1;
    const Index strideB = places.areAdjacent ? 1 : kLanes;
    for (unsigned lanes = inDoubt; lanes != 0; lanes &= lanes - 1) {
      const Index lane = std::countr_zero(lanes);
      const auto exact = exactly(pair + lane);
      results[lane * strideA] = roundToHalf(type, exact.a);
      results[lane * strideA + strideB] = roundToHalf(type, exact.b);
    }
    std::copy_n(results, kLanes, out + places.a(pair));
    std::copy_n(results + kLanes, kLanes,
                out + (places.areAdjacent ? places.a(pair) + kLanes : places.b(pair)));
  }
  for (; pair < places.pairs; ++pair) {
    const auto exact = exactly(pair);
    out[places.a(pair)] = roundToHalf(type, exact.a);
    out[places.b(pair)] = roundToHalf(type, exact.b);
  }
}

}  // namespace posenc

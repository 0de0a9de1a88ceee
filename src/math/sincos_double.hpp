// Sine and cosine in double of exact angles: position * frequency, formed in double-double
// arithmetic. The position is a double-double itself, since offset + row * step need not fit in one
// double.
#pragma once

#include <cstdint>
#include <limits>

#include "base/simd.hpp"
#include "math/double_double.hpp"

namespace posenc {

template <class T>
struct SinCosOf {
  T sin;
  T cos;
};
using SinCos = SinCosOf<double>;

template <class T>
SinCosOf<T> addAngles(SinCosOf<T> a, SinCosOf<T> b) {
  return {a.sin * b.cos + a.cos * b.sin, a.cos * b.cos - a.sin * b.sin};
}

/// A frequency in quarter turns per position: frequency * 2/pi.
template <class T>
DoubleDoubleOf<T> quarterTurns(T frequency) {
  const T high(0.6366197723675814);  // 2/pi
  const T low(-3.935735335036497e-17);
  const DoubleDoubleOf<T> product = twoProduct(frequency, high);
  return {product.high, product.low + frequency * low};
}

/// The same for a frequency known beyond double precision.
inline DoubleDouble quarterTurns(DoubleDouble frequency) {
  const DoubleDouble turns = quarterTurns(frequency.high);
  return {turns.high, turns.low + frequency.low * 0.6366197723675814};
}

/// sin(pi/2 r) and cos(pi/2 r) for |r| <= 1/2: polynomials that interpolate at Chebyshev nodes,
/// within 4e-17 of the functions (scripts/polynomials.js).
inline SinCosOf<Double2> sinCosOfQuarter(Double2 r) {
  constexpr double kSin[] = {1.5707963267948966,    -0.6459640975062463,   0.07969262624616692,
                             -0.004681754135314819, 0.0001604411847265753, -3.5988427165242496e-06,
                             5.691927654951105e-08, -6.62760087835982e-10};
  constexpr double kCos[] = {-1.2337005501361697,     0.25366950790104803,
                             -0.02086348076335295,    0.0009192602748390887,
                             -2.520204236775257e-05,  4.7108743258890884e-07,
                             -6.3863889261191576e-09, 6.51320171271602e-11};
  const Double2 z = r * r;
  Double2 sin(0.0);
  Double2 cos(0.0);
#pragma GCC unroll 8
  for (int k = 7; k >= 0; --k) {
    sin = sin * z + Double2(kSin[k]);
    cos = cos * z + Double2(kCos[k]);
  }
  return {sin * r, Double2(1.0) + cos * z};
}

/// 1.5 * 2^52. Adding it rounds a number to an integer and leaves that integer in the low bits of
/// the sum.
inline constexpr double kRounder = 6755399441055744.0;

/// Moves the sine and cosine of a reduced angle into their quadrant, given by the two low bits of
/// `quadrant`. Odd quadrants swap the two; quadrants 2 and 3 negate the sine, 1 and 2 the cosine.
template <class T, class Bits>
SinCosOf<T> inQuadrant(SinCosOf<T> base, Bits quadrant) {
  using Integer = typename Bits::value_type;
  constexpr int kSign = 8 * sizeof(Integer) - 1;
  const auto asBits = [](Bits bits) { return xsimd::bitwise_cast<typename T::value_type>(bits); };
  const T isOdd = asBits(Bits(Integer{0}) - (quadrant & Bits(Integer{1})));
  const T oddSign = asBits(quadrant << kSign);
  const T upperSign = asBits((quadrant << (kSign - 1)) & Bits(std::numeric_limits<Integer>::min()));
  const T exchange = (base.sin ^ base.cos) & isOdd;
  return {base.sin ^ (exchange ^ upperSign), base.cos ^ (exchange ^ (upperSign ^ oddSign))};
}

/// Sine and cosine of position * `turns`, a frequency in quarter turns, for products up to 2^63.
/// The angle is counted in quarter turns, whose nearest integer is exact, so only the last rounding
/// matters. Angles of an encoding end at 2^50, but tables start up to 2^13 steps before the first
/// position.
inline SinCosOf<Double2> sinCosOfTurns(DoubleDouble position, DoubleDoubleOf<Double2> turns) {
  const Double2 high(position.high);
  const DoubleDoubleOf<Double2> product = twoProduct(high, turns.high);
  const Double2 low = product.low + high * turns.low + Double2(position.low) * turns.high;
  // Whole multiples of 2^13 quarter turns go first, exactly: kRounder alone reaches only 2^51.
  const Double2 wholeTurns(kRounder * 8192);
  const Double2 near = product.high - ((product.high + wholeTurns) - wholeTurns);
  const Double2 shifted = (near + low) + Double2(kRounder);
  return inQuadrant(sinCosOfQuarter((near - (shifted - Double2(kRounder))) + low),
                    xsimd::bitwise_cast<std::int64_t>(shifted));
}

inline SinCosOf<Double2> sinCosOfProduct(DoubleDouble position, Double2 frequency) {
  return sinCosOfTurns(position, quarterTurns(frequency));
}

SinCos sinCosOfProduct(DoubleDouble position, DoubleDouble frequency);
inline SinCos sinCosOfProduct(DoubleDouble position, double frequency) {
  return sinCosOfProduct(position, DoubleDouble{frequency, 0});
}

}  // namespace posenc

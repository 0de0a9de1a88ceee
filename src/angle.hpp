// Exact angles: position * frequency as an unevaluated sum of two doubles, and its sine and cosine.
// A position is itself such a sum, since offset + row * step need not fit one double.
// twoSum is Knuth's, twoProduct Dekker's with Veltkamp's split (no fused multiply-add in wasm).
#pragma once

#include <cstdint>
#include <limits>

#include "simd.hpp"

namespace posenc {

// T is double, or Double2 for two at a time.

template <class T>
struct DoubleDoubleOf {
  T high;
  T low;
};
using DoubleDouble = DoubleDoubleOf<double>;

template <class T>
struct SinCosOf {
  T sin;
  T cos;
};
using SinCos = SinCosOf<double>;

template <class T>
DoubleDoubleOf<T> twoSum(T a, T b) {
  const T sum = a + b;
  const T fromB = sum - a;
  return {sum, (a - (sum - fromB)) + (b - fromB)};
}

/// The leading 26 bits of a; the rest fits 26 bits too.
template <class T>
T leadingHalf(T a) {
  const T scaled = T(134217729.0) * a;  // 2^27 + 1
  return scaled - (scaled - a);
}

template <class T>
DoubleDoubleOf<T> twoProduct(T a, T b) {
  const T product = a * b;
  const T aHigh = leadingHalf(a);
  const T aLow = a - aHigh;
  const T bHigh = leadingHalf(b);
  const T bLow = b - bHigh;
  return {product, ((aHigh * bHigh - product) + aHigh * bLow + aLow * bHigh) + aLow * bLow};
}

template <class T>
SinCosOf<T> turn(SinCosOf<T> a, SinCosOf<T> b) {
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

/// sin(pi/2 r) and cos(pi/2 r) for |r| <= 1/2: polynomials that interpolate at Chebyshev nodes,
/// 4e-17 from the functions (scripts/polynomials.js).
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

/// 1.5 * 2^52: what is added to it is rounded, and the sum's bits end in that integer.
inline constexpr double kRounder = 6755399441055744.0;

/// Sine and cosine in the quadrant that the last two bits count, from those in the first: odd
/// quadrants exchange the two; the upper two negate the sine, the middle two the cosine.
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

/// Sine and cosine of position * frequency, for products up to 2^63 in magnitude: the angle is
/// counted in quarter turns, which have an exact nearest integer, so that only the last rounding is
/// felt. Angles of an encoding end at 2^50, but the tables begin up to 2^13 steps before them.
inline SinCosOf<Double2> sinCosOfProduct(DoubleDouble position, Double2 frequency) {
  const DoubleDoubleOf<Double2> turns = quarterTurns(frequency);
  const Double2 high(position.high);
  const DoubleDoubleOf<Double2> product = twoProduct(high, turns.high);
  const Double2 low = product.low + high * turns.low + Double2(position.low) * turns.high;
  // Whole multiples of 2^13 quarter turns go first, exactly: kRounder alone reaches to 2^51.
  const Double2 wholeTurns(kRounder * 8192);
  const Double2 near = product.high - ((product.high + wholeTurns) - wholeTurns);
  const Double2 shifted = (near + low) + Double2(kRounder);
  return inQuadrant(sinCosOfQuarter((near - (shifted - Double2(kRounder))) + low),
                    xsimd::bitwise_cast<std::int64_t>(shifted));
}

SinCos sinCosOfProduct(DoubleDouble position, double frequency);

}  // namespace posenc

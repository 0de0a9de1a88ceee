// Exact angles: position * frequency as an unevaluated sum of two doubles, and its sine and cosine.
// A position is itself such a sum, since offset + row * step need not fit one double.
// twoSum is Knuth's, twoProduct Dekker's with Veltkamp's split (no fused multiply-add in wasm).
#pragma once

#include <cmath>
#include <cstdint>

namespace posenc {

struct DoubleDouble {
  double high;
  double low;
};

struct SinCos {
  double sin;
  double cos;
};

inline DoubleDouble twoSum(double a, double b) {
  const double sum = a + b;
  const double fromB = sum - a;
  return {sum, (a - (sum - fromB)) + (b - fromB)};
}

/// The leading 26 bits of a; the rest fits 26 bits too.
inline double leadingHalf(double a) {
  const double scaled = 134217729.0 * a;  // 2^27 + 1
  return scaled - (scaled - a);
}

inline DoubleDouble twoProduct(double a, double b) {
  const double product = a * b;
  const double aHigh = leadingHalf(a);
  const double aLow = a - aHigh;
  const double bHigh = leadingHalf(b);
  const double bLow = b - bHigh;
  return {product, ((aHigh * bHigh - product) + aHigh * bLow + aLow * bHigh) + aLow * bLow};
}

inline SinCos turn(SinCos a, SinCos b) {
  return {a.sin * b.cos + a.cos * b.sin, a.cos * b.cos - a.sin * b.sin};
}

/// A frequency in quarter turns per position: frequency * 2/pi.
inline DoubleDouble quarterTurns(double frequency) {
  constexpr double kHigh = 0.6366197723675814;  // 2/pi
  constexpr double kLow = -3.935735335036497e-17;
  const DoubleDouble product = twoProduct(frequency, kHigh);
  return {product.high, product.low + frequency * kLow};
}

/// sin(pi/2 r) and cos(pi/2 r) for |r| <= 1/2: polynomials that interpolate at Chebyshev nodes,
/// 4e-17 from the functions.
inline SinCos sinCosOfQuarter(double r) {
  constexpr double kSin[] = {1.5707963267948966,    -0.6459640975062463,   0.07969262624616692,
                             -0.004681754135314819, 0.0001604411847265753, -3.5988427165242496e-06,
                             5.691927654951105e-08, -6.62760087835982e-10};
  constexpr double kCos[] = {-1.2337005501361697,     0.25366950790104803,
                             -0.02086348076335295,    0.0009192602748390887,
                             -2.520204236775257e-05,  4.7108743258890884e-07,
                             -6.3863889261191576e-09, 6.51320171271602e-11};
  const double z = r * r;
  double sin = 0;
  double cos = 0;
  for (int k = 7; k >= 0; --k) {
    sin = sin * z + kSin[k];
    cos = cos * z + kCos[k];
  }
  return {sin * r, 1 + cos * z};
}

/// Sine and cosine of position * frequency, for products up to 2^50 in magnitude: the angle is
/// counted in quarter turns, which have an exact nearest integer, so that only the last rounding is
/// felt.
inline SinCos sinCosOfProduct(DoubleDouble position, double frequency) {
  const DoubleDouble turns = quarterTurns(frequency);
  const DoubleDouble product = twoProduct(position.high, turns.high);
  const double low = product.low + position.high * turns.low + position.low * turns.high;
  const double nearest = std::nearbyint(product.high + low);
  const SinCos base = sinCosOfQuarter((product.high - nearest) + low);
  switch (static_cast<std::int64_t>(nearest) & 3) {
    case 0:
      return base;
    case 1:
      return {base.cos, -base.sin};
    case 2:
      return {-base.sin, -base.cos};
    default:
      return {-base.cos, base.sin};
  }
}

}  // namespace posenc

// Exact angles: position * frequency as an unevaluated sum of two doubles, and its sine and cosine.
// A position is itself such a sum, since offset + row * step need not fit one double.
// twoSum is Knuth's, twoProduct Dekker's with Veltkamp's split (no fused multiply-add in wasm).
#pragma once

#include <cmath>

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

/// Sine and cosine of position * frequency, for products up to 2^50, within a few units in the last
/// place of double.
inline SinCos sinCosOfProduct(DoubleDouble position, double frequency) {
  const DoubleDouble product = twoProduct(position.high, frequency);
  const DoubleDouble angle = twoSum(product.high, product.low + position.low * frequency);
  const SinCos head{std::sin(angle.high), std::cos(angle.high)};
  if (angle.low == 0) return head;
  return turn(head, {std::sin(angle.low), std::cos(angle.low)});
}

}  // namespace posenc

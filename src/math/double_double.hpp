// Double-double arithmetic: a number as an unevaluated sum of two doubles.
//
// Sources: twoSum is Knuth's (TAOCP 2, 4.2.2), twoProduct Dekker's with Veltkamp's split (1971):
// wasm has no fused multiply-add.
#pragma once

namespace posenc {

// T is double, or Double2 for two at once.

template <class T>
struct DoubleDoubleOf {
  T high;
  T low;
};
using DoubleDouble = DoubleDoubleOf<double>;

template <class T>
DoubleDoubleOf<T> twoSum(T a, T b) {
  const T sum = a + b;
  const T fromB = sum - a;
  return {sum, (a - (sum - fromB)) + (b - fromB)};
}

/// The leading 26 bits of a; the rest also fits in 26 bits.
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

}  // namespace posenc

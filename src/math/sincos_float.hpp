// Sine and cosine in float32, four at a time, for positions in any order. The range is reduced in
// double:
//    t = position * (frequency * 2/pi)        quarter turns, rounded at 2^-53 of its size
//    q = round(t), r = t - q                  exact; |r| <= 1/2
//    sin(pi/2 r), cos(pi/2 r)                 float32 polynomials, errors 6e-9 and 1e-8
// q mod 4 then gives the quadrant. The polynomials interpolate at Chebyshev nodes on [0, 0.51];
// tests hold them to their bound.
#pragma once

#include "base/simd.hpp"
#include "math/sincos_double.hpp"

namespace posenc {

using SinCos4 = SinCosOf<Float4>;

/// Of t quarter turns, |t| < 2^51.
inline SinCos4 sinCosOfQuarterTurns(DoublePair t) {
  const Double2 rounder(kRounder);
  const Double2 shiftedLow = t.low + rounder;
  const Double2 shiftedHigh = t.high + rounder;
  const Float4 r = narrow(t.low - (shiftedLow - rounder), t.high - (shiftedHigh - rounder));
  const Int4 quadrant = lowWords(shiftedLow, shiftedHigh);

  const Float4 z = r * r;
  // Coefficients: scripts/polynomials.js.
  // pi/2 is a float plus a correction: rounding it to one float would cost 2e-8.
  const Float4 odd =
      Float4(-4.93815939e-8F) +
      z * (Float4(-0.645963371F) + z * (Float4(0.0796791986F) + z * Float4(-0.00459895888F)));
  const Float4 sin = r * Float4(1.57079637F) + r * odd;
  const Float4 cos =
      Float4(1.0F) +
      z * (Float4(-1.23370051F) +
           z * (Float4(0.253669411F) + z * (Float4(-0.0208613686F) + z * Float4(0.000906237459F))));

  return inQuadrant(SinCos4{sin, cos}, quadrant);
}

inline DoublePair splat(double x) { return {Double2(x), Double2(x)}; }

inline DoublePair loadPair(const double* from) {
  return {Double2::load_unaligned(from), Double2::load_unaligned(from + 2)};
}

inline DoublePair operator*(const DoublePair& a, const DoublePair& b) {
  return {a.low * b.low, a.high * b.high};
}

/// Of an angle in radians, given as float32.
inline SinCos4 sinCosOfRadians(Float4 angle) {
  return sinCosOfQuarterTurns(widen(angle) * splat(0.6366197723675814));  // 2/pi
}

}  // namespace posenc

// The derivation of the promised 2e-7: the error that each rounding adds to a value, in order, and
// the sums. These are worst cases; errors measured in tests are well below. docs/accuracy.md
// explains this to users.
#pragma once

#include <algorithm>

namespace posenc {

/// The promise: the largest error of a value, for angles up to kBoundedAngle.
inline constexpr double kValueBound = 2e-7;
inline constexpr double kBoundedAngle = 0x1p24;

/// The largest error of rounding a value below 1 to float32, half an ulp; for a value below 2^k it
/// is 2^k times that.
inline constexpr double kPlace = 0x1p-25;
/// The same for a double.
inline constexpr double kDoublePlace = 0x1p-54;

// Evenly spaced positions: sin a cos b + cos a sin b, or similar, for a coarse row's angle a and a
// fine row's angle b, in float32 (kernels/rotate.hpp).

/// The four entries, each rounded to float32, with an error of at most kPlace:
///     e1 cos b + e2 sin b + e3 sin a + e4 cos a,
/// and each pair of terms is at most sqrt(2) kPlace (Cauchy-Schwarz). Reached at a = b = 45
/// degrees.
inline constexpr double kEntries = 2 * 1.4142135623730951 * kPlace;

/// The two products. Their magnitudes add up to |sin(a + b)| or |sin(a - b)|, at most 1, so
/// one of them is below 1/2. (Except that errors of the entries can bring both to 1/2. Then both
/// are multiples of 2^-24, and their sum is 1, 1 + 2^-24, which ties to 1, or 1 + 2^-23: it is
/// exact, or becomes the largest exact value, and the total is at most kEntries + 2 kPlace.)
inline constexpr double kProducts = kPlace + kPlace / 2;

/// Their sum: it can round to a number above 1, where an ulp is twice as large.
inline constexpr double kSum = 2 * kPlace;

/// (A GPU that fuses a product and the sum skips a rounding; see tests/webgpu/helpers.ts.)
inline constexpr double kRotated = kEntries + kProducts + kSum;

/// The entries as doubles, before rounding. Rotations by 2^0 ... 2^12 steps are computed by
/// doubling the angle, which doubles the error: with all of them, 2^13 times that of a directly
/// computed sine (math/sincos_double.hpp) plus that of a complex product (sqrt(5) 2^-53: Brent,
/// Percival, Zimmermann 2007). The angle's relative error is 2^-102: negligible up to 2^50, and
/// less than 1e-11 for the anchors of tables, up to 2^63.
inline constexpr double kSineInDouble = 4e-16;
inline constexpr double kRotationInDouble = 2.5e-16;
inline constexpr double kTables = 0x1p13 * (kSineInDouble + kRotationInDouble);

/// The library's own frequencies (phase/schedule.cpp), exp(-x) / min for timescales that increase
/// from min: in units of 2^-53, their relative error is at most 5.1 for the exponentials, their
/// product, min / max and the division by min, plus 6.9 x for the exponent. Angles are at most
/// exp(-x) kBoundedAngle, and exp(-x) (5.1 + 6.9 x) is at most 5.4. Zero if frequencies are
/// given. (If timescales decrease, the frequencies increase, and this is (5.1 + 6.9 x) 2^-53
/// of the angle: at x = log 100, 6e-8 more, which exceeds the promise but was never observed.)
inline constexpr double kFrequency = 5.4 * 2 * kDoublePlace;

inline constexpr double kEvenlySpaced = kRotated + kTables + kFrequency * kBoundedAngle;
static_assert(kEvenlySpaced <= kValueBound);

// Arbitrary positions: float32 polynomials in r, the angle in quarter turns minus the nearest
// integer, |r| <= 1/2, and in z = r * r (math/sincos_float.hpp). Terms are in the order of the
// operations, with the largest factor by which an error is multiplied on its way to the value.

/// The relative error of the angle: 2/pi as a double (6.2e-17), times the frequency, times the
/// position.
inline constexpr double kAngle = 6.2e-17 + 2 * (2 * kDoublePlace);

/// The polynomials, including their float32 coefficients: scripts/polynomials.js.
inline constexpr double kSinePolynomial = 6e-9;
inline constexpr double kCosinePolynomial = 1e-8;

inline constexpr double kSineOfQuarter =
    kPlace / 2 * 1.5708 * 0.924  // r, at least 1/4: nearer to 0 its ulp is half as large
    + kSinePolynomial            // error of the polynomial
    + kPlace                     // r * pi/2
    + kPlace / 4 * 0.646 / 2     // z, below 1/4: the slope of `odd`, and r
    + kPlace / 512 / 32          // 0.0046 z: z^2 r
    + kPlace / 8 / 32            // 0.0797 - that: z^2 r
    + kPlace / 32 / 8            // that times z: z r
    + kPlace / 8                 // -0.646 + that: z r
    + kPlace / 4 / 2             // that times z: r
    + kPlace / 4 / 2             // `odd`, including the correction of pi/2: r
    + kPlace / 8                 // r * odd
    + kPlace;                    // the sum, below 0.71

inline constexpr double kCosineOfQuarter = kPlace / 2 * 1.5708 * 0.708  // r
                                           + kCosinePolynomial          // error of the polynomial
                                           + kPlace / 4 * 1.234         // z: pi^2 / 8
                                           + kPlace / 4096 / 64         // 0.0009 z: z^3
                                           + kPlace / 32 / 64           // -0.0209 + that: z^3
                                           + kPlace / 128 / 16          // that times z: z^2
                                           + kPlace / 2 / 16            // 0.2537 + that: z^2
                                           + kPlace / 8 / 4             // that times z: z
                                           + kPlace * 2 / 4             // -1.2337 + that: z
                                           + kPlace / 2                 // that times z
                                           + kPlace;                    // 1 + that

inline constexpr double kOfQuarter = std::max(kSineOfQuarter, kCosineOfQuarter);
inline constexpr double kInNoOrder = kOfQuarter + (kAngle + kFrequency) * kBoundedAngle;
static_assert(kInNoOrder <= kValueBound);

// Rotated vectors (kernels/rotate_vectors.hpp): a cos - b sin in float32, for sines and cosines
// that are rounded once (rotary/rows.hpp). In units of the larger of |a| and |b|:

inline constexpr double kRotatedVector = 2 * kPlace                          // cosine and sine
                                         + 1.4142135623730951 * 2 * kPlace   // the products
                                         + 1.4142135623730951 * 2 * kPlace;  // their difference
/// The promise for them, times the attention scaling.
inline constexpr double kVectorBound = 3e-7;
static_assert(kRotatedVector + kTables * 2 <= kVectorBound);

// Beyond kBoundedAngle, evenly spaced positions keep their bound if frequencies are given;
// otherwise add kFrequency times the largest angle. Arbitrary positions add kAngle and kFrequency
// times it.

/// Rounding to 16 bits (kernels/round16.hpp) assumes that a float32 value is within
/// kHalfSlack * (1 + |value|) of the exact one. The first part must exceed the error of a value;
/// the second that of adding it to another and of the interval's ends, 2^-24 of the sum each. Both
/// need a small margin, since the slack is rounded itself.
inline constexpr float kHalfSlack = 2.5e-7F;
static_assert(kHalfSlack * (1 - 0x1p-22) >= std::max(kValueBound, 2 * 0x1p-24));
/// For values from tables, to which nothing is added: more than their error and that of the
/// interval's ends, which may lie above 1.
inline constexpr float kTableSlack = 2.6e-7F;
static_assert(kTableSlack * (1 - 0x1p-22) >= kValueBound + 2 * kPlace);
/// For rotated vectors, times |a| + |b| and the attention scaling: the sine and cosine, a product
/// and the difference, with the rounding of the interval's ends.
inline constexpr float kVectorSlack = 2.2e-7F;
static_assert(kVectorSlack * (1 - 0x1p-22) >= kPlace + 3 * 2 * kPlace);
/// The remaining slack lets arbitrary positions round like their exact values up to this angle.
/// (The exact values use the same frequencies, with the same errors.)
inline constexpr double kHalvedAngle = 0x1p28;
static_assert(kHalfSlack * (1 - 0x1p-22) >= kOfQuarter + kAngle * kHalvedAngle);

}  // namespace posenc

// Where the promised 2e-7 comes from: what each rounding adds to the error of a value, in the order
// in which they happen, and their sums. A sum of largest errors is no measurement: those of tests
// stay a good deal below. docs/accuracy.md tells it to users.
#pragma once

#include <algorithm>

namespace posenc {

/// The promise: no value is further from the exact one, for angles up to kBoundedAngle.
inline constexpr double kValueBound = 2e-7;
inline constexpr double kBoundedAngle = 0x1p24;

/// What rounding a value below 1 to float32 adds at most, half a unit in its last place; to a
/// value below 2^k it is 2^k times that.
inline constexpr double kPlace = 0x1p-25;
/// The same of a double.
inline constexpr double kDoublePlace = 0x1p-54;

// Evenly spaced positions: sin a cos b + cos a sin b, or the like, of a coarse row's angle a and a
// fine row's b, in float32 (kernels/rotate.hpp).

/// The four entries, each rounded to float32, with an error of at most kPlace:
///     e1 cos b + e2 sin b + e3 sin a + e4 cos a,
/// and either two are at most sqrt(2) kPlace (Cauchy and Schwarz). Reached at a = b = 45 degrees.
inline constexpr double kEntries = 2 * 1.4142135623730951 * kPlace;

/// The two products. Their magnitudes add up to |sin(a + b)| or |sin(a - b)|, at most 1, so that
/// one of them is below 1/2. (But for the errors of entries, by which both can reach 1/2. Then both
/// are multiples of 2^-24, and their sum is 1, 1 + 2^-24, which ties to 1, or 1 + 2^-23: it is
/// exact, or becomes the largest exact value, and all is at most kEntries + 2 kPlace.)
inline constexpr double kProducts = kPlace + kPlace / 2;

/// Their sum: it can round to a number above 1, where the last place is twice as large.
inline constexpr double kSum = 2 * kPlace;

/// (A GPU that fuses a product and the sum leaves out a rounding; tests/webgpu/helpers.ts.)
inline constexpr double kRotated = kEntries + kProducts + kSum;

/// The entries as doubles, before they are rounded. Rotations by 2^0 ... 2^12 steps are made by
/// doubling the angle, which doubles the error: 2^13 times that of a sine made directly
/// (math/sincos_double.hpp) and that of a complex product (sqrt(5) 2^-53: Brent, Percival,
/// Zimmermann 2007) when all of them are taken. The angle's own error is 2^-102 of it: nothing
/// before 2^50, and for the rows that tables begin with, up to 2^63, less than 1e-11.
inline constexpr double kSineInDouble = 4e-16;
inline constexpr double kRotationInDouble = 2.5e-16;
inline constexpr double kTables = 0x1p13 * (kSineInDouble + kRotationInDouble);

/// The library's own frequencies (phase/schedule.cpp), exp(-x) / min for timescales that rise from
/// min: in units of 2^-53 of itself, such a frequency lacks at most 5.1 for its exponentials, their
/// product, min / max and the division by min, and 6.9 x for the exponent. Angles are at most
/// exp(-x) kBoundedAngle, and exp(-x) (5.1 + 6.9 x) is at most 5.4. Nothing where frequencies are
/// given. (Where timescales fall, the frequencies themselves rise, and this is (5.1 + 6.9 x) 2^-53
/// of the angle: at x = log 100, 6e-8 more, which is beyond the promise and was never seen.)
inline constexpr double kFrequency = 5.4 * 2 * kDoublePlace;

inline constexpr double kEvenlySpaced = kRotated + kTables + kFrequency * kBoundedAngle;
static_assert(kEvenlySpaced <= kValueBound);

// Positions in no order: polynomials in float32 of r, the angle in quarter turns less the nearest
// integer, |r| <= 1/2, and of z = r * r (math/sincos_float.hpp). Terms in the order of the
// operations, with the largest factor that an error meets on its way to the value.

/// Of the angle, for each radian: 2/pi as a double (6.2e-17 of it), its product with the frequency,
/// that with the position.
inline constexpr double kAngle = 6.2e-17 + 2 * (2 * kDoublePlace);

/// The polynomials themselves, with coefficients in float32: scripts/polynomials.js.
inline constexpr double kSinePolynomial = 6e-9;
inline constexpr double kCosinePolynomial = 1e-8;

inline constexpr double kSineOfQuarter =
    kPlace / 2 * 1.5708 * 0.924  // r, at least 1/4: its place is half as large nearer to 0
    + kSinePolynomial            // what the polynomial is off
    + kPlace                     // r * pi/2
    + kPlace / 4 * 0.646 / 2     // z, below 1/4: the slope of `odd`, and r
    + kPlace / 512 / 32          // 0.0046 z: z^2 r
    + kPlace / 8 / 32            // 0.0797 - that: z^2 r
    + kPlace / 32 / 8            // that times z: z r
    + kPlace / 8                 // -0.646 + that: z r
    + kPlace / 4 / 2             // that times z: r
    + kPlace / 4 / 2             // `odd`, the correction of pi/2 among it: r
    + kPlace / 8                 // r * odd
    + kPlace;                    // the sum, below 0.71

inline constexpr double kCosineOfQuarter = kPlace / 2 * 1.5708 * 0.708  // r
                                           + kCosinePolynomial   // what the polynomial is off
                                           + kPlace / 4 * 1.234  // z: pi^2 / 8
                                           + kPlace / 4096 / 64  // 0.0009 z: z^3
                                           + kPlace / 32 / 64    // -0.0209 + that: z^3
                                           + kPlace / 128 / 16   // that times z: z^2
                                           + kPlace / 2 / 16     // 0.2537 + that: z^2
                                           + kPlace / 8 / 4      // that times z: z
                                           + kPlace * 2 / 4      // -1.2337 + that: z
                                           + kPlace / 2          // that times z
                                           + kPlace;             // 1 + that

inline constexpr double kOfQuarter = std::max(kSineOfQuarter, kCosineOfQuarter);
inline constexpr double kInNoOrder = kOfQuarter + (kAngle + kFrequency) * kBoundedAngle;
static_assert(kInNoOrder <= kValueBound);

// Beyond kBoundedAngle evenly spaced positions keep their bound if frequencies are given, with
// kFrequency of the largest angle more if not; in no order there are kAngle and kFrequency of it.

/// Rounding to 16 bits (kernels/round16.hpp) takes a float32 value for within kHalfSlack * (1 +
/// |value|) of the exact one. The first part has to be more than the error of a value; the second
/// more than that of adding it to another and that of the interval's ends, 2^-24 of the sum each,
/// and all of it a little more, since it is rounded itself.
inline constexpr float kHalfSlack = 2.5e-7F;
static_assert(kHalfSlack * (1 - 0x1p-22) >= std::max(kValueBound, 2 * 0x1p-24));
/// What is left lets positions in no order round as their exact values up to this angle. (The
/// frequencies' errors are the exact values' too.)
inline constexpr double kHalvedAngle = 0x1p28;
static_assert(kHalfSlack * (1 - 0x1p-22) >= kOfQuarter + kAngle * kHalvedAngle);

}  // namespace posenc

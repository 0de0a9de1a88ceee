#include "math/double_double_exp.hpp"

#include <cmath>

#include "math/natural_log.hpp"

namespace posenc {
namespace {

constexpr DoubleDouble kLn2{0.6931471805599453, 2.3190468138462996e-17};

/// The same sum, with the low part within half an ulp of the high one. |high| >= |low|.
DoubleDouble normalized(double high, double low) {
  const double sum = high + low;
  return {sum, low - (sum - high)};
}

DoubleDouble sum(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = twoSum(a.high, b.high);
  const DoubleDouble low = twoSum(a.low, b.low);
  const DoubleDouble first = normalized(high.high, high.low + low.high);
  return normalized(first.high, first.low + low.low);
}

DoubleDouble product(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = twoProduct(a.high, b.high);
  return normalized(high.high, high.low + (a.high * b.low + a.low * b.high));
}

/// exp(x) - 1 for |x| < 0.35: the Taylor series of x / 2^9, doubled nine times through
/// exp(2y) - 1 = (exp(y) - 1) * (exp(y) - 1 + 2).
DoubleDouble expMinusOne(DoubleDouble x) {
  constexpr int kDoublings = 9;
  constexpr int kTerms = 8;
  const double scale = std::ldexp(1.0, -kDoublings);
  const DoubleDouble y{x.high * scale, x.low * scale};
  DoubleDouble term = y;
  DoubleDouble result = y;
  for (int n = 2; n <= kTerms; ++n) {
    term = quotient(product(term, y), {static_cast<double>(n), 0});
    result = sum(result, term);
  }
  for (int i = 0; i < kDoublings; ++i) {
    result = sum({2 * result.high, 2 * result.low}, product(result, result));
  }
  return result;
}

struct Scaled {
  DoubleDouble mantissa;
  int exponent;
};

/// exp(x) as mantissa * 2^exponent.
Scaled expOf(DoubleDouble x) {
  const double doublings = std::nearbyint(x.high / kLn2.high);
  const DoubleDouble rest = sum(x, product(kLn2, -doublings));
  return {sum({1, 0}, expMinusOne(rest)), static_cast<int>(doublings)};
}

}  // namespace

DoubleDouble product(DoubleDouble a, double b) { return product(a, {b, 0}); }

DoubleDouble quotient(DoubleDouble a, DoubleDouble b) {
  const double first = a.high / b.high;
  const DoubleDouble rest = sum(a, product(b, -first));
  return normalized(first, rest.high / b.high);
}

DoubleDouble logOfQuotient(double a, double b) {
  int aExponent = 0;
  int bExponent = 0;
  const double aMantissa = std::frexp(a, &aExponent);
  const double bMantissa = std::frexp(b, &bExponent);
  const DoubleDouble ratio = quotient({aMantissa, 0}, {bMantissa, 0});
  // One step of Newton's method from the double's logarithm y: y + ln(ratio / exp(y)).
  const DoubleDouble y{naturalLog(ratio.high), 0};
  const Scaled power = expOf({-y.high, 0});
  const double scale = std::ldexp(1.0, power.exponent);
  const DoubleDouble excess =
      sum(product(ratio, DoubleDouble{power.mantissa.high * scale, power.mantissa.low * scale}),
          {-1, 0});
  const DoubleDouble log =
      sum(sum(y, excess), {-0.5 * excess.high * excess.high, 0});  // the next term is 1e-45
  return sum(log, product(kLn2, static_cast<double>(aExponent - bExponent)));
}

DoubleDouble expOver(DoubleDouble x, double divisor) {
  const Scaled power = expOf(x);
  int exponent = 0;
  const double mantissa = std::frexp(divisor, &exponent);
  const DoubleDouble result = quotient(power.mantissa, {mantissa, 0});
  // By two powers, since a single one may not fit in a double.
  const int shift = power.exponent - exponent;
  const int half = shift / 2;
  return {std::ldexp(std::ldexp(result.high, half), shift - half),
          std::ldexp(std::ldexp(result.low, half), shift - half)};
}

}  // namespace posenc

// Logarithm of a quotient and exponential in double-double arithmetic, for frequencies that are
// known beyond a double's 53 bits. Relative errors are below 2^-90.
#pragma once

#include "math/double_double.hpp"

namespace posenc {

/// ln(a / b) for positive a and b.
DoubleDouble logOfQuotient(double a, double b);

/// exp(x) / divisor, for positive divisors and results that are ordinary doubles.
DoubleDouble expOver(DoubleDouble x, double divisor);

DoubleDouble product(DoubleDouble a, double b);
DoubleDouble quotient(DoubleDouble a, DoubleDouble b);

}  // namespace posenc

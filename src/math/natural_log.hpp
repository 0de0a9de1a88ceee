// The natural logarithm by way of log10: std::log would add a table of 4 KB from C libraries.
#pragma once

#include <cmath>

namespace posenc {

inline double naturalLog(double x) {
  constexpr double kLn10 = 2.302585092994046;
  return std::log10(x) * kLn10;
}

}  // namespace posenc

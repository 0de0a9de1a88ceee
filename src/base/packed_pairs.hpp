// How a row of a table lies in memory: the first values of four pairs, their four second ones, and
// on with the next four pairs. One pointer reaches both values of a pair: loops that had one for
// each ran out of registers, and were a quarter slower.
#pragma once

#include "base/simd.hpp"

namespace posenc {

/// The first value of a pair; the second is kLanes behind it.
inline constexpr Index placeOf(std::int64_t pair) {
  return static_cast<Index>(pair / kLanes * 2 * kLanes + pair % kLanes);
}

/// Four pairs, in the order of their phase.
struct Pairs4 {
  Float4 first;
  Float4 second;
};

inline Pairs4 loadPairs(const float* from) {
  return {Float4::load_unaligned(from), Float4::load_unaligned(from + kLanes)};
}

}  // namespace posenc

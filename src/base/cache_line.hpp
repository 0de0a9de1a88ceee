// The cache line, which kernels write whole: a line that is not written from its beginning to its
// end, with nothing between, is read first.
#pragma once

#include <cstdint>

#include "base/simd.hpp"

namespace posenc {

/// Values that loops make in one turn: a line of the cache.
inline constexpr Index kLineValues = 16;

/// A number of values that fills whole cache lines: a multiple of kLineValues.
using WholeLines = Index;

inline constexpr WholeLines roundUpToCacheLine(Index count) {
  return (count + kLineValues - 1) / kLineValues * kLineValues;
}

inline bool isCacheLineAligned(const float* at) {
  return reinterpret_cast<std::uintptr_t>(at) % (kLineValues * sizeof(float)) == 0;
}

/// Compilers shuffle stores; a line of the cache that is not written from its beginning to its end,
/// with nothing between, is read first, which takes longer than all the rest. They do not move a
/// store over this, and it is no instruction.
inline void compilerFence() { asm volatile("" ::: "memory"); }

}  // namespace posenc

// Cache lines. A store to part of a line makes the processor read the line first (write-allocate).
// Kernels therefore write whole lines, each from its start to its end with no other store in
// between, which lets the stores combine.
#pragma once

#include <cstdint>

#include "base/simd.hpp"

namespace posenc {

/// float32 values in a cache line: what a kernel writes in one iteration.
inline constexpr Index kLineValues = 16;

/// A count of values that fills whole cache lines: a multiple of kLineValues. A kernel that
/// takes one leaves the rest of a row to its caller, which rounds up and has padding for it.
using WholeLines = Index;

inline constexpr WholeLines roundUpToCacheLine(Index count) {
  return (count + kLineValues - 1) / kLineValues * kLineValues;
}

inline bool isCacheLineAligned(const float* at) {
  return reinterpret_cast<std::uintptr_t>(at) % (kLineValues * sizeof(float)) == 0;
}

/// A compiler fence: the compiler moves no store across it, and it emits no instruction. Without
/// it, compilers reorder the stores to a cache line, and the write-allocate read takes longer than
/// all the rest.
inline void compilerFence() { asm volatile("" ::: "memory"); }

}  // namespace posenc

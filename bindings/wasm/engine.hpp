// Functions for JavaScript that every family shares: memory, the scratch, conversions of 16-bit
// types.
#pragma once

#include <cstdint>

namespace wasm {

/// The scratch, through which results pass on their way to JavaScript's own arrays, in pieces that
/// stay in the cache; and the one for coordinates.
inline constexpr std::int64_t kScratchValues = 65536;
inline constexpr std::int64_t kScratchPoints = 8192;
extern float scratch[kScratchValues];
extern double pointScratch[kScratchPoints];

/// Returns 0 if there is not enough memory.
double allocate(double bytes);
void release(std::uintptr_t address);
void roundToHalf(int dtype, std::uintptr_t doubles, double count, std::uintptr_t out);
void fromHalf(int dtype, std::uintptr_t halves, double count, std::uintptr_t out);

}  // namespace wasm

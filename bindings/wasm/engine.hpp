// What every family shares at the border to JavaScript: memory, the scratch, conversions of 16
// bits.
#pragma once

#include <cstdint>

namespace wasm {

/// Results for JavaScript's own arrays pass through here, in pieces that stay in the cache.
inline constexpr std::int64_t kScratchValues = 65536;
inline constexpr std::int64_t kScratchPoints = 8192;
extern float scratch[kScratchValues];
extern double pointScratch[kScratchPoints];

/// 0 when there is no memory.
double allocate(double bytes);
void release(std::uintptr_t address);
void roundToHalf(int dtype, std::uintptr_t doubles, double count, std::uintptr_t out);
void fromHalf(int dtype, std::uintptr_t halves, double count, std::uintptr_t out);

}  // namespace wasm

// Functions for JavaScript that compute position ids. Lists and results are passed as addresses;
// results are int32.
#pragma once

#include <cstdint>

namespace wasm {

/// Returns the index of the first wrong id, or -1.
double readIds(int type, std::uintptr_t ids, double count, double largest, std::uintptr_t out);
/// Writes int64.
void widenIds(std::uintptr_t ids, double count, std::uintptr_t out);

/// `mask` is an address, or 0 if all tokens are real.
void maskPositions(int convention, std::uintptr_t mask, double batch, double length, double past,
                   double paddingIndex, std::uintptr_t out);
/// Takes the MropeFields at an address, where it writes MropeStatusFields.
void mropePositions(std::uintptr_t address, std::uintptr_t out, std::uintptr_t ends,
                    std::uintptr_t deltas);
/// `grids` is the address of frames, rows and columns for each of `count` grids.
void visionPositions(std::uintptr_t grids, double count, double merge, int temporal,
                     std::uintptr_t out);
void nearestPositions(std::uintptr_t grids, double count, double side, std::uintptr_t out);

}  // namespace wasm

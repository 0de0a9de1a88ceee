// Functions for JavaScript that resample tables of position embeddings, and write the taps of an
// interpolation. Plans and arrays are passed as addresses.
#pragma once

#include <cstdint>

namespace wasm {

/// Writes the indices (int32) and weights (float32) of `count` patches from `first` on, in the
/// order of blocks of merge x merge patches, for the ResizeFields at an address.
void writeTaps(std::uintptr_t fields, double first, double count, std::uintptr_t indices,
               std::uintptr_t weights);

/// Makes a plan from the ResizeFields at an address. Returns 0 when there is no memory.
double makeResample(std::uintptr_t fields);
void destroyResample(std::uintptr_t plan);
double resampleRowsFor(std::uintptr_t plan, double outputRow);
void addResampleRow(std::uintptr_t plan, double row, std::uintptr_t from);
void writeResampleRow(std::uintptr_t plan, double outputRow, std::uintptr_t out);

}  // namespace wasm

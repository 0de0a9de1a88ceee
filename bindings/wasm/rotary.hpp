// Functions for JavaScript that make plans of rotary embeddings, write their tables and rotate
// vectors. Plans and arrays are passed as addresses.
#pragma once

#include <cstdint>

namespace wasm {

/// Makes a plan from the RotaryFields at an address. Returns 0 when there is no memory.
double makeRotary(std::uintptr_t spec);
void destroyRotary(std::uintptr_t plan);
/// Makes the plan ready for calls of a length. Returns 0 when there is no memory.
double prepareRotary(std::uintptr_t plan, double length);

/// For the length it was prepared for.
void rotaryFrequencies(std::uintptr_t plan, std::uintptr_t out);
double rotaryAttention(std::uintptr_t plan);
double rotaryLargestPosition(std::uintptr_t plan);
double rotaryMostPositions(std::uintptr_t plan);
double rotaryBytes(std::uintptr_t plan);

/// `positions` is the address of doubles, one for each axis, or 0: then they go from `first` on.
/// `head` is the first head, for plans in which heads differ.
void writeRotaryTables(std::uintptr_t plan, int form, int dtype, int xposSign, double center,
                       std::uintptr_t positions, double first, double count, double head,
                       std::uintptr_t cos, std::uintptr_t sin);
void applyRotary(std::uintptr_t plan, int rotation, int dtype, int xposSign, double center,
                 std::uintptr_t positions, double first, double count, double heads,
                 double positionStep, double headStep, double head, std::uintptr_t x,
                 std::uintptr_t out);
void writePolar(std::uintptr_t plan, std::uintptr_t positions, double first, double count,
                double heads, double positionStep, double headStep, std::uintptr_t bias,
                std::uintptr_t x, std::uintptr_t out);

}  // namespace wasm

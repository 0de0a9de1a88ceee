// The taps of the patches of an image: which rows of a table of position embeddings each patch is
// made from, and their weights, as inputs of a model that sums them itself (Qwen3-VL).
#pragma once

#include "tables/taps.hpp"

namespace posenc {

/// `merge` divides both sides of the grid of patches.
struct PatchGrid {
  AxisResize height;
  AxisResize width;
  std::int64_t merge;
};

/// Writes 4 or 16 taps for each of `count` patches from `first` on: those of a row of the table,
/// then of the next one. Patches are in the order of blocks of merge x merge patches, row by row,
/// and the grid repeats for each frame.
void writeTaps(const PatchGrid& grid, std::int64_t first, std::int64_t count, std::int32_t* indices,
               float* weights);

}  // namespace posenc

// Multiplies the taps of both axes.
#include "tables/patches.hpp"

#include "base/attributes.hpp"

namespace posenc {

POSENC_SMALL void writeTaps(const PatchGrid& grid, std::int64_t first, std::int64_t count,
                            std::int32_t* indices, float* weights) {
  const std::int64_t merge = grid.merge;
  const std::int64_t perBlock = merge * merge;
  const std::int64_t blocksAcross = grid.width.to / merge;
  for (std::int64_t i = first; i < first + count; ++i) {
    const std::int64_t patch = i % (grid.height.to * grid.width.to);
    const std::int64_t block = patch / perBlock;
    const std::int64_t within = patch % perBlock;
    const Taps y = tapsAt(grid.height, block / blocksAcross * merge + within / merge);
    const Taps x = tapsAt(grid.width, block % blocksAcross * merge + within % merge);
    for (int j = 0; j < y.count; ++j) {
      for (int k = 0; k < x.count; ++k) {
        *indices++ = static_cast<std::int32_t>(y.index[j] * grid.width.from + x.index[k]);
        *weights++ = static_cast<float>(y.weight[j] * x.weight[k]);
      }
    }
  }
}

}  // namespace posenc

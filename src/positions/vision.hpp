// Positions of the patches of images and videos, for the encoders of vision-language models.
#pragma once

#include <cstdint>

namespace posenc {

/// The patches of an image or a video.
struct Grid {
  std::int32_t frames;
  std::int32_t rows;
  std::int32_t columns;
};

/// The row and the column of each patch, after its frame if `temporal`: the patches of a block of
/// merge x merge follow each other, blocks go row by row, and frames repeat them. Rows and columns
/// are multiples of `merge`. Source: huggingface/transformers, vision_utils.py,
/// get_vision_position_ids.
void visionPositions(const Grid* grids, std::int64_t count, std::int32_t merge, bool temporal,
                     std::int32_t* out);

/// For each patch of images, row by row, the nearest place below it in a table of side x side
/// positions: floor(row * side / rows) * side + floor(column * side / columns), in integers. The
/// frames of the grids have no meaning. Source: Dehghani et al. 2023, arXiv:2307.06304 (NaViT), as
/// in transformers, vision_utils.py, get_vision_nearest_position_ids, which compares float32
/// fractions.
void nearestPositions(const Grid* grids, std::int64_t count, std::int32_t side, std::int32_t* out);

}  // namespace posenc

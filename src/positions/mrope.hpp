// Position ids of vision-language models with M-RoPE: three for each token, its time, row and
// column.
//
// Text has the same position on all three axes, one more for each token. The tokens of an image or
// of a video form a grid of frames, rows and columns, whose positions are added to where it begins.
// Source: Wang et al. 2024, arXiv:2409.12191 (Qwen2-VL); huggingface/transformers, get_rope_index
// of models/qwen2_vl, qwen2_5_vl and qwen3_vl, as of 4.57 and of 5.
#pragma once

#include <cstdint>

#include "positions/vision.hpp"

namespace posenc {

/// What differs between models: Qwen2.5-VL counts the time of videos in seconds, Qwen3-VL takes
/// each frame of a video as a grid of its own.
enum class MropeRules : std::uint8_t { qwen2, qwen25, qwen3 };

struct MropeSpec {
  std::int64_t batch = 0;
  std::int64_t length = 0;
  const std::int32_t* tokens = nullptr;  // [batch, length]
  const std::int32_t* mask = nullptr;    // [batch, length], 1 for real tokens; none: all are real
  std::int32_t imageToken = 1;           // what `tokens` has for images and for videos
  std::int32_t videoToken = 2;
  const Grid* grids = nullptr;  // of images, then of videos, in patches
  std::int64_t images = 0;
  std::int64_t videos = 0;
  const double* seconds = nullptr;  // of each video, from one frame of its grid to the next
  double tokensPerSecond = 1;
  std::int32_t merge = 1;  // merge x merge patches are a token
  MropeRules rules = MropeRules::qwen2;
  bool older = false;  // the rules of transformers 4.57
};

/// Bindings know these by number: keep their order.
enum class MropeError : std::uint8_t {
  none,
  outOfMemory,
  tokens,    // actual: tokens of this type; expected: as many as its grids have
  grid,      // actual: tokens from `at` on, before others or the end; expected: those of the grid
  position,  // actual: a position that int32 cannot hold
};

struct MropeStatus {
  MropeError error = MropeError::none;
  bool isVideo = false;
  std::int64_t grid = 0;
  std::int64_t at = 0;
  double actual = 0;
  double expected = 0;
};

/// Writes the positions, [3, batch, length], and for each sequence the largest of them + 1, and the
/// delta: that less the length, or by the newer rules less the number of real tokens. Padded places
/// hold 1 by the older rules or if there are no grids, otherwise 0. If it fails, what it has
/// written has no meaning.
MropeStatus mropePositions(const MropeSpec& spec, std::int32_t* out, std::int32_t* ends,
                           std::int32_t* deltas);

}  // namespace posenc

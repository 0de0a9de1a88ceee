// Position ids from masks of padded sequences, as models of several families count them.
#pragma once

#include <cstdint>

namespace posenc {

/// How positions are counted, and what a padded place holds.
/// - huggingface: real tokens from 0; padding holds 1. Source: huggingface/transformers,
///   generation/utils.py, prepare_inputs_for_generation.
/// - roberta: real tokens from past + paddingIndex + 1; padding holds paddingIndex. Source:
///   transformers, models/roberta, create_position_ids_from_input_ids.
/// - fairseq: the same without a past; with one, the place in the sequence + paddingIndex + 1,
/// padded
///   or not. Source: facebookresearch/fairseq, utils.make_positions, and the incremental state of
///   modules/learned_positional_embedding.py.
enum class MaskConvention : std::uint8_t { huggingface, roberta, fairseq };

struct MaskSpec {
  MaskConvention convention = MaskConvention::huggingface;
  const std::int32_t* mask = nullptr;  // [batch, length], 1 for real tokens; none: all are real
  std::int64_t batch = 0;
  std::int64_t length = 0;
  std::int64_t past = 0;  // tokens before those whose ids are wanted
  std::int32_t paddingIndex = 1;
};

/// How many places of each sequence get ids: for roberta the mask is that of the new tokens alone.
inline std::int64_t maskColumns(MaskConvention convention, std::int64_t length, std::int64_t past) {
  return convention == MaskConvention::roberta ? length : length - past;
}

/// Writes [batch, maskColumns] ids.
void maskPositions(const MaskSpec& spec, std::int32_t* out);

}  // namespace posenc

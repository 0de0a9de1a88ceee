// Where each value goes: the channels are shared among the axes as blocks, and inside its block
// each frequency has a sine and a cosine. Order, cutting and padding are decided here and nowhere
// else.
#pragma once

#include "base/buffer.hpp"
#include "sinusoidal/spec.hpp"

namespace posenc {

/// The channels [column, column + columns) that belong to one axis. The block is declared 2*pairs
/// wide and may be cut: `firsts` pairs have their first value inside, `seconds` their second too.
struct Block {
  std::int32_t axis;
  std::int64_t pairs;
  std::int64_t column;
  std::int64_t columns;
  std::int64_t firsts;
  std::int64_t seconds;
};

/// One channel of a block: which pair, and which of its two values.
struct Component {
  std::int64_t pair;
  bool second;
};

/// Fills `blocks` in the order of their columns. Channels behind the last block are zero.
Status shareChannels(const SinusoidalSpec& spec, Buffer<Block>& blocks);

inline Component componentOf(const Block& block, std::int64_t column, Layout layout) {
  if (layout == Layout::interleaved) return {column / 2, column % 2 != 0};
  const bool second = column >= block.pairs;
  return {second ? column - block.pairs : column, second};
}

}  // namespace posenc

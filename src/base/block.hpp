// A block of channels: the sines and cosines of some pairs, in an order.
#pragma once

#include <cstdint>

namespace posenc {

/// Order of sines and cosines inside one axis's block: s c s c ..., or s s ... c c ...
enum class Layout : std::uint8_t { interleaved, concatenated };

/// Which of a pair comes first.
enum class Phase : std::uint8_t { sinCos, cosSin };

/// The channels [column, column + columns) that belong to one axis. The block is declared 2*pairs
/// wide and may be cut: `firsts` pairs have their first value inside, `seconds` their second too.
struct Block {
  std::int32_t axis;
  std::int64_t pairs;
  std::int64_t column;
  std::int64_t columns;
  std::int64_t firstCount;
  std::int64_t secondCount;
};

/// One channel of a block: which pair, and which of its two values.
struct Component {
  std::int64_t pair;
  bool second;
};

inline Component componentOf(const Block& block, std::int64_t column, Layout layout) {
  if (layout == Layout::interleaved) return {column / 2, column % 2 != 0};
  const bool second = column >= block.pairs;
  return {second ? column - block.pairs : column, second};
}

/// The column of a component, which a block that is cut may not have.
inline std::int64_t columnOf(const Block& block, Component component, Layout layout) {
  const std::int64_t second = component.second ? 1 : 0;
  return layout == Layout::interleaved ? 2 * component.pair + second
                                       : component.pair + second * block.pairs;
}

}  // namespace posenc

// A block: the channels of one axis. Each of its pairs is the sine and the cosine of one frequency;
// Layout and Phase give their order.
#pragma once

#include <cstdint>

namespace posenc {

/// The order of a block's values: s c s c ... or s s ... c c ...
enum class Layout : std::uint8_t { interleaved, concatenated };

/// Which value of a pair comes first.
enum class Phase : std::uint8_t { sinCos, cosSin };

/// The channels [column, column + columns) of one axis. A block has room for 2 * pairs channels but
/// may be cut: `firstCount` pairs have their first value in it, `secondCount` pairs their second.
struct Block {
  std::int32_t axis;
  std::int64_t pairs;
  std::int64_t column;
  std::int64_t columns;
  std::int64_t firstCount;
  std::int64_t secondCount;
};

/// The pair that a channel belongs to, and which of its two values the channel is.
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

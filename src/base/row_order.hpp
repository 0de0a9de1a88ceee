// The order in which the rows around a coarse row are written. The values are the same bits in
// either.
//
// Mirrored: the rows at equal distances before and after the coarse row together, since four
// products give the values of both. Fastest where the result stays in the cache, and in memory on
// processors that prefetch two streams which jump by a row at a time.
// Ascending: one stream. On processors whose prefetcher needs several pages of one stream (AMD
// Zen), up to twice as fast for results that are larger than the cache.
#pragma once

#include <cstdint>

namespace posenc {

enum class RowOrder : std::uint8_t { mirrored, ascending };

}  // namespace posenc

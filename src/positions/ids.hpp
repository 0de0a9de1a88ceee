// Ids that callers give, in memory: numbers of several types, which become int32; and results,
// which become int64 where a model takes that.
#pragma once

#include <cstdint>

namespace posenc {

/// The number types of lists of ids.
enum class IdType : std::uint8_t { int32, int64, float64 };

/// Writes `count` ids of a type as int32, up to the first that is no integer from 0 to `largest`,
/// whose index it returns; -1 if there is none. For int32 `out` may be the ids themselves.
std::int64_t readIds(IdType type, const void* ids, std::int64_t count, std::int32_t largest,
                     std::int32_t* out);

/// Writes `count` ids as int64.
void widenIds(const std::int32_t* ids, std::int64_t count, std::int64_t* out);

}  // namespace posenc

#include "positions/ids.hpp"

#include <algorithm>

#include "base/attributes.hpp"

namespace posenc {
namespace {

template <class T>
POSENC_SMALL std::int64_t readAs(const T* ids, std::int64_t count, std::int32_t largest,
                                 std::int32_t* out) {
  for (std::int64_t i = 0; i < count; ++i) {
    const T id = ids[i];
    if (!(id >= 0 && id <= static_cast<T>(largest))) return i;
    const auto whole = static_cast<std::int32_t>(id);
    if (static_cast<T>(whole) != id) return i;
    out[i] = whole;
  }
  return -1;
}

/// The largest of them, to which negative ones are large: a loop without branches.
std::uint32_t largestOf(const std::int32_t* ids, std::int64_t count) {
  std::uint32_t largest = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    largest = std::max(largest, static_cast<std::uint32_t>(ids[i]));
  }
  return largest;
}

}  // namespace

std::int64_t readIds(IdType type, const void* ids, std::int64_t count, std::int32_t largest,
                     std::int32_t* out) {
  switch (type) {
    case IdType::int32: {
      const auto* ints = static_cast<const std::int32_t*>(ids);
      if (ints == out && largestOf(ints, count) <= static_cast<std::uint32_t>(largest)) return -1;
      return readAs(ints, count, largest, out);
    }
    case IdType::int64:
      return readAs(static_cast<const std::int64_t*>(ids), count, largest, out);
    default:
      return readAs(static_cast<const double*>(ids), count, largest, out);
  }
}

void widenIds(const std::int32_t* ids, std::int64_t count, std::int64_t* out) {
  for (std::int64_t i = 0; i < count; ++i) out[i] = ids[i];
}

}  // namespace posenc

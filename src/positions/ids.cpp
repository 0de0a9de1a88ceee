#include "positions/ids.hpp"

namespace posenc {
namespace {

/// Writes all of them, and looks for a wrong one only if there is any: loops without branches.
template <class T>
std::int64_t readAs(const T* ids, std::int64_t count, T largest, std::int32_t* out) {
  const auto isRight = [largest](T id) {
    if constexpr (T(0.5) == T(0)) return id >= 0 && id <= largest;
    return id >= 0 && id <= largest && static_cast<T>(static_cast<std::int32_t>(id)) == id;
  };
  bool wrong = false;
  for (std::int64_t i = 0; i < count; ++i) {
    const T id = ids[i];
    wrong |= !isRight(id);
  }
  if (!wrong) {
    for (std::int64_t i = 0; i < count; ++i) out[i] = static_cast<std::int32_t>(ids[i]);
    return -1;
  }
  std::int64_t at = 0;
  while (isRight(ids[at])) ++at;
  return at;
}

}  // namespace

std::int64_t readIds(IdType type, const void* ids, std::int64_t count, std::int32_t largest,
                     std::int32_t* out) {
  switch (type) {
    case IdType::int32:
      return readAs(static_cast<const std::int32_t*>(ids), count, largest, out);
    case IdType::int64:
      return readAs(static_cast<const std::int64_t*>(ids), count, std::int64_t{largest}, out);
    default:
      return readAs(static_cast<const double*>(ids), count, double{1} * largest, out);
  }
}

void widenIds(const std::int32_t* ids, std::int64_t count, std::int64_t* out) {
  for (std::int64_t i = 0; i < count; ++i) out[i] = ids[i];
}

}  // namespace posenc

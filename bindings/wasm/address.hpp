// Addresses in linear memory, as they cross to and from JavaScript: plans are handles, arrays are
// addresses.
#pragma once

#include <cstdint>

namespace wasm {

template <class T>
T* at(std::uintptr_t address) {
  return reinterpret_cast<T*>(address);  // NOLINT(performance-no-int-to-ptr)
}

template <class T>
T* at(double address) {
  return at<T>(static_cast<std::uintptr_t>(address));
}

/// Returned as a double: to a direct caller, integers come with a sign.
inline double addressOf(const void* object) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(object));
}

}  // namespace wasm

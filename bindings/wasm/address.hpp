// Conversions between pointers and addresses in linear memory, which JavaScript passes for plans
// and arrays.
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

/// A double, because JavaScript receives integers from direct calls as signed.
inline double addressOf(const void* object) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(object));
}

}  // namespace wasm

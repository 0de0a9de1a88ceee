// Aligned memory that reports failure instead of throwing: the core is built without exceptions,
// and running out of memory is ordinary in a browser tab.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>
#include <utility>

namespace posenc {

/// Memory for std::free, aligned to a cache line. Large allocations start on a page: tables and
/// results then have the same offset in their pages, which avoids 4K aliasing (a load that waits
/// for an earlier store because the low 12 bits of their addresses agree). Returns nullptr when
/// there is no memory.
inline void* allocateAligned(std::size_t bytes) {
  constexpr std::size_t kLine = 64;
  constexpr std::size_t kPage = 4096;
  const std::size_t alignment = bytes < 8 * kPage ? kLine : kPage;
  if (bytes > SIZE_MAX - alignment) return nullptr;
  const std::size_t whole = (bytes + alignment - 1) / alignment * alignment;
  void* const found = std::aligned_alloc(alignment, whole);
#ifdef __wasm__
  // An allocator that computes the end of a block in 32 bits may return one that has wrapped
  // around. Such a block is leaked rather than used.
  constexpr std::uint64_t kWasmPage = 65536;
  const std::uint64_t end = std::uint64_t{reinterpret_cast<std::uintptr_t>(found)} + whole;
  if (end > __builtin_wasm_memory_size(0) * kWasmPage) return nullptr;
#endif
  return found;
}

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { std::free(data_); }

  /// Replaces the contents with `size` uninitialised values. Returns false when there is no memory.
  [[nodiscard]] bool allocate(std::int64_t size) {
    std::free(std::exchange(data_, nullptr));
    size_ = 0;
    if (size <= 0) return size == 0;
    if (static_cast<std::uint64_t>(size) > SIZE_MAX / sizeof(T)) return false;
    data_ = static_cast<T*>(allocateAligned(static_cast<std::size_t>(size) * sizeof(T)));
    if (data_ == nullptr) return false;
    size_ = size;
    return true;
  }
  void release() { *this = Buffer(); }

  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }
  [[nodiscard]] std::int64_t size() const { return size_; }
  [[nodiscard]] std::int64_t bytes() const { return size_ * std::int64_t{sizeof(T)}; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  T& operator[](std::int64_t i) { return data_[i]; }
  const T& operator[](std::int64_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

 private:
  T* data_ = nullptr;
  std::int64_t size_ = 0;
};

}  // namespace posenc

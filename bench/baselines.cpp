// Baselines for the benchmark, as wasm SIMD: filling, copying and scaling in place. A separate
// module, which is not part of the package.
#include <cstddef>

#include "base/buffer.hpp"
#include "kernels/copy.hpp"

#define EXPORTED extern "C" __attribute__((used, visibility("default")))

EXPORTED float* allocate(std::size_t count) {
  return static_cast<float*>(posenc::allocateAligned(count * sizeof(float)));
}

EXPORTED void fill(float* out, std::size_t count, float value) {
  for (std::size_t i = 0; i < count; ++i) out[i] = value;
}

EXPORTED void copy(float* __restrict out, const float* __restrict from, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) out[i] = from[i];
}

EXPORTED void scale(float* out, std::size_t count, float by) {
  for (std::size_t i = 0; i < count; ++i) out[i] *= by;
}

/// Writes one row, which stays in the L1 cache, over and over: the minimum cost of an axis that
/// repeats.
EXPORTED void broadcast(float* out, const float* row, std::size_t rows, std::size_t length) {
  for (std::size_t r = 0; r < rows; ++r, out += length) {
    posenc::copyRow<posenc::Encode>(row, static_cast<posenc::Index>(length), out, nullptr);
  }
}

// What memory allows, as wasm SIMD, for the benchmark to stand beside: filling, copying and scaling in
// place; and the core's own loops with their arithmetic taken out. A module of its own, which the
// package does not hold.
#include <cstddef>
#include <cstdlib>

#include "write.hpp"

#define EXPORTED extern "C" __attribute__((used, visibility("default")))

namespace {

using posenc::Copied;
using posenc::Encode;
using posenc::Float4;
using posenc::Index;
using posenc::Pairs4;
using posenc::Part;

/// Reads what `Turned` reads and keeps it alive with one cheap operation for each load.
struct Moved {
  static constexpr Index kUnrolled = 16;

  Copied coarse;
  Copied fine;

  [[nodiscard]] Pairs4 pairs(Index k) const {
    const Pairs4 a = coarse.pairs(k);
    const Pairs4 b = fine.pairs(k);
    return {a.first ^ b.first, a.second ^ b.second};
  }
  [[nodiscard]] Float4 first(Index k) const { return pairs(k).first ^ pairs(k).second; }
  [[nodiscard]] Float4 second(Index k) const { return first(k); }
  void advance(Index by) {
    coarse.advance(by);
    fine.advance(by);
  }
};

/// A row of `fine`, of which there are 64, against `coarse`; each holds firsts and then seconds.
Moved rowOf(const float* fine, const float* coarse, std::size_t row, std::size_t length) {
  const float* const from = fine + row % 64 * length;
  return {{coarse, coarse + length / 2}, {from, from + length / 2}};
}

}  // namespace

EXPORTED float* allocate(std::size_t count) {
  return static_cast<float*>(std::aligned_alloc(64, (count * sizeof(float) + 63) / 64 * 64));
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

/// One row, which stays in the first-level cache, written over and over: the least that an axis
/// costs which repeats.
EXPORTED void broadcast(float* out, const float* row, std::size_t rows, std::size_t length) {
  for (std::size_t r = 0; r < rows; ++r, out += length) {
    posenc::copyRow<Encode>(row, static_cast<Index>(length), out, nullptr);
  }
}

/// The loads and stores of turning rows by a row.
EXPORTED void moveInterleaved(float* out, const float* fine, const float* coarse, std::size_t rows,
                              std::size_t length) {
  for (std::size_t r = 0; r < rows; ++r, out += length) {
    const auto count = static_cast<Index>(length);
    posenc::writeInterleaved<Encode>(rowOf(fine, coarse, r, length), count, out, nullptr);
  }
}

/// The same where each half of a row needs both halves of the others.
EXPORTED void moveConcatenated(float* out, const float* fine, const float* coarse, std::size_t rows,
                               std::size_t length) {
  const auto half = static_cast<Index>(length / 2);
  for (std::size_t r = 0; r < rows; ++r, out += length) {
    const Moved moved = rowOf(fine, coarse, r, length);
    posenc::writeRun<Encode, Part::first>(moved, half, out, nullptr);
    posenc::writeRun<Encode, Part::second>(moved, half, out + half, nullptr);
  }
}

// From packed rows to the rows of a block: interleaved, or one part after the other.
#pragma once

#include <algorithm>
#include <type_traits>

#include "base/block.hpp"
#include "base/packed_pairs.hpp"
#include "kernels/copy.hpp"

namespace posenc {

template <class Op = Encode>
void storeInterleaved(PackedPairs pairs, float* out, const float* x = nullptr) {
  Op::put(out, x, xsimd::zip_lo(pairs.first, pairs.second));
  compilerFence();
  Op::put(out + kLanes, Op::advance(x, kLanes), xsimd::zip_hi(pairs.first, pairs.second));
  compilerFence();
}

/// Interleaves the first and second values of a packed row.
[[gnu::noinline]] inline void interleave(const float* row, WholeLines count, float* out) {
  for (; count > 0; count -= kLineValues) {
#pragma GCC unroll 2
    for (Index k = 0; k < kLineValues; k += 2 * kLanes)
      storeInterleaved(loadPackedPairs(row + k), out + k);
    row += kLineValues;
    out += kLineValues;
  }
}

/// Copies the first values of a packed row. Given row + kLanes, the second ones.
[[gnu::noinline]] inline void unpackPart(const float* row, WholeLines count, float* out) {
  for (; count > 0; count -= kLineValues) {
#pragma GCC unroll 4
    for (Index k = 0; k < kLineValues; k += kLanes) {
      Encode::put(out + k, nullptr, Float4::load_unaligned(row + 2 * k));
      compilerFence();
    }
    row += 2 * kLineValues;
    out += kLineValues;
  }
}

/// Stores `count` values that `make(done, run, out)` computes in whole cache lines: directly where
/// `out` can take whole lines, and the rest, or all that is added, via a scratch buffer.
template <class Op, class Make>
void storeViaScratch(const Make& make, Index count, float* out, const float* x) {
  constexpr Index kRun = 256;
  alignas(64) float made[kRun];
  for (Index done = 0, run = 0; done < count; done += run) {
    run = count - done;
    if (std::is_same_v<Op, Encode> && run >= kLineValues) {
      run = run / kLineValues * kLineValues;
      make(done, run, out + done);
    } else {
      run = std::min(run, kRun);
      make(done, roundUpToCacheLine(run), made);
      copyRow<Op>(made, run, out + done, Op::advance(x, done));
    }
  }
}

/// Stores a packed row as a row of a block.
template <class Op>
void storePackedRow(const Block& block, Layout layout, const float* row, float* out,
                    const float* x) {
  if (layout == Layout::interleaved) {
    storeViaScratch<Op>([&](Index done, Index run, float* to) { interleave(row + done, run, to); },
                        static_cast<Index>(block.columns), out, x);
    return;
  }
  const auto writePart = [&](const float* from, std::int64_t count, Index at) {
    storeViaScratch<Op>(
        [&](Index done, Index run, float* to) { unpackPart(from + 2 * done, run, to); },
        static_cast<Index>(count), out + at, Op::advance(x, at));
  };
  writePart(row, block.firstCount, 0);
  writePart(row + kLanes, block.secondCount, static_cast<Index>(block.pairs));
}

}  // namespace posenc

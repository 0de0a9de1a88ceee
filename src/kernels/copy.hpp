// Kernels that copy and repeat values. Each is written once for both operations: `Encode` stores
// the value, `Add` stores x + value, where x may be out.
#pragma once

#include <cstdint>

#include "base/simd.hpp"

namespace posenc {

struct Encode {
  static void put(float* out, const float* /*x*/, Float4 value) { value.store_unaligned(out); }
  static void put(float* out, const float* /*x*/, float value) { *out = value; }
  static const float* advance(const float* /*x*/, Index /*by*/) { return nullptr; }
};

struct Add {
  static void put(float* out, const float* x, Float4 value) {
    (Float4::load_unaligned(x) + value).store_unaligned(out);
  }
  static void put(float* out, const float* x, float value) { *out = *x + value; }
  static const float* advance(const float* x, Index by) { return x + by; }
};

/// Copies `left` values and advances `out` and `x` past them.
template <class Op>
inline void copyAndAdvance(const float* from, Index left, float*& out, const float*& x) {
  for (constexpr Index kStep = 4 * kLanes; left >= kStep; left -= kStep) {
#pragma GCC unroll 4
    for (Index k = 0; k < kStep; k += kLanes) {
      Op::put(out + k, Op::advance(x, k), Float4::load_unaligned(from + k));
    }
    from += kStep;
    out += kStep;
    x = Op::advance(x, kStep);
  }
  for (; left >= kLanes; left -= kLanes) {
    Op::put(out, x, Float4::load_unaligned(from));
    from += kLanes;
    out += kLanes;
    x = Op::advance(x, kLanes);
  }
  // At most three iterations: the bound keeps compilers from vectorising it again.
  for (Index k = 0; k < kLanes - 1 && k < left; ++k) Op::put(out + k, Op::advance(x, k), from[k]);
  out += left;
  x = Op::advance(x, left);
}

/// Not inlined: many loops end with it, and it would be most of the code.
template <class Op>
[[gnu::noinline]] void copyRow(const float* row, std::int64_t count, float* out, const float* x) {
  copyAndAdvance<Op>(row, static_cast<Index>(count), out, x);
}

/// Copies `times` runs, each followed by the same values. One loop for all of them, since a load
/// between two runs would suffer from 4K aliasing.
template <class Op>
[[gnu::noinline]] void copyAlternating(const float* runs, Index runLength, const float* same,
                                       Index sameLength, Index times, float* out, const float* x) {
  for (; times > 0; --times) {
    copyAndAdvance<Op>(runs, runLength, out, x);
    copyAndAdvance<Op>(same, sameLength, out, x);
    runs += runLength;
  }
}

/// Repeats each of `count` values `times` times.
template <class Op>
[[gnu::noinline]] void repeatEach(const float* values, std::int64_t count, std::int64_t times,
                                  float* out, const float* x) {
  for (const float* const end = values + count; values != end; ++values) {
    const Float4 value(*values);
    auto left = static_cast<Index>(times);
    for (constexpr Index kStep = 4 * kLanes; left >= kStep; left -= kStep) {
#pragma GCC unroll 4
      for (Index k = 0; k < kStep; k += kLanes) Op::put(out + k, Op::advance(x, k), value);
      out += kStep;
      x = Op::advance(x, kStep);
    }
    for (; left >= kLanes; left -= kLanes) {
      Op::put(out, x, value);
      out += kLanes;
      x = Op::advance(x, kLanes);
    }
    for (; left > 0; --left) {
      Op::put(out, x, *values);
      ++out;
      x = Op::advance(x, 1);
    }
  }
}

template <class Op>
void repeatValue(float value, std::int64_t count, float* out, const float* x) {
  repeatEach<Op>(&value, 1, count, out, x);
}

}  // namespace posenc

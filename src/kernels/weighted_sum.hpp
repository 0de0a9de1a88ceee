// Weighted sums of rows, element by element: the inner loop of a resampling along either axis.
// Products and sums are made in double, where products of float32 values and weights lose next to
// nothing, and the order of the sum does not depend on where a value is in its row.
#pragma once

#include "base/simd.hpp"

namespace posenc {

/// out[i] = the sum of weights[k] * rows[k][i], rounded once to float32.
[[gnu::noinline]] inline void weightedSum(const float* const* rows, const double* weights,
                                          Index taps, Index count, float* out) {
  Index i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    DoublePair from = widen(Float4::load_unaligned(rows[0] + i));
    Double2 weight(weights[0]);
    Double2 low = from.low * weight;
    Double2 high = from.high * weight;
    for (Index k = 1; k < taps; ++k) {
      from = widen(Float4::load_unaligned(rows[k] + i));
      weight = Double2(weights[k]);
      low = low + from.low * weight;
      high = high + from.high * weight;
    }
    narrow(low, high).store_unaligned(out + i);
  }
  for (; i < count; ++i) {
    double sum = weights[0] * double{rows[0][i]};
    for (Index k = 1; k < taps; ++k) sum += weights[k] * double{rows[k][i]};
    out[i] = static_cast<float>(sum);
  }
}

/// The same with four taps, the usual number: all of them stay in registers.
[[gnu::noinline]] inline void weightedSum4(const float* const* rows, const double* weights,
                                           Index count, float* out) {
  const float* const a = rows[0];
  const float* const b = rows[1];
  const float* const c = rows[2];
  const float* const d = rows[3];
  const Double2 wa(weights[0]);
  const Double2 wb(weights[1]);
  const Double2 wc(weights[2]);
  const Double2 wd(weights[3]);
  for (Index i = 0; i < count; i += kLanes) {
    const DoublePair fa = widen(Float4::load_unaligned(a + i));
    const DoublePair fb = widen(Float4::load_unaligned(b + i));
    const DoublePair fc = widen(Float4::load_unaligned(c + i));
    const DoublePair fd = widen(Float4::load_unaligned(d + i));
    narrow(((fa.low * wa + fb.low * wb) + fc.low * wc) + fd.low * wd,
           ((fa.high * wa + fb.high * wb) + fc.high * wc) + fd.high * wd)
        .store_unaligned(out + i);
  }
}

/// The same sums in double.
template <class T>
[[gnu::noinline]] void weightedSumInDouble(const T* const* rows, const double* weights, Index taps,
                                           Index count, double* out) {
  for (Index i = 0; i < count; ++i) {
    double sum = weights[0] * static_cast<double>(rows[0][i]);
    for (Index k = 1; k < taps; ++k) sum += weights[k] * static_cast<double>(rows[k][i]);
    out[i] = sum;
  }
}

}  // namespace posenc

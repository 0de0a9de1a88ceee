// SIMD types of the kernels: four float32 lanes and two float64 lanes. They go through xsimd on
// wasm, x86 and Arm alike, so the native tests run the code that ships. Conversions that xsimd
// lacks follow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <xsimd/xsimd.hpp>

namespace posenc {

using Float4 = xsimd::make_sized_batch_t<float, 4>;
using Double2 = xsimd::make_sized_batch_t<double, 2>;
using Long2 = xsimd::make_sized_batch_t<std::int64_t, 2>;
using Int4 = xsimd::make_sized_batch_t<std::int32_t, 4>;
using UInt4 = xsimd::make_sized_batch_t<std::uint32_t, 4>;

/// Counts and offsets in memory: as wide as an address.
using Index = std::ptrdiff_t;

inline constexpr Index kLanes = 4;

inline constexpr std::int64_t roundUpToLanes(std::int64_t n) {
  return (n + kLanes - 1) / kLanes * kLanes;
}

/// Rounds four doubles to floats.
inline Float4 narrow(Double2 low, Double2 high) {
#if defined(__wasm_simd128__)
  return Float4(wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(low),
                                   wasm_f32x4_demote_f64x2_zero(high), 0, 1, 4, 5));
#else
  alignas(16) double from[4];
  alignas(16) float to[4];
  low.store_aligned(from);
  high.store_aligned(from + 2);
  for (int i = 0; i < 4; ++i) to[i] = static_cast<float>(from[i]);
  return Float4::load_aligned(to);
#endif
}

/// Lanes 0 and 2 of a, then those of b.
inline Float4 evenLanes(Float4 a, Float4 b) {
#if defined(__wasm_simd128__)
  return Float4(wasm_i32x4_shuffle(a, b, 0, 2, 4, 6));
#else
  return xsimd::zip_lo(xsimd::zip_lo(a, b), xsimd::zip_hi(a, b));
#endif
}

/// Lanes 1 and 3.
inline Float4 oddLanes(Float4 a, Float4 b) {
#if defined(__wasm_simd128__)
  return Float4(wasm_i32x4_shuffle(a, b, 1, 3, 5, 7));
#else
  return xsimd::zip_hi(xsimd::zip_lo(a, b), xsimd::zip_hi(a, b));
#endif
}

struct DoublePair {
  Double2 low;
  Double2 high;
};

inline DoublePair widen(Float4 x) {
#if defined(__wasm_simd128__)
  return {Double2(wasm_f64x2_promote_low_f32x4(x)),
          Double2(wasm_f64x2_promote_low_f32x4(wasm_i32x4_shuffle(x, x, 2, 3, 2, 3)))};
#else
  alignas(16) float from[4];
  alignas(16) double to[4];
  x.store_aligned(from);
  for (int i = 0; i < 4; ++i) to[i] = static_cast<double>(from[i]);
  return {Double2::load_aligned(to), Double2::load_aligned(to + 2)};
#endif
}

/// The low 32 bits of four doubles' representations.
inline Int4 lowWords(Double2 low, Double2 high) {
#if defined(__wasm_simd128__)
  return Int4(wasm_i32x4_shuffle(low, high, 0, 2, 4, 6));
#else
  alignas(16) std::int64_t from[4];
  alignas(16) std::int32_t to[4];
  xsimd::bitwise_cast<std::int64_t>(low).store_aligned(from);
  xsimd::bitwise_cast<std::int64_t>(high).store_aligned(from + 2);
  for (int i = 0; i < 4; ++i) to[i] = static_cast<std::int32_t>(from[i]);
  return Int4::load_aligned(to);
#endif
}

/// Four 16-bit words, widened.
inline UInt4 loadWords(const std::uint16_t* from) {
#if defined(__wasm_simd128__)
  return UInt4(wasm_u32x4_load16x4(from));
#else
  return UInt4(from[0], from[1], from[2], from[3]);
#endif
}

/// Whether any bit is set.
inline bool isAnyBitSet(UInt4 words) {
#if defined(__wasm_simd128__)
  return wasm_v128_any_true(words);
#else
  return xsimd::any(words != UInt4(0U));
#endif
}

/// The low 16 bits of eight words, whose upper bits are zero.
inline void storeLow16(UInt4 low, UInt4 high, std::uint16_t* out) {
#if defined(__wasm_simd128__)
  wasm_v128_store(out, wasm_u16x8_narrow_i32x4(low, high));
#else
  alignas(16) std::uint32_t from[8];
  low.store_aligned(from);
  high.store_aligned(from + 4);
  for (int i = 0; i < 8; ++i) out[i] = static_cast<std::uint16_t>(from[i]);
#endif
}

}  // namespace posenc

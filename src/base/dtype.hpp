// The types of the values in results.
#pragma once

#include <cstdint>

#include "base/half.hpp"

namespace posenc {

enum class DType : std::uint8_t { float32, float16, bfloat16, float64 };

/// The format of a 16-bit type.
inline Half halfOf(DType dtype) {
  return dtype == DType::bfloat16 ? Half::bfloat16 : Half::float16;
}

}  // namespace posenc

// How the angle position * frequency is computed.
#pragma once

#include <cstdint>

namespace posenc {

/// `exact` does not round the product; `float32` rounds both factors and the product to float32, as
/// PyTorch does.
enum class Angles : std::uint8_t { exact, float32 };

}  // namespace posenc

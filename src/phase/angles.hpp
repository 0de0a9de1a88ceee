// How the angle of a position and a frequency is formed.
#pragma once

#include <cstdint>

namespace posenc {

/// `exact` forms position * frequency without rounding; `float32` rounds both and the product to
/// float32 first, as PyTorch does.
enum class Angles : std::uint8_t { exact, float32 };

}  // namespace posenc

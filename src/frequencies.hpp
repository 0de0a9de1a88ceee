// Frequencies in radians per position: a geometric schedule between two timescales, or the
// caller's own.
//   w[i] = 1 / (min * (max/min)^(i/(n - shift)))
// Vaswani et al. 2017, section 3.5, has min 1, max 10000, shift 0; AllenNLP, tensor2tensor, fairseq
// and Whisper reach the last timescale (shift 1); diffusers has a shift of its own.
#pragma once

#include "spec.hpp"

namespace posenc {

/// Writes the first `count` of the axis's `pairs` frequencies.
Status makeFrequencies(const AxisSpec& axis, const Timescales& timescales, std::int64_t pairs,
                       std::int64_t count, double* out);

}  // namespace posenc

// Frequencies in radians per position: a geometric schedule between two timescales, or the
// caller's own.
//   w[i] = 1 / (min * (max/min)^(i/(n - shift)))
// Vaswani et al. 2017, section 3.5, has min 1, max 10000, shift 0; AllenNLP, tensor2tensor, fairseq
// and Whisper reach the last timescale (shift 1); diffusers has a shift of its own.
#pragma once

#include "base/buffer.hpp"
#include "sinusoidal/channels.hpp"

namespace posenc {

/// Fills `out` with the frequencies of a block that are used, its `firsts`, and zeros up to whole
/// vectors.
Status makeFrequencies(const SinusoidalSpec& spec, const Block& block, Buffer<double>& out);

}  // namespace posenc

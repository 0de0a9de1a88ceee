// The frequencies of rotary embeddings, and the factor of the attention, for every scaling. With
// w[j] = theta^(-2j/d), d = 2 * pairs:
//    linear        w / factor                                       (Chen et al. 2023)
//    dynamic       w for the base theta * (factor * S/L - (factor - 1))^(d/(d-2)), for a length S
//                  above L
//    yarn          w * ((1 - ramp) + ramp / factor)                 (Peng et al. 2023)
//    longrope      w / shortFactor, or w / longFactor for lengths above L   (Ding et al. 2024)
//    llama3        by wavelength: w, w / factor, or a mean of both
//    proportional  w / factor for the first floor(partial * d/2) pairs, 0 for the others
// Each block of several axes has frequencies of its own, for d = twice its pairs.
// All are those of Hugging Face transformers, modeling_rope_utils.py. L is the original length.
#pragma once

#include "base/buffer.hpp"
#include "rotary/spec.hpp"

namespace posenc {

/// What the frequencies depend on of a call's length: calls with the same number share them.
double lengthKey(const RotarySpec& spec, double length);

/// Fills `out` with the frequencies for calls of a length, and zeros up to whole vectors. Their
/// relative error is below 1e-15. Returns false when there is no memory.
bool makeRotaryFrequencies(const RotarySpec& spec, double length, Buffer<double>& out);

/// The factor by which cosines and sines are multiplied.
double attentionScaling(const RotarySpec& spec);

}  // namespace posenc

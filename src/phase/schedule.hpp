// Schedules of frequencies, in radians per position: geometric between two timescales, or the
// caller's own list.
//    w[i] = 1 / (min * (max/min)^(i/(n - shift)))
// Sources: Vaswani et al. 2017, section 3.5 (min 1, max 10000, shift 0). AllenNLP, tensor2tensor,
// fairseq and Whisper reach the last timescale (shift 1); diffusers lets the caller choose the
// shift.
#pragma once

#include <cstdint>

#include "base/buffer.hpp"
#include "base/status.hpp"
#include "phase/angles.hpp"

namespace posenc {

/// Pair i of n has the period 2*pi * min * (max/min)^(i/(n - shift)) positions.
struct Timescales {
  double min = 1;
  double max = 10000;
  double shift = 0;  // 1 makes `max` the last timescale: an end point
};

/// The frequencies of `pairs` pairs.
struct Schedule {
  std::int64_t pairs = 0;
  Timescales timescales;
  const double* frequencies = nullptr;  // instead of timescales
  std::int64_t frequencyCount = 0;
};

/// Fills `out` with the first `count` frequencies of a schedule, and zeros up to whole vectors.
Status makeFrequencies(const Schedule& schedule, std::int64_t count, Angles angles,
                       Buffer<double>& out);

}  // namespace posenc

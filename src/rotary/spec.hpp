// The options of a rotary embedding as plain values. Callers have already checked each one.
#pragma once

#include <cstdint>

namespace posenc {

/// Which dimensions form pair j of n: j and j + n, or 2j and 2j + 1.
enum class Pairing : std::uint8_t { halves, adjacent };

/// How frequencies are changed for sequences longer than the model was trained with.
enum class Scaling : std::uint8_t { none, linear, dynamic, yarn, longrope, llama3, proportional };

/// The most pairs of a plan.
inline constexpr std::int64_t kMaxPairs = 8192;
/// The most axes of a plan.
inline constexpr std::int64_t kMaxRotaryAxes = 16;

/// Fields that a scaling does not use have no meaning.
struct RotarySpec {
  std::int64_t headDim = 0;
  std::int64_t rotaryStart = 0;
  std::int64_t pairs = 0;  // dimensions [rotaryStart, rotaryStart + 2 * pairs) rotate
  Pairing pairing = Pairing::halves;
  double theta = 10000;
  Scaling scaling = Scaling::none;
  double factor = 1;
  double originalLength = 0;
  double betaFast = 32;
  double betaSlow = 1;
  bool truncate = true;
  double mscale = 0;
  double mscaleAllDim = 0;  // both or neither: 0 if not given
  double lowFreqFactor = 0;
  double highFreqFactor = 0;
  double partial = 1;
  double attentionFactor = 0;           // 0 if not given
  const double* shortFactor = nullptr;  // one for each pair
  const double* longFactor = nullptr;
  const double* frequencies = nullptr;  // instead of theta and scaling
  double xposBase = 0;                  // 0 without xPos
  // Several axes, or one whose positions are any numbers; 0 for one of integers of at least 0.
  std::int64_t axes = 0;
  bool interleaved = false;      // of the sections
  std::int64_t matrixHeads = 1;  // heads that have a matrix of their own
  std::int64_t sectionCount = 0;
  const double* sections = nullptr;   // numbers of pairs that follow axes 0, 1, ..., 0, ...
  const double* axisPairs = nullptr;  // the pairs of each axis's block
  const double* matrix = nullptr;     // [matrixHeads, axes, pairs], instead of frequencies
};

}  // namespace posenc

#include "rotary.hpp"

#include <algorithm>
#include <memory>
#include <new>

#include "address.hpp"
#include "rotary/plan.hpp"
#include "wire.hpp"

namespace wasm {
namespace {

using posenc::RotaryPlan;
using posenc::RotaryPositions;
using posenc::Vectors;

RotaryPositions positionsAt(std::uintptr_t plan, std::uintptr_t positions, double first) {
  return at<const RotaryPlan>(plan)->positionsAt(at<const double>(positions),
                                                 static_cast<std::int64_t>(first));
}

Vectors vectorsOf(double count, double heads, double positionStep, double headStep) {
  return {static_cast<std::int64_t>(count), static_cast<std::int64_t>(heads),
          static_cast<std::int64_t>(positionStep), static_cast<std::int64_t>(headStep)};
}

}  // namespace

double makeRotary(std::uintptr_t address) {
  const wire::RotaryFields from = *at<const wire::RotaryFields>(address);
  std::unique_ptr<RotaryPlan> plan(new (std::nothrow) RotaryPlan);
  if (plan == nullptr) return 0;
  const bool isMade = plan->make({.headDim = static_cast<std::int64_t>(from.headDim),
                                  .rotaryStart = static_cast<std::int64_t>(from.rotaryStart),
                                  .pairs = static_cast<std::int64_t>(from.pairs),
                                  .pairing = static_cast<posenc::Pairing>(from.pairing),
                                  .theta = from.theta,
                                  .scaling = static_cast<posenc::Scaling>(from.scaling),
                                  .factor = from.factor,
                                  .originalLength = from.originalLength,
                                  .betaFast = from.betaFast,
                                  .betaSlow = from.betaSlow,
                                  .truncate = from.truncate != 0,
                                  .mscale = from.mscale,
                                  .mscaleAllDim = from.mscaleAllDim,
                                  .lowFreqFactor = from.lowFreqFactor,
                                  .highFreqFactor = from.highFreqFactor,
                                  .partial = from.partial,
                                  .attentionFactor = from.attentionFactor,
                                  .shortFactor = at<const double>(from.shortFactor),
                                  .longFactor = at<const double>(from.longFactor),
                                  .frequencies = at<const double>(from.frequencies),
                                  .xposBase = from.xposBase,
                                  .axes = static_cast<std::int64_t>(from.axes),
                                  .interleaved = from.interleaved != 0,
                                  .matrixHeads = static_cast<std::int64_t>(from.matrixHeads),
                                  .sectionCount = static_cast<std::int64_t>(from.sectionCount),
                                  .sections = at<const double>(from.sections),
                                  .axisPairs = at<const double>(from.axisPairs),
                                  .matrix = at<const double>(from.matrix)});
  return isMade ? addressOf(plan.release()) : 0;
}

void destroyRotary(std::uintptr_t plan) { delete at<RotaryPlan>(plan); }

double prepareRotary(std::uintptr_t plan, double length) {
  return at<RotaryPlan>(plan)->prepare(length) ? 1 : 0;
}

void rotaryFrequencies(std::uintptr_t plan, std::uintptr_t out) {
  const posenc::Buffer<double>& frequencies = at<const RotaryPlan>(plan)->frequencies();
  std::copy(frequencies.begin(), frequencies.end(), at<double>(out));
}

double rotaryAttention(std::uintptr_t plan) { return at<const RotaryPlan>(plan)->attention(); }

double rotaryLargestPosition(std::uintptr_t plan) {
  return at<RotaryPlan>(plan)->largestPosition();
}

double rotaryMostPositions(std::uintptr_t plan) {
  return static_cast<double>(at<const RotaryPlan>(plan)->mostPositions());
}

double rotaryBytes(std::uintptr_t plan) {
  return static_cast<double>(at<const RotaryPlan>(plan)->bytes());
}

void writeRotaryTables(std::uintptr_t plan, int form, int dtype, int xposSign, double center,
                       std::uintptr_t positions, double first, double count, double head,
                       std::uintptr_t cos, std::uintptr_t sin) {
  at<RotaryPlan>(plan)->writeTables(
      static_cast<posenc::TableForm>(form), static_cast<posenc::DType>(dtype), {xposSign, center},
      positionsAt(plan, positions, first), static_cast<std::int64_t>(count),
      static_cast<std::int64_t>(head), at<void>(cos), at<void>(sin));
}

void applyRotary(std::uintptr_t plan, int rotation, int dtype, int xposSign, double center,
                 std::uintptr_t positions, double first, double count, double heads,
                 double positionStep, double headStep, double head, std::uintptr_t x,
                 std::uintptr_t out) {
  at<RotaryPlan>(plan)->apply(static_cast<posenc::Rotation>(rotation),
                              static_cast<posenc::DType>(dtype), {xposSign, center},
                              positionsAt(plan, positions, first),
                              vectorsOf(count, heads, positionStep, headStep),
                              static_cast<std::int64_t>(head), at<const void>(x), at<void>(out));
}

void writePolar(std::uintptr_t plan, std::uintptr_t positions, double first, double count,
                double heads, double positionStep, double headStep, std::uintptr_t bias,
                std::uintptr_t x, std::uintptr_t out) {
  at<RotaryPlan>(plan)->writePolar(positionsAt(plan, positions, first),
                                   vectorsOf(count, heads, positionStep, headStep),
                                   at<const float>(bias), at<const float>(x), at<float>(out));
}

}  // namespace wasm

// Rotation tables to walk along positions, for channels first: a column holds one pair at all fine
// steps, from the first before a coarse row on. It makes the same turns as row_rotation in the same
// order, and so the same bits.
#pragma once

#include <array>

#include "base/block.hpp"
#include "base/buffer.hpp"
#include "phase/coarse_fine.hpp"
#include "phase/positions.hpp"
#include "phase/step_rotations.hpp"

namespace posenc {

class ColumnTables {
 public:
  static constexpr int kGroupBits = 6;  // coarse values made at a time
  static constexpr std::int64_t kGroup = std::int64_t{1} << kGroupBits;

  /// The frequencies must stay where they are. False when there is no memory.
  bool make(const Buffer<double>& frequencies, const EvenPositions& positions, Phase phase);
  /// What a run of values is made of: kFineRows values from `fineStart` on, turned by `coarse`,
  /// then all of them by each up to `coarseEnd`. Valid until the next call.
  struct CoarseRun {
    const float* fine;
    std::int64_t fineStart;
    const CoarsePair* coarse;
    const CoarsePair* coarseEnd;
  };
  CoarseRun at(std::int64_t pair, std::int64_t row);

  [[nodiscard]] std::int64_t bytes() const {
    return rotations_.bytes() + fine_.bytes() + groups_.bytes();
  }

 private:
  using Group = std::array<CoarsePair, kGroup>;

  const Group& groupOf(std::int64_t pair, std::int64_t group);
  void writeGroup(std::int64_t pair, std::int64_t group, Group& out) const;

  EvenPositions positions_;
  Phase phase_ = Phase::sinCos;
  const double* frequencies_ = nullptr;
  StepRotations rotations_;
  Buffer<float> fine_;
  Buffer<Group> groups_;  // [pair][group], when kept
  Group current_{};
  std::int64_t firstGroup_ = 0;
  std::int64_t groupCount_ = 0;
  std::int64_t currentPair_ = -1;
  std::int64_t currentGroup_ = 0;
};

}  // namespace posenc

// Coarse and fine tables for channels first. A fine column holds one pair at all fine rows, from
// the first one before the coarse row. The rotations are those of row_tables, in the same order,
// and so give the same bits.
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
  static constexpr int kGroupBits = 6;  // coarse values computed at a time
  static constexpr std::int64_t kGroup = std::int64_t{1} << kGroupBits;
  /// Groups are kept once they are computed, if all of them take at most this much: a 32nd of the
  /// values that they give.
  static constexpr std::int64_t kGroupTableBytes = std::int64_t{1} << 24;

  /// Keeps a pointer to the frequencies. Returns false when there is no memory.
  bool make(const Buffer<double>& frequencies, const EvenPositions& positions, Phase phase);
  /// Rotating the fine column by `coarse` gives the kFineRows values around that coarse row, of
  /// which those from `fineStart` are wanted; each further coarse value up to `coarseEnd` gives
  /// kFineRows more. Valid until the next call.
  struct CoarseRun {
    const float* fine;
    std::int64_t fineStart;
    const CoarsePair* coarse;
    const CoarsePair* coarseEnd;
  };
  CoarseRun at(std::int64_t pair, std::int64_t row);

  [[nodiscard]] std::int64_t bytes() const {
    return rotations_.bytes() + fine_.bytes() + groups_.bytes() + isWritten_.bytes();
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
  Buffer<bool> isWritten_;
  Group current_{};
  std::int64_t firstGroup_ = 0;
  std::int64_t groupCount_ = 0;
  std::int64_t currentPair_ = -1;
  std::int64_t currentGroup_ = 0;
};

}  // namespace posenc

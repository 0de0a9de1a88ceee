// Builds the columns in groups of coarse values, in the order of rotations that row_tables has.
#include "phase/column_tables.hpp"

#include <algorithm>
#include <bit>

#include "base/attributes.hpp"

namespace posenc {
namespace {

/// Fills values[j] for j in [0, 2^levels) from values[0], with the rotations in the order of
/// RowRecurrence.
void fillFromRotations(const StepRotations& rotations, int firstLevel, int levels,
                       std::int64_t pair, double* sin, double* cos) {
  for (int level = levels - 1; level >= 0; --level) {
    const SinCos rotation = rotations.at(firstLevel + level, pair);
    const std::int64_t half = std::int64_t{1} << level;
    for (std::int64_t j = 0; j < std::int64_t{1} << levels; j += 2 * half) {
      const SinCos sum = addAngles({sin[j], cos[j]}, rotation);
      sin[j + half] = sum.sin;
      cos[j + half] = sum.cos;
    }
  }
}

}  // namespace

POSENC_SMALL bool ColumnTables::make(const Buffer<double>& frequencies,
                                     const EvenPositions& positions, Phase phase) {
  positions_ = positions;
  frequencies_ = frequencies.data();
  phase_ = phase;
  if (!rotations_.make(frequencies, positions)) return false;
  const std::int64_t pairs = frequencies.size();
  if (!fine_.allocate(pairs * 2 * kFineRows)) return false;
  const int fineLevels = std::bit_width(static_cast<std::uint64_t>(rotations_.fineRowCount() - 1));
  for (std::int64_t pair = 0; pair < pairs; ++pair) {
    double sin[kFineRows] = {0};
    double cos[kFineRows] = {1};
    fillFromRotations(rotations_, 0, fineLevels, pair, sin, cos);
    float* const first = fine_.data() + pair * 2 * kFineRows + kHalfFineRows;
    float* const second = first + kFineRows;
    for (std::int64_t m = 0; m <= kHalfFineRows; ++m) {
      const auto sine = static_cast<float>(phase == Phase::cosSin ? -sin[m] : sin[m]);
      const auto cosine = static_cast<float>(cos[m]);
      first[-m] = -sine;
      second[-m] = cosine;
      if (m == kHalfFineRows) break;
      first[m] = sine;
      second[m] = cosine;
    }
  }
  if (positions.length() == 0) return true;
  firstGroup_ = positions.coarse(0) >> kGroupBits;
  groupCount_ = (positions.coarse(positions.length() - 1) >> kGroupBits) - firstGroup_ + 1;
  const auto bytes = static_cast<double>(pairs) * static_cast<double>(groupCount_) * sizeof(Group);
  if (bytes > kGroupTableBytes) return true;
  if (!groups_.allocate(pairs * groupCount_) || !isWritten_.allocate(pairs * groupCount_)) {
    return false;
  }
  std::fill(isWritten_.begin(), isWritten_.end(), false);
  return true;
}

ColumnTables::CoarseRun ColumnTables::at(std::int64_t pair, std::int64_t row) {
  const std::int64_t coarse = positions_.coarse(row);
  const Group& group = groupOf(pair, coarse >> kGroupBits);
  return {fine_.data() + pair * 2 * kFineRows, positions_.fine(row) + kHalfFineRows,
          group.data() + (coarse & (kGroup - 1)), group.data() + kGroup};
}

const ColumnTables::Group& ColumnTables::groupOf(std::int64_t pair, std::int64_t group) {
  if (!groups_.empty()) {
    const std::int64_t at = pair * groupCount_ + group - firstGroup_;
    if (!isWritten_[at]) writeGroup(pair, group, groups_[at]);
    isWritten_[at] = true;
    return groups_[at];
  }
  if (pair != currentPair_ || group != currentGroup_) writeGroup(pair, group, current_);
  currentPair_ = pair;
  currentGroup_ = group;
  return current_;
}

void ColumnTables::writeGroup(std::int64_t pair, std::int64_t group, Group& out) const {
  const std::int64_t coarse = group * kGroup;
  const DoubleDouble position = positions_.ofCoarse(anchorOf(coarse) << kCoarseBits);
  SinCos base = sinCosOfProduct(position, frequencies_[pair]);
  for (int level = rotations_.coarseLevels() - 1; level >= kGroupBits; --level) {
    if (((coarse >> level) & 1) != 0)
      base = addAngles(base, rotations_.at(kFineBits + level, pair));
  }
  double sin[kGroup] = {base.sin};
  double cos[kGroup] = {base.cos};
  fillFromRotations(rotations_, kFineBits, std::min(kGroupBits, rotations_.coarseLevels()), pair,
                    sin, cos);
  for (std::int64_t j = 0; j < kGroup; ++j) {
    const auto sine = static_cast<float>(sin[j]) + 0.0F;  // no negative zero, as in row_tables
    const auto cosine = static_cast<float>(cos[j]);
    out[static_cast<std::size_t>(j)] =
        phase_ == Phase::cosSin ? CoarsePair{cosine, sine} : CoarsePair{sine, cosine};
  }
}

}  // namespace posenc

// Unpacks rows of the core's tables.
#include "export/exported_tables.hpp"

#include <algorithm>
#include <cstdlib>

namespace posenc {

bool ExportedTables::make(const Axis& axis) {
  axis_ = &axis;
  stride_ = axis.frequencies().size();
  coarseRows_ = axis.length();
  if (!axis.isEvenlySpaced())
    return pointPhases_.make(axis.frequencies(), axis.angles(), axis.phase());
  const EvenPositions positions = axis.evenPositions();
  if (!rowTables_.make(axis.frequencies(), positions, axis.phase())) return false;
  start_ = positions.fine(0) + kHalfFineRows;
  fineBits_ = kFineBits;
  fineRows_ = kFineRows;
  if (coarseRows_ > 0) coarseRows_ = positions.coarse(axis.length() - 1) - positions.coarse(0) + 1;
  return true;
}

void ExportedTables::write(std::int64_t row, float* out) {
  const std::int64_t coarse = row - fineRows_;
  const float* from = nullptr;  // nullptr: the row of angle 0
  float sign = 1;
  if (fineBits_ == 0) {
    if (coarse >= 0) from = pointPhases_.row(axis_->position(coarse));
  } else if (coarse < 0) {
    const std::int64_t m = row - kHalfFineRows;
    if (m < 0) sign = -1;
    if (std::abs(m) < rowTables_.fineRows()) from = rowTables_.fineRow(std::abs(m));
  } else {
    from = rowTables_.at(std::max<std::int64_t>(coarse * kFineRows - start_, 0)).coarse;
  }
  for (std::int64_t i = 0; i < stride_; ++i) {
    out[i] = from == nullptr ? 0 : sign * from[pairOffset(i)];
    out[stride_ + i] = from == nullptr ? 1 : from[pairOffset(i) + kLanes];
  }
}

}  // namespace posenc

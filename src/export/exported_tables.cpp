#include "export/exported_tables.hpp"

#include <algorithm>
#include <cstdlib>

namespace posenc {

bool BlockTables::make(const Axis& axis) {
  axis_ = &axis;
  stride_ = axis.frequencies().size();
  coarseRows_ = axis.length();
  if (!axis.isEvenlySpaced()) return points_.make(axis.frequencies(), axis.angles(), axis.phase());
  const Positions positions = axis.positions();
  if (!rotation_.make(axis.frequencies(), positions, axis.phase())) return false;
  first_ = positions.fine(0) + kFineReach;
  fineBits_ = kFineBits;
  fineRows_ = kFineRows;
  if (coarseRows_ > 0) coarseRows_ = positions.coarse(axis.length() - 1) - positions.coarse(0) + 1;
  return true;
}

void BlockTables::write(std::int64_t row, float* out) {
  const std::int64_t coarse = row - fineRows_;
  const float* from = nullptr;  // a row that turns by nothing
  float sign = 1;
  if (fineBits_ == 0) {
    if (coarse >= 0) from = points_.at(axis_->position(coarse));
  } else if (coarse < 0) {
    const std::int64_t m = row - kFineReach;
    if (m < 0) sign = -1;
    if (std::abs(m) < rotation_.fineRows()) from = rotation_.fineRow(std::abs(m));
  } else {
    from = rotation_.at(std::max<std::int64_t>(coarse * kFineRows - first_, 0)).coarse;
  }
  for (std::int64_t i = 0; i < stride_; ++i) {
    out[i] = from == nullptr ? 0 : sign * from[placeOf(i)];
    out[stride_ + i] = from == nullptr ? 1 : from[placeOf(i) + kLanes];
  }
}

}  // namespace posenc

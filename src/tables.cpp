#include "tables.hpp"

#include <algorithm>

namespace posenc {

bool BlockTables::make(const Axis& axis) {
  axis_ = &axis;
  stride_ = axis.frequencies().size();
  coarseRows_ = axis.length();
  if (!axis.isEvenlySpaced()) return points_.make(axis.frequencies(), axis.angles(), axis.phase());
  const Positions positions = axis.positions();
  if (!rotation_.make(axis.frequencies(), positions, axis.phase())) return false;
  first_ = positions.fine(0);
  fineBits_ = kFineBits;
  fineRows_ = rotation_.fineRows();
  if (coarseRows_ > 0) coarseRows_ = positions.coarse(axis.length() - 1) - positions.coarse(0) + 1;
  return true;
}

void BlockTables::write(std::int64_t row, float* out) {
  const std::int64_t coarse = row - fineRows_;
  const float* from = nullptr;  // a row that turns by nothing
  if (fineBits_ == 0) {
    if (coarse >= 0) from = points_.at(axis_->position(coarse)).fine;
  } else if (coarse < 0) {
    from = rotation_.fineRow(row);
  } else {
    from = rotation_.at(std::max<std::int64_t>(coarse * kFineRows - first_, 0)).parts.coarse;
  }
  if (from != nullptr) {
    std::copy_n(from, 2 * stride_, out);
  } else {
    std::fill_n(out, stride_, 0.0F);
    std::fill_n(out + stride_, stride_, 1.0F);
  }
}

}  // namespace posenc

// Writes the rows of a coarse block: directly and two at a time where they consist of whole cache
// lines, otherwise via a scratch buffer.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "base/row_order.hpp"
#include "kernels/rotate.hpp"
#include "phase/coarse_fine.hpp"

namespace posenc {

/// Writes the rows of a coarse block, `stride` values apart.
template <class Op>
struct BlockWriter {
  const Block& block;
  Layout layout;
  const CoarseBlock& rows;
  Index stride;
  RowOrder order;
  float* out;
  const float* x;

  // How many values of a row each of the layout's two kernels writes, and where the second one
  // starts.
  Index counts[2] = {
      static_cast<Index>(layout == Layout::interleaved ? block.columns : block.firstCount),
      static_cast<Index>(layout == Layout::interleaved ? 0 : block.secondCount)};
  Index secondOffset = static_cast<Index>(layout == Layout::interleaved ? 0 : block.pairs);

  [[nodiscard]] bool isWanted(Index row) const { return row >= rows.begin && row < rows.end; }
  [[nodiscard]] Index offsetOf(Index row) const { return (row - rows.begin) * stride; }
  [[nodiscard]] Index last() const { return std::max(-rows.begin, rows.end - 1); }

  void writeCoarseRow() const {
    if (!isWanted(0)) return;
    storePackedRow<Op>(block, layout, rows.coarse, out + offsetOf(0), Op::advance(x, offsetOf(0)));
  }

  /// Partial cache-line stores cause a write-allocate read; Add reads the line anyway.
  [[nodiscard]] bool isLineAligned() const {
    const auto isWhole = [](Index count) { return count % kLineValues == 0; };
    return isWhole(counts[0]) && isWhole(counts[1]) &&
           (std::is_same_v<Op, Add> ||
            (isCacheLineAligned(out) && isWhole(stride) && isWhole(secondOffset)));
  }

  /// Writes directly: mirrored rows together, rows without a mirror image one by one.
  void writeMirrored() const {
    const RotateKernels<Op>& kernels = kRotateKernels<Op>[static_cast<int>(layout)];
    writeCoarseRow();
    const Index both = std::min(-rows.begin, rows.end - 1);
    if (both > 0) {
      kernels.mirror(rows.coarse, rows.fine, rows.fineStride, both, counts[0], counts[1],
                     secondOffset, stride, out + offsetOf(0), Op::advance(x, offsetOf(0)));
    }
    for (Index m = std::max<Index>(both, 0) + 1; m <= last(); ++m) {
      for (const Index row : {m, -m}) {
        if (isWanted(row)) writeOne(row, m);
      }
    }
  }

  /// Writes directly, one row after another.
  void writeAscending() const {
    const RotateKernels<Op>& kernels = kRotateKernels<Op>[static_cast<int>(layout)];
    const Index before = std::min<Index>(rows.end, 0) - rows.begin;
    if (before > 0) {
      kernels.ascendBefore(rows.coarse, rows.fine - rows.begin * rows.fineStride, -rows.fineStride,
                           before, counts[0], counts[1], secondOffset, stride, out, x);
    }
    writeCoarseRow();
    const Index next = std::max<Index>(rows.begin, 1);
    if (rows.end > next) {
      kernels.ascendAfter(rows.coarse, rows.fine + next * rows.fineStride, rows.fineStride,
                          rows.end - next, counts[0], counts[1], secondOffset, stride,
                          out + offsetOf(next), Op::advance(x, offsetOf(next)));
    }
  }

  /// For rows that are not aligned and too long for the scratch buffer.
  void writeRowByRow() const {
    for (Index row = rows.begin; row < rows.end; ++row) {
      if (row == 0) {
        writeCoarseRow();
      } else {
        writeOne(row, std::abs(row));
      }
    }
  }

  void writeOne(Index row, Index m) const {
    const RotateKernels<Encode>& kernels = kRotateKernels<Encode>[static_cast<int>(layout)];
    const auto rotate = row > 0 ? kernels.ascendAfter : kernels.ascendBefore;
    for (int part = 0; part < 2; ++part) {
      const Index to = offsetOf(row) + part * secondOffset;
      storeViaScratch<Op>(
          [&](Index made, Index run, float* target) {
            const Index table = made * kernels.tablePerValue;
            rotate(rows.coarse + table, rows.fine + m * rows.fineStride + table, 0, 1,
                   part == 0 ? run : 0, part == 1 ? run : 0, 0, 0, target, nullptr);
          },
          counts[part], out + to, Op::advance(x, to));
    }
  }

  /// Computes aligned rows in a scratch buffer, as many at a time as fit, and copies them. Returns
  /// false when too few fit.
  bool writeViaScratch() const {
    constexpr Index kBuffer = 4096;
    const Index secondStart = roundUpToCacheLine(counts[0]);
    const Index length = secondStart + roundUpToCacheLine(counts[1]);
    const Index atOnce = (kBuffer / std::max<Index>(length, 1) - 1) / 2;
    if (atOnce < 1) return false;
    alignas(64) float buffer[kBuffer];
    float* const coarseRow = buffer + atOnce * length;
    const auto copyOut = [&](Index row, const float* from) {
      if (!isWanted(row)) return;
      const Index to = offsetOf(row);
      copyRow<Op>(from, counts[0], out + to, Op::advance(x, to));
      copyRow<Op>(from + secondStart, counts[1], out + to + secondOffset,
                  Op::advance(x, to + secondOffset));
    };
    for (Index done = 0; done == 0 || done < last(); done += atOnce) {
      const Index run = std::min(atOnce, last() - done);
      kRotateKernels<Encode>[static_cast<int>(layout)].mirror(
          rows.coarse, rows.fine + done * rows.fineStride, rows.fineStride, run, secondStart,
          length - secondStart, secondStart, length, coarseRow, nullptr);
      for (Index k = run; k > 0; --k) copyOut(-(done + k), coarseRow - k * length);
      if (done == 0) writeCoarseRow();
      for (Index k = 1; k <= run; ++k) copyOut(done + k, coarseRow + k * length);
    }
    return true;
  }
};

/// Writes the rows of a coarse block, `stride` values apart.
template <class Op>
void writeCoarseBlock(const Block& block, Layout layout, const CoarseBlock& rows, Index stride,
                      RowOrder order, float* out, const float* x) {
  if (rows.coarse == nullptr) {
    for (Index m = rows.begin; m < rows.end; ++m) {
      storePackedRow<Op>(block, layout, rows.fine + m * rows.fineStride, out, x);
      out += stride;
      x = Op::advance(x, stride);
    }
    return;
  }
  const BlockWriter<Op> writer{block, layout, rows, stride, order, out, x};
  if (writer.isLineAligned()) {
    order == RowOrder::ascending ? writer.writeAscending() : writer.writeMirrored();
  } else if (!writer.writeViaScratch()) {
    writer.writeRowByRow();
  }
}

}  // namespace posenc

// Rows that share a coarse row, on their way into a result: straight into it where they lie in
// whole lines of the cache, two at a time, else through a buffer.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "kernels/rotate.hpp"
#include "phase/coarse_fine.hpp"

namespace posenc {

/// Rows of a block on their way into a result, `stride` values apart.
template <class Op>
struct BlockWriter {
  const Block& block;
  Layout layout;
  const CoarseBlock& rows;
  Index stride;
  float* out;
  const float* x;

  // What each of a layout's two loops writes of a row, and where.
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

  /// Lines of the cache that are not written whole would be read first, unless they are anyway.
  [[nodiscard]] bool isLineAligned() const {
    const auto isWhole = [](Index count) { return count % kLineValues == 0; };
    return isWhole(counts[0]) && isWhole(counts[1]) &&
           (std::is_same_v<Op, Add> ||
            (isCacheLineAligned(out) && isWhole(stride) && isWhole(secondOffset)));
  }

  /// Straight into the result, and one by one what has no mirror image.
  void writeInPlace() const {
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

  /// Long rows that do not lie in lines.
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
    const RotateKernels<Op>& kernels = kRotateKernels<Op>[static_cast<int>(layout)];
    for (int part = 0; part < 2; ++part) {
      const Index to = offsetOf(row) + part * secondOffset;
      storeViaScratch<Op>(
          [&](Index made, Index run, float* target) {
            const Index table = made * kernels.tablePerValue;
            kernels.write[part](rows.coarse + table, rows.fine + m * rows.fineStride + table, run,
                                row > 0 ? Side::after : Side::before, target);
          },
          counts[part], out + to, Op::advance(x, to));
    }
  }

  /// Through a buffer where rows lie in lines, as many at a time as it holds. False when it holds
  /// too few.
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

/// Writes rows of a block, `stride` values apart.
template <class Op>
void writeCoarseBlock(const Block& block, Layout layout, const CoarseBlock& rows, Index stride,
                      float* out, const float* x) {
  if (rows.coarse == nullptr) {
    for (Index m = rows.begin; m < rows.end; ++m) {
      storePackedRow<Op>(block, layout, rows.fine + m * rows.fineStride, out, x);
      out += stride;
      x = Op::advance(x, stride);
    }
    return;
  }
  const BlockWriter<Op> writer{block, layout, rows, stride, out, x};
  if (writer.isLineAligned()) {
    writer.writeInPlace();
  } else if (!writer.writeViaScratch()) {
    writer.writeRowByRow();
  }
}

}  // namespace posenc

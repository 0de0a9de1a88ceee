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
struct RowWriter {
  const Block& block;
  Layout layout;
  const TurnedRows& rows;
  Index stride;
  float* out;
  const float* x;

  // What each of a layout's two loops writes of a row, and where.
  Index counts[2] = {
      static_cast<Index>(layout == Layout::interleaved ? block.columns : block.firsts),
      static_cast<Index>(layout == Layout::interleaved ? 0 : block.seconds)};
  Index toSecond = static_cast<Index>(layout == Layout::interleaved ? 0 : block.pairs);

  [[nodiscard]] bool isWanted(Index row) const { return row >= rows.first && row < rows.end; }
  [[nodiscard]] Index placeOf(Index row) const { return (row - rows.first) * stride; }
  [[nodiscard]] Index last() const { return std::max(-rows.first, rows.end - 1); }

  void writeMiddle() const {
    if (!isWanted(0)) return;
    writeRow<Op>(block, layout, rows.coarse, out + placeOf(0), Op::advance(x, placeOf(0)));
  }

  /// Lines of the cache that are not written whole would be read first, unless they are anyway.
  [[nodiscard]] bool isInLines() const {
    const auto isWhole = [](Index count) { return count % kLineValues == 0; };
    return isWhole(counts[0]) && isWhole(counts[1]) &&
           (std::is_same_v<Op, Add> || (beginsLine(out) && isWhole(stride) && isWhole(toSecond)));
  }

  /// Straight into the result, and one by one what has no mirror image.
  void writeInPlace() const {
    const Loops<Op>& loops = kLoops<Op>[static_cast<int>(layout)];
    writeMiddle();
    const Index both = std::min(-rows.first, rows.end - 1);
    if (both > 0) {
      loops.mirror(rows.coarse, rows.fine, rows.fineStride, both, counts[0], counts[1], toSecond,
                   stride, out + placeOf(0), Op::advance(x, placeOf(0)));
    }
    for (Index m = std::max<Index>(both, 0) + 1; m <= last(); ++m) {
      for (const Index row : {m, -m}) {
        if (isWanted(row)) writeOne(row, m);
      }
    }
  }

  /// Long rows that do not lie in lines.
  void writeEach() const {
    for (Index row = rows.first; row < rows.end; ++row) {
      if (row == 0) {
        writeMiddle();
      } else {
        writeOne(row, std::abs(row));
      }
    }
  }

  void writeOne(Index row, Index m) const {
    const Loops<Op>& loops = kLoops<Op>[static_cast<int>(layout)];
    for (int share = 0; share < 2; ++share) {
      const Index to = placeOf(row) + share * toSecond;
      writeMade<Op>(
          [&](Index made, Index run, float* target) {
            const Index table = made * loops.tablePerValue;
            loops.write[share](rows.coarse + table, rows.fine + m * rows.fineStride + table, run,
                               row > 0 ? Side::behind : Side::before, target);
          },
          counts[share], out + to, Op::advance(x, to));
    }
  }

  /// Through a buffer where rows lie in lines, as many at a time as it holds. False when it holds
  /// too few.
  bool writeThroughBuffer() const {
    constexpr Index kBuffer = 4096;
    const Index second = toWholeLines(counts[0]);
    const Index length = second + toWholeLines(counts[1]);
    const Index atOnce = (kBuffer / std::max<Index>(length, 1) - 1) / 2;
    if (atOnce < 1) return false;
    alignas(64) float buffer[kBuffer];
    float* const middle = buffer + atOnce * length;
    const auto take = [&](Index row, const float* from) {
      if (!isWanted(row)) return;
      const Index to = placeOf(row);
      copyRow<Op>(from, counts[0], out + to, Op::advance(x, to));
      copyRow<Op>(from + second, counts[1], out + to + toSecond, Op::advance(x, to + toSecond));
    };
    for (Index done = 0; done == 0 || done < last(); done += atOnce) {
      const Index run = std::min(atOnce, last() - done);
      kLoops<Encode>[static_cast<int>(layout)].mirror(
          rows.coarse, rows.fine + done * rows.fineStride, rows.fineStride, run, second,
          length - second, second, length, middle, nullptr);
      for (Index k = run; k > 0; --k) take(-(done + k), middle - k * length);
      if (done == 0) writeMiddle();
      for (Index k = 1; k <= run; ++k) take(done + k, middle + k * length);
    }
    return true;
  }
};

/// Writes rows of a block, `stride` values apart.
template <class Op>
void writeRows(const Block& block, Layout layout, const TurnedRows& rows, Index stride, float* out,
               const float* x) {
  if (rows.coarse == nullptr) {
    for (Index m = rows.first; m < rows.end; ++m) {
      writeRow<Op>(block, layout, rows.fine + m * rows.fineStride, out, x);
      out += stride;
      x = Op::advance(x, stride);
    }
    return;
  }
  const RowWriter<Op> writer{block, layout, rows, stride, out, x};
  if (writer.isInLines()) {
    writer.writeInPlace();
  } else if (!writer.writeThroughBuffer()) {
    writer.writeEach();
  }
}

}  // namespace posenc

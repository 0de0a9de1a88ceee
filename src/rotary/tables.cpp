// Tables of cosines and sines, for caches of models.
#include <algorithm>
#include <type_traits>

#include "base/attributes.hpp"
#include "kernels/interleave.hpp"
#include "kernels/rotate.hpp"
#include "kernels/round16.hpp"
#include "rotary/plan.hpp"

namespace posenc {
namespace {

/// The rows of a coarse block, in whole cache lines.
POSENC_SMALL void writeCoarseBlockToBoth(const CoarseBlock& rows, WholeLines count, float* sin,
                                         float* cos) {
  const auto unpack = [&](const float* row, Index at) {
    unpackPart(row, count, sin + at * count);
    unpackPart(row + kLanes, count, cos + at * count);
  };
  if (rows.coarse == nullptr) {
    for (Index m = rows.begin; m < rows.end; ++m)
      unpack(rows.fine + m * rows.fineStride, m - rows.begin);
    return;
  }
  const Index before = std::min<Index>(rows.end, 0) - rows.begin;
  if (before > 0) {
    rotateToBoth<Side::before>(rows.coarse, rows.fine - rows.begin * rows.fineStride,
                               -rows.fineStride, before, count, sin, cos);
  }
  if (rows.begin <= 0 && rows.end > 0) unpack(rows.coarse, -rows.begin);
  const Index next = std::max<Index>(rows.begin, 1);
  if (rows.end > next) {
    const Index at = (next - rows.begin) * count;
    rotateToBoth<Side::after>(rows.coarse, rows.fine + next * rows.fineStride, rows.fineStride,
                              rows.end - next, count, sin + at, cos + at);
  }
}

}  // namespace

/// Writes rows of one value per pair in another form; `rest` is what dimensions that do not rotate
/// have.
template <class T>
POSENC_SMALL void RotaryPlan::expand(TableForm form, std::int64_t count, T rest, const T* from,
                                     T* out) const {
  const std::int64_t n = spec_.pairs;
  const auto twice = [&](std::int64_t size) {
    out = std::copy_n(from, size, std::copy_n(from, size, out));
    from += size;
  };
  for (; count > 0; --count) {
    if (form == TableForm::doubled) {
      twice(n);
    } else if (form == TableForm::repeated) {
      for (std::int64_t k = 0; k < n; ++k) twice(1);
    } else {
      out = std::fill_n(out, spec_.rotaryStart, rest);
      if (spec_.axisPairs == nullptr) twice(n);
      for (std::int64_t axis = 0; spec_.axisPairs != nullptr && axis < spec_.axes; ++axis) {
        twice(static_cast<std::int64_t>(spec_.axisPairs[axis]));
      }
      out = std::fill_n(out, spec_.headDim - spec_.rotaryStart - 2 * n, rest);
    }
  }
}

/// Float32 rows of one value per pair.
POSENC_SMALL void RotaryPlan::writeHalfRows(const RotaryPositions& positions, std::int64_t count,
                                            std::int64_t head, float* cos, float* sin) {
  const std::int64_t n = spec_.pairs;
  const Index wholeLines = roundUpToCacheLine(static_cast<Index>(n));
  float* const lines = lines_.data();
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t first = positions.at(done);
    if (first < 0) {
      const SinCos* const row = axes_.at(positions.vectorAt(done), head);
      for (std::int64_t pair = 0; pair < n; ++pair) {
        cos[done * n + pair] = static_cast<float>(row[pair].cos * attention_);
        sin[done * n + pair] = static_cast<float>(row[pair].sin * attention_) + 0.0F;
      }
      ++done;
      continue;
    }
    CoarseBlock rows = tables_.at(first);
    const std::int64_t most = std::min<std::int64_t>(rows.end - rows.begin, count - done);
    std::int64_t run = 1;
    if (wholeLines == n) {
      while (run < most && positions.at(done + run) == first + run) ++run;
    }
    rows.end = rows.begin + static_cast<Index>(run);
    float* const toCos = cos + done * n;
    float* const toSin = sin + done * n;
    if (wholeLines == n) {
      writeCoarseBlockToBoth(rows, wholeLines, toSin, toCos);
    } else {
      writeCoarseBlockToBoth(rows, wholeLines, lines, lines + wholeLines);
      std::copy_n(lines, n, toSin);
      std::copy_n(lines + wholeLines, n, toCos);
    }
    done += run;
  }
}

/// Rows of one value per pair, of any type.
template <class T>
POSENC_SMALL void RotaryPlan::writeRows(DType dtype, const Xpos& xpos,
                                        const RotaryPositions& positions, std::int64_t count,
                                        std::int64_t head, T* cos, T* sin) {
  const std::int64_t n = spec_.pairs;
  const auto exact = [&](std::int64_t i) {
    return exactRow(positions, i / n, i % n, attention_, xpos, head);
  };
  if (std::is_same_v<T, double> || xpos.sign != 0) {
    for (std::int64_t i = 0; i < count * n; ++i) {
      const SinCos value = exact(i);
      if constexpr (std::is_same_v<T, std::uint16_t>) {
        cos[i] = roundToHalf(halfOf(dtype), value.cos);
        sin[i] = roundToHalf(halfOf(dtype), value.sin);
      } else {
        cos[i] = static_cast<T>(value.cos);
        sin[i] = static_cast<T>(value.sin);
      }
    }
    return;
  }
  if constexpr (std::is_same_v<T, float>) writeHalfRows(positions, count, head, cos, sin);
  if constexpr (std::is_same_v<T, std::uint16_t>) {
    // Values that are scaled by more may exceed the range of float16.
    const Slack slack = attention_ <= 2 ? Slack::absolute : Slack::relative;
    const auto round = [&](const float* values, bool isSin, T* out) {
      round16(
          halfOf(dtype), slack, count * n, nullptr, out,
          [&](std::int64_t, std::int64_t most) { return most; },
          [&](std::int64_t done, std::int64_t run, float* to) {
            std::copy_n(values + done, run, to);
          },
          [&](std::int64_t i) { return isSin ? exact(i).sin : exact(i).cos; }, attention_);
    };
    float* const cosines = lines_.data() + 2 * roundUpToCacheLine(static_cast<Index>(n));
    float* const sines = cosines + chunkRows() * n;
    writeHalfRows(positions, count, head, cosines, sines);
    round(cosines, false, cos);
    round(sines, true, sin);
  }
}

POSENC_SMALL void RotaryPlan::writeTables(TableForm form, DType dtype, const Xpos& xpos,
                                          const RotaryPositions& positions, std::int64_t count,
                                          std::int64_t head, void* cos, void* sin) {
  const std::int64_t n = spec_.pairs;
  const auto write = [&](auto* toCos, auto* toSin, bool inChunks) {
    const bool isHalf = form == TableForm::half;
    const std::int64_t most = inChunks || !isHalf ? chunkRows() : count;
    const std::int64_t width = isHalf ? n : form == TableForm::tiled ? spec_.headDim : 2 * n;
    using T = std::remove_pointer_t<decltype(toCos)>;
    const T one = std::is_same_v<T, std::uint16_t> ? static_cast<T>(roundToHalf(halfOf(dtype), 1.0))
                                                   : static_cast<T>(1);
    for (std::int64_t done = 0; done < count; done += most) {
      const std::int64_t rows = std::min(most, count - done);
      const RotaryPositions at = positions.from(done);
      if (isHalf) {
        writeRows(dtype, xpos, at, rows, head, toCos + done * n, toSin + done * n);
        continue;
      }
      auto* const chunk = reinterpret_cast<T*>(chunk_.data());
      writeRows(dtype, xpos, at, rows, head, chunk, chunk + rows * n);
      expand(form, rows, one, chunk, toCos + done * width);
      expand(form, rows, T{0}, chunk + rows * n, toSin + done * width);
    }
  };
  if (dtype == DType::float32) {
    write(static_cast<float*>(cos), static_cast<float*>(sin), false);
  } else if (dtype == DType::float64) {
    write(static_cast<double*>(cos), static_cast<double*>(sin), false);
  } else {
    write(static_cast<std::uint16_t*>(cos), static_cast<std::uint16_t*>(sin), true);
  }
}

}  // namespace posenc

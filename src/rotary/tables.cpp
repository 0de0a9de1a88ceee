// Tables of cosines and sines, for caches of models.
#include <algorithm>
#include <type_traits>

#include "kernels/round16.hpp"
#include "kernels/row_writer.hpp"
#include "rotary/plan.hpp"

namespace posenc {
namespace {

/// Rows of n values at the start of `out` become rows of 2n, from the last one on.
template <class T>
void expand(TableForm form, std::int64_t count, std::int64_t n, T* out) {
  for (std::int64_t row = count - 1; row >= 0; --row) {
    const T* const from = out + row * n;
    T* const to = out + row * 2 * n;
    if (form == TableForm::doubled) {
      std::copy_backward(from, from + n, to + n);
      std::copy_n(to, n, to + n);
    } else {
      for (std::int64_t k = n - 1; k >= 0; --k) to[2 * k] = to[2 * k + 1] = from[k];
    }
  }
}

}  // namespace

static_assert(kMaxPairs <= kHalfRun);

/// Float32 rows of one value per pair.
void RotaryPlan::writeHalfRows(RotaryPart part, const RotaryPositions& positions,
                               std::int64_t count, float* out) {
  const std::int64_t n = spec_.pairs;
  // The first values of pairs are sines, the second ones cosines.
  const bool isSin = part == RotaryPart::sin;
  const Block block{.axis = 0,
                    .pairs = 0,
                    .column = 0,
                    .columns = n,
                    .firstCount = isSin ? n : 0,
                    .secondCount = isSin ? 0 : n};
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t first = positions.at(done);
    CoarseBlock rows = tables_.at(first);
    const std::int64_t most = std::min<std::int64_t>(rows.end - rows.begin, count - done);
    std::int64_t run = 1;
    while (run < most && positions.at(done + run) == first + run) ++run;
    rows.end = rows.begin + static_cast<Index>(run);
    writeCoarseBlock<Encode>(block, Layout::concatenated, rows, static_cast<Index>(n),
                             RowOrder::ascending, out + done * n, nullptr);
    done += run;
  }
}

/// Rows of one value per pair, of any type.
template <class T>
void RotaryPlan::writeRows(RotaryPart part, DType dtype, const Xpos& xpos,
                           const RotaryPositions& positions, std::int64_t count, T* out) {
  const std::int64_t n = spec_.pairs;
  const auto exact = [&](std::int64_t i) {
    const auto position = static_cast<double>(positions.at(i / n));
    const SinCos value = exactRow(position, i % n, attention_, xpos);
    return part == RotaryPart::sin ? value.sin : value.cos;
  };
  if (std::is_same_v<T, double> || xpos.sign != 0) {
    for (std::int64_t i = 0; i < count * n; ++i) {
      if constexpr (std::is_same_v<T, std::uint16_t>) {
        out[i] = roundToHalf(halfOf(dtype), exact(i));
      } else {
        out[i] = static_cast<T>(exact(i));
      }
    }
  } else if constexpr (std::is_same_v<T, float>) {
    writeHalfRows(part, positions, count, out);
  } else if constexpr (std::is_same_v<T, std::uint16_t>) {
    // A row fits into a run: callers limit the pairs to kMaxPairs.
    round16(
        halfOf(dtype), Slack::absolute, count * n, nullptr, out,
        [&](std::int64_t, std::int64_t most) { return most / n * n; },
        [&](std::int64_t done, std::int64_t run, float* to) {
          writeHalfRows(part, positions.from(done / n), run / n, to);
        },
        exact, attention_);
  }
}

void RotaryPlan::writeTable(RotaryPart part, TableForm form, DType dtype, const Xpos& xpos,
                            const RotaryPositions& positions, std::int64_t count, void* out) {
  const std::int64_t n = spec_.pairs;
  const auto write = [&](auto* to) {
    if (form == TableForm::half) {
      writeRows(part, dtype, xpos, positions, count, to);
      return;
    }
    // As many rows at a time as stay in the first-level cache.
    const std::int64_t most = std::max<std::int64_t>(kHalfRun / (2 * n), 1);
    for (std::int64_t done = 0; done < count; done += most) {
      const std::int64_t rows = std::min(most, count - done);
      auto* const at = to + done * 2 * n;
      writeRows(part, dtype, xpos, positions.from(done), rows, at);
      expand(form, rows, n, at);
    }
  };
  if (dtype == DType::float32) {
    write(static_cast<float*>(out));
  } else if (dtype == DType::float64) {
    write(static_cast<double*>(out));
  } else {
    write(static_cast<std::uint16_t*>(out));
  }
}

}  // namespace posenc

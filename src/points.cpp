#include "points.hpp"

#include <algorithm>
#include <cmath>
#include <new>

#include "frequencies.hpp"

namespace posenc {

Status PointEncoding::make(const SinusoidalSpec& spec) {
  coordinates_ = static_cast<std::int64_t>(spec.axes.size());
  channels_ = spec.channels;
  layout_ = spec.layout;
  phase_ = spec.phase;
  angles_ = spec.angles;
  channelsFirst_ = spec.channelsFirst;
  Buffer<Block> blocks;
  if (const Status status = shareChannels(spec, blocks); !status.ok()) return status;
  parts_.reset(new (std::nothrow) Part[static_cast<std::size_t>(blocks.size())]);
  if (parts_ == nullptr) return {.fault = Fault::outOfMemory};
  for (const Block& block : blocks) {
    if (block.columns == 0) continue;
    if (Status status = makePart(spec, block, parts_[static_cast<std::size_t>(partCount_)]);
        !status.ok()) {
      status.axis = block.axis;
      return status;
    }
    ++partCount_;
    channelsUsed_ = block.column + block.columns;
  }
  return {};
}

Status PointEncoding::makePart(const SinusoidalSpec& spec, const Block& block, Part& part) {
  part.block = block;
  Buffer<double> frequencies;
  if (!frequencies.allocate(roundUpToLanes(block.firsts))) return {.fault = Fault::outOfMemory};
  std::fill(frequencies.begin(), frequencies.end(), 0.0);
  const AxisSpec& axis = spec.axes[static_cast<std::size_t>(block.axis)];
  const Status status =
      makeFrequencies(axis, spec.timescales, block.pairs, block.firsts, frequencies.data());
  if (!status.ok()) return status;
  for (const double frequency : frequencies) {
    largestCoordinate_ = std::min(largestCoordinate_, kMaxAngle / std::abs(frequency));
  }
  return part.frequencies.make(frequencies) ? Status{} : Status{.fault = Fault::outOfMemory};
}

void PointEncoding::encode(const double* points, std::int64_t count, float* out) const {
  for (std::int64_t p = 0; p < partCount_; ++p) {
    const Part& part = parts_[static_cast<std::size_t>(p)];
    channelsFirst_ ? columns(part, points, count, out) : rows(part, points, count, out);
  }
  const std::int64_t unused = channels_ - channelsUsed_;
  if (channelsFirst_) {
    fillRun<Encode>(0, unused * count, out + channelsUsed_ * count, nullptr);
    return;
  }
  for (std::int64_t i = 0; unused > 0 && i < count; ++i) {
    fillRun<Encode>(0, unused, out + i * channels_ + channelsUsed_, nullptr);
  }
}

void PointEncoding::rows(const Part& part, const double* points, std::int64_t count,
                         float* out) const {
  withOrder(layout_, phase_, [&]<Layout layout, Phase phase>() {
    for (std::int64_t i = 0; i < count; ++i) {
      const double position = points[i * coordinates_ + part.block.axis];
      part.frequencies.row<Encode, layout, phase>(part.block, angles_, position,
                                                  out + i * channels_ + part.block.column, nullptr);
    }
  });
}

void PointEncoding::columns(const Part& part, const double* points, std::int64_t count,
                            float* out) const {
  constexpr std::int64_t kRun = 64;
  double positions[kRun + kLanes] = {};
  for (std::int64_t done = 0; done < count; done += kRun) {
    const std::int64_t run = std::min(kRun, count - done);
    for (std::int64_t i = 0; i < run; ++i) {
      positions[i] = points[(done + i) * coordinates_ + part.block.axis];
    }
    for (std::int64_t column = 0; column < part.block.columns; ++column) {
      part.frequencies.column<Encode>(componentOf(part.block, column, layout_, phase_), angles_,
                                      positions, run,
                                      out + (part.block.column + column) * count + done, nullptr);
    }
  }
}

}  // namespace posenc

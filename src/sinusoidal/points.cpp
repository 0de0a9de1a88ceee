// Writes encodings of points block by block.
#include "sinusoidal/points.hpp"

#include <algorithm>
#include <cmath>
#include <new>

#include "kernels/copy.hpp"
#include "kernels/interleave.hpp"
#include "phase/schedule.hpp"

namespace posenc {

Status PointEncoding::make(const SinusoidalSpec& spec) {
  coordinates_ = static_cast<std::int64_t>(spec.axes.size());
  channels_ = spec.channels;
  layout_ = spec.layout;
  channelsFirst_ = spec.isChannelMajor();
  Buffer<Block> blocks;
  if (const Status status = shareChannels(spec, blocks); !status.ok()) return status;
  blocks_.reset(new (std::nothrow) PointBlock[static_cast<std::size_t>(blocks.size())]);
  if (blocks_ == nullptr) return {.error = Error::outOfMemory};
  for (const Block& block : blocks) {
    if (block.columns == 0) continue;
    if (Status status = makeBlock(spec, block, blocks_[static_cast<std::size_t>(blockCount_)]);
        !status.ok()) {
      status.axis = block.axis;
      return status;
    }
    ++blockCount_;
    channelsUsed_ = block.column + block.columns;
  }
  return {};
}

Status PointEncoding::makeBlock(const SinusoidalSpec& spec, const Block& channels,
                                PointBlock& block) {
  block.channels = channels;
  Buffer<double> frequencies;
  if (const Status status = makeFrequencies(scheduleOf(spec, channels), channels.firstCount,
                                            spec.angles, frequencies);
      !status.ok())
    return status;
  for (const double frequency : frequencies) {
    largestCoordinate_ = std::min(largestCoordinate_, kMaxAngle / std::abs(frequency));
  }
  return block.phases.make(frequencies, spec.angles, spec.phase)
             ? Status{}
             : Status{.error = Error::outOfMemory};
}

void PointEncoding::encode(const double* points, std::int64_t count, float* out) {
  for (std::int64_t p = 0; p < blockCount_; ++p) {
    PointBlock& block = blocks_[static_cast<std::size_t>(p)];
    channelsFirst_ ? writeColumns(block, points, count, out) : writeRows(block, points, count, out);
  }
  const std::int64_t unused = channels_ - channelsUsed_;
  if (channelsFirst_) {
    repeatValue<Encode>(0, unused * count, out + channelsUsed_ * count, nullptr);
    return;
  }
  for (std::int64_t i = 0; unused > 0 && i < count; ++i) {
    repeatValue<Encode>(0, unused, out + i * channels_ + channelsUsed_, nullptr);
  }
}

void PointEncoding::writeRows(PointBlock& block, const double* points, std::int64_t count,
                              float* out) const {
  for (std::int64_t i = 0; i < count; ++i) {
    const float* const row = block.phases.row(points[i * coordinates_ + block.channels.axis]);
    storePackedRow<Encode>(block.channels, layout_, row,
                           out + i * channels_ + block.channels.column, nullptr);
  }
}

void PointEncoding::writeColumns(const PointBlock& block, const double* points, std::int64_t count,
                                 float* out) const {
  constexpr std::int64_t kRun = PointPhases::kRun;
  double positions[kRun] = {};
  float values[kRun];
  for (std::int64_t done = 0; done < count; done += kRun) {
    const std::int64_t run = std::min(kRun, count - done);
    for (std::int64_t i = 0; i < run; ++i) {
      positions[i] = points[(done + i) * coordinates_ + block.channels.axis];
    }
    for (std::int64_t column = 0; column < block.channels.columns; ++column) {
      block.phases.column(componentOf(block.channels, column, layout_), positions, values);
      copyRow<Encode>(values, run, out + (block.channels.column + column) * count + done, nullptr);
    }
  }
}

}  // namespace posenc

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
  if (const Status status =
          makeFrequencies(scheduleOf(spec, block), block.firsts, spec.angles, frequencies);
      !status.ok())
    return status;
  for (const double frequency : frequencies) {
    largestCoordinate_ = std::min(largestCoordinate_, kMaxAngle / std::abs(frequency));
  }
  return part.frequencies.make(frequencies, spec.angles, spec.phase)
             ? Status{}
             : Status{.fault = Fault::outOfMemory};
}

void PointEncoding::encode(const double* points, std::int64_t count, float* out) {
  for (std::int64_t p = 0; p < partCount_; ++p) {
    Part& part = parts_[static_cast<std::size_t>(p)];
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

void PointEncoding::rows(Part& part, const double* points, std::int64_t count, float* out) const {
  for (std::int64_t i = 0; i < count; ++i) {
    const float* const row = part.frequencies.at(points[i * coordinates_ + part.block.axis]);
    writeRow<Encode>(part.block, layout_, row, out + i * channels_ + part.block.column, nullptr);
  }
}

void PointEncoding::columns(const Part& part, const double* points, std::int64_t count,
                            float* out) const {
  constexpr std::int64_t kRun = PointFrequencies::kRun;
  double positions[kRun] = {};
  float values[kRun];
  for (std::int64_t done = 0; done < count; done += kRun) {
    const std::int64_t run = std::min(kRun, count - done);
    for (std::int64_t i = 0; i < run; ++i) {
      positions[i] = points[(done + i) * coordinates_ + part.block.axis];
    }
    for (std::int64_t column = 0; column < part.block.columns; ++column) {
      part.frequencies.along(componentOf(part.block, column, layout_), positions, values);
      copyRow<Encode>(values, run, out + (part.block.column + column) * count + done, nullptr);
    }
  }
}

}  // namespace posenc

// Writes encodings of points block by block.
#include "sinusoidal/points.hpp"

#include <algorithm>
#include <cmath>
#include <new>

#include "base/attributes.hpp"
#include "kernels/copy.hpp"
#include "kernels/interleave.hpp"
#include "kernels/round16.hpp"
#include "phase/schedule.hpp"

namespace posenc {

POSENC_SMALL Status PointEncoding::make(const SinusoidalSpec& spec) {
  coordinates_ = static_cast<std::int64_t>(spec.axes.size());
  channels_ = spec.channels;
  layout_ = spec.layout;
  phase_ = spec.phase;
  angles_ = spec.angles;
  timescales_ = spec.timescales;
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
  return row_.allocate(channels_) && halfRow_.allocate(channels_)
             ? Status{}
             : Status{.error = Error::outOfMemory};
}

std::int64_t PointEncoding::bytes() const {
  std::int64_t sum = row_.bytes() + halfRow_.bytes();
  for (std::int64_t b = 0; b < blockCount_; ++b) {
    const PointBlock& block = blocks_[static_cast<std::size_t>(b)];
    sum += block.phases.bytes() + block.frequencies.bytes();
  }
  return sum;
}

POSENC_SMALL Status PointEncoding::makeBlock(const SinusoidalSpec& spec, const Block& channels,
                                             PointBlock& block) {
  block.channels = channels;
  block.areFrequenciesGiven =
      spec.axes[static_cast<std::size_t>(channels.axis)].frequencies != nullptr;
  Buffer<double>& frequencies = block.frequencies;
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

double PointEncoding::exact(const double* point, std::int64_t channel) const {
  for (std::int64_t b = 0; b < blockCount_; ++b) {
    const PointBlock& block = blocks_[static_cast<std::size_t>(b)];
    const std::int64_t column = channel - block.channels.column;
    if (column < 0 || column >= block.channels.columns) continue;
    const auto [pair, second] = componentOf(block.channels, column, layout_);
    return exactValue({point[block.channels.axis], 0}, {block.frequencies[pair], 0}, angles_,
                      phase_, second);
  }
  return 0;
}

void PointEncoding::encodeHalf(Half type, const double* points, std::int64_t count,
                               std::uint16_t* out) {
  for (std::int64_t i = 0; i < count; ++i) {
    const double* const point = points + i * coordinates_;
    for (std::int64_t b = 0; b < blockCount_; ++b) {
      writeRows(blocks_[static_cast<std::size_t>(b)], point, 1, row_.data());
    }
    std::fill(row_.data() + channelsUsed_, row_.end(), 0.0F);
    round16(
        type, Slack::relative, channels_, nullptr, halfRow_.data(),
        [](std::int64_t /*done*/, std::int64_t most) { return most; },
        [&](std::int64_t done, std::int64_t run, float* values) {
          std::copy_n(row_.data() + done, run, values);
        },
        [&](std::int64_t channel) { return exact(point, channel); });
    for (std::int64_t channel = 0; channel < channels_; ++channel) {
      out[indexOf(i, channel, count)] = halfRow_[channel];
    }
  }
}

POSENC_SMALL void PointEncoding::encodeDouble(const double* points, std::int64_t count,
                                              double* out) const {
  std::fill_n(out, count * channels_, 0.0);
  for (std::int64_t b = 0; b < blockCount_; ++b) {
    const PointBlock& block = blocks_[static_cast<std::size_t>(b)];
    const Block& channels = block.channels;
    const PreciseFrequencies frequencies(timescales_, channels.pairs, block.areFrequenciesGiven, 1);
    for (std::int64_t pair = 0; pair < channels.firstCount; ++pair) {
      const DoubleDouble frequency = frequencies.at(pair, block.frequencies[pair]);
      for (const bool second : {false, true}) {
        const std::int64_t column = columnOf(channels, {pair, second}, layout_);
        if (column >= channels.columns) continue;
        for (std::int64_t i = 0; i < count; ++i) {
          out[indexOf(i, channels.column + column, count)] = exactValue(
              {points[i * coordinates_ + channels.axis], 0}, frequency, angles_, phase_, second);
        }
      }
    }
  }
}

}  // namespace posenc

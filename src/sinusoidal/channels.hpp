// Which channels belong to which axis: the channels are divided into blocks, cut and padded here.
#pragma once

#include "base/block.hpp"
#include "base/buffer.hpp"
#include "base/status.hpp"
#include "phase/schedule.hpp"
#include "sinusoidal/spec.hpp"

namespace posenc {

/// Fills `blocks` in the order of their columns. Channels after the last block are zero.
Status shareChannels(const SinusoidalSpec& spec, Buffer<Block>& blocks);

/// The schedule of a block's frequencies.
Schedule scheduleOf(const SinusoidalSpec& spec, const Block& block);

}  // namespace posenc

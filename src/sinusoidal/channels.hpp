// Where each value goes: the channels are shared among the axes as blocks, and inside its block
// each frequency has a sine and a cosine. Order, cutting and padding are decided here and nowhere
// else.
#pragma once

#include "base/block.hpp"
#include "base/buffer.hpp"
#include "base/status.hpp"
#include "phase/schedule.hpp"
#include "sinusoidal/spec.hpp"

namespace posenc {

/// Fills `blocks` in the order of their columns. Channels behind the last block are zero.
Status shareChannels(const SinusoidalSpec& spec, Buffer<Block>& blocks);

/// The frequencies of a block's pairs.
Schedule scheduleOf(const SinusoidalSpec& spec, const Block& block);

}  // namespace posenc

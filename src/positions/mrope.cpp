#include "positions/mrope.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/attributes.hpp"
#include "base/buffer.hpp"
#include "base/simd.hpp"

namespace posenc {
namespace {

/// The kinds of tokens, a byte each.
enum Kind : std::uint8_t { text = 0, image = 1, video = 2, padding = 3 };

// The loops are functions of their own, since what calls them is compiled to be small.

[[gnu::noinline]] void readKinds(const std::int32_t* tokens, std::int64_t count,
                                 std::int32_t imageToken, std::int32_t videoToken,
                                 std::uint8_t* __restrict kinds) {
  for (std::int64_t i = 0; i < count; ++i) {
    const int kind = (tokens[i] == imageToken ? 1 : 0) | (tokens[i] == videoToken ? 2 : 0);
    kinds[i] = static_cast<std::uint8_t>(kind);
  }
}

/// A padded place is of all kinds.
[[gnu::noinline]] void addPadding(const std::int32_t* mask, std::int64_t count,
                                  std::uint8_t* __restrict kinds) {
  for (std::int64_t i = 0; i < count; ++i) {
    kinds[i] = static_cast<std::uint8_t>(kinds[i] | (mask[i] == 0 ? padding : 0));
  }
}

/// How many tokens of the same kind there are at the beginning.
[[gnu::noinline]] std::int64_t runLength(const std::uint8_t* kinds, std::int64_t most) {
  constexpr std::uint64_t kEachByte = 0x0101010101010101;
  constexpr std::int64_t kBytes = 8;
  const std::uint64_t all = kinds[0] * kEachByte;
  std::int64_t n = 0;
  for (; n + kBytes <= most; n += kBytes) {
    std::uint64_t some = 0;
    std::memcpy(&some, kinds + n, kBytes);
    if (some != all) break;
  }
  while (n < most && kinds[n] == kinds[0]) ++n;
  return n;
}

/// The positions of a token on the three axes, and how far those of the next one are.
struct Steps {
  std::int64_t first[3];
  std::int32_t step[3];
};

/// Writes the positions of `n` tokens. Whole vectors may go up to `room` places, of which those
/// after n get their positions later; the axes are `axisStep` places apart.
[[gnu::noinline]] void write(const Steps& steps, std::int64_t n, std::int64_t room,
                             std::int64_t axisStep, std::int32_t* out) {
  alignas(Int4) static constexpr std::int32_t kCounts[kLanes] = {0, 1, 2, 3};
  for (int axis = 0; axis < 3; ++axis) {
    std::int32_t* const to = out + axis * axisStep;
    const auto first = static_cast<std::int32_t>(steps.first[axis]);
    const std::int32_t step = steps.step[axis];
    Int4 ids = Int4(first) + Int4(step) * Int4::load_aligned(kCounts);
    const auto next = Int4(static_cast<std::int32_t>(kLanes) * step);
    std::int64_t i = 0;
    for (; i < n && i + kLanes <= room; i += kLanes, ids += next) ids.store_unaligned(to + i);
    for (; i < n; ++i) to[i] = first + static_cast<std::int32_t>(i) * step;
  }
}

std::int64_t tokensOf(const Grid& grid) {
  return std::int64_t{grid.frames} * grid.rows * grid.columns;
}

Grid merged(const Grid& grid, std::int32_t merge) {
  return {grid.frames, grid.rows / merge, grid.columns / merge};
}

/// A walk over the tokens, sequence by sequence.
class Walk {
 public:
  Walk(const MropeSpec& spec, const std::uint8_t* kinds, std::int32_t* out)
      : spec_(spec), kinds_(kinds), out_(out), padded_(!spec.older && hasGrids(spec) ? 0 : 1) {}

  /// Compares the numbers of tokens with those of the grids.
  POSENC_SMALL [[nodiscard]] MropeStatus count() const {
    const std::int64_t all = spec_.batch * spec_.length;
    double found[4] = {};
    for (std::int64_t i = 0; i < all;) {
      const std::int64_t n = runLength(kinds_ + i, all - i);
      found[kinds_[i]] += static_cast<double>(n);
      i += n;
    }
    double expected[4] = {};
    for (std::int64_t i = 0; i < spec_.images + spec_.videos; ++i) {
      const Grid grid = merged(spec_.grids[i], spec_.merge);
      expected[i < spec_.images ? image : video] +=
          static_cast<double>(grid.rows) * grid.columns * grid.frames;
    }
    for (const Kind kind : {image, video}) {
      if (found[kind] == expected[kind]) continue;
      return {.error = MropeError::tokens,
              .isVideo = kind == video,
              .actual = found[kind],
              .expected = expected[kind]};
    }
    return {};
  }

  /// Writes the positions of the next sequence.
  POSENC_SMALL MropeStatus row(std::int32_t& end, std::int32_t& delta) {
    position_ = 0;
    end_ = 0;
    const std::int64_t stop = at_ + spec_.length;
    std::int64_t real = 0;
    for (bool goesOn = true; goesOn && at_ < stop;) {
      const std::uint8_t kind = kinds_[at_];
      const std::int64_t n = runLength(kinds_ + at_, stop - at_);
      if (kind == padding) {
        put({{padded_, padded_, padded_}, {0, 0, 0}}, n);
        continue;
      }
      real += n;
      goesOn = (!isOpen() || kind == kind_) && (kind == text ? writeText(n) : writeGrids(kind, n));
    }
    if (end_ > kLargest) {
      return {.error = MropeError::position, .actual = static_cast<double>(end_ - 1)};
    }
    if (before_ + done_ < whole_) {
      return {.error = MropeError::grid,
              .isVideo = kind_ == video,
              .grid = index_,
              .at = begin_,
              .actual = static_cast<double>(before_ + done_),
              .expected = static_cast<double>(whole_)};
    }
    end = static_cast<std::int32_t>(end_);
    delta = static_cast<std::int32_t>(end_ - (spec_.older ? spec_.length : real));
    return {};
  }

 private:
  static constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();

  static bool hasGrids(const MropeSpec& spec) { return spec.images + spec.videos > 0; }
  [[nodiscard]] bool isOpen() const { return done_ < tokensOf(grid_); }
  /// Notes that positions go up to `end`. Returns false if that is too large.
  POSENC_SMALL bool reach(double end) {
    end_ = std::max(end_, static_cast<std::int64_t>(std::min(end, 0x1p53)));
    return end_ <= kLargest;
  }

  void put(const Steps& steps, std::int64_t n) {
    const std::int64_t all = spec_.batch * spec_.length;
    write(steps, n, all - at_, all, out_ + at_);
    at_ += n;
  }

  POSENC_SMALL bool writeText(std::int64_t n) {
    if (!reach(static_cast<double>(position_ + n))) return false;
    put({{position_, position_, position_}, {1, 1, 1}}, n);
    position_ += n;
    return true;
  }

  /// Writes tokens of grids, which follow each other. Returns false when a position is too large.
  POSENC_SMALL bool writeGrids(std::uint8_t kind, std::int64_t count) {
    while (count > 0) {
      if (!isOpen() && !open(kind)) return false;
      const std::int64_t n = std::min(count, tokensOf(grid_) - done_);
      writePart(n);
      count -= n;
    }
    return true;
  }

  /// Begins the next grid, where the text before it ends.
  POSENC_SMALL bool open(std::uint8_t kind) {
    const bool isVideo = kind == video;
    kind_ = kind;
    index_ = next_[kind];
    grid_ = merged(spec_.grids[isVideo ? spec_.images + index_ : index_], spec_.merge);
    whole_ = tokensOf(grid_);
    before_ = 0;
    if (frame_ == 0) begin_ = at_;
    if (isVideo && spec_.rules == MropeRules::qwen3) {
      before_ = frame_ * std::int64_t{grid_.rows} * grid_.columns;
      frame_ = (frame_ + 1) % grid_.frames;
      grid_.frames = 1;
    }
    if (frame_ == 0) ++next_[kind];
    interval_ = 1;
    if (isVideo && spec_.rules == MropeRules::qwen25) {
      const double seconds = spec_.seconds == nullptr ? 1 : spec_.seconds[index_];
      interval_ = std::min(spec_.tokensPerSecond * seconds, 0x1p53);
    }
    done_ = 0;
    frameOfGrid_ = row_ = column_ = 0;
    origin_ = position_;
    const double steps = std::floor(interval_ * (grid_.frames - 1)) + 1;
    const double side = std::max(grid_.rows, grid_.columns);
    if (!reach(static_cast<double>(origin_) + std::max(steps, side))) return false;
    position_ = origin_ + static_cast<std::int64_t>(spec_.older ? std::max(steps, side) : side);
    return true;
  }

  /// Writes the next `n` tokens of the grid, row by row.
  void writePart(std::int64_t n) {
    while (n > 0) {
      const std::int64_t some = std::min<std::int64_t>(n, grid_.columns - column_);
      // Multiplied first, truncated once.
      const auto time = static_cast<std::int64_t>(frameOfGrid_ * interval_);
      put({{origin_ + time, origin_ + row_, origin_ + column_}, {0, 0, 1}}, some);
      done_ += some;
      n -= some;
      column_ += static_cast<std::int32_t>(some);
      if (column_ < grid_.columns) continue;
      column_ = 0;
      if (++row_ < grid_.rows) continue;
      row_ = 0;
      ++frameOfGrid_;
    }
  }

  const MropeSpec& spec_;
  const std::uint8_t* kinds_;
  std::int32_t* out_;
  std::int32_t padded_;
  std::int64_t at_ = 0;        // the token
  std::int64_t position_ = 0;  // of the next token of text
  std::int64_t end_ = 0;       // the largest position + 1
  std::int64_t next_[4] = {};  // the index of the next grid of each kind
  std::int32_t frame_ = 0;     // of a video whose frames are grids of their own: the next one

  // The grid whose tokens are written, or the last one.
  Grid grid_ = {0, 0, 0};    // in tokens
  std::int64_t whole_ = 0;   // its tokens, or those of the video that it is a frame of
  std::int64_t before_ = 0;  // those of earlier frames
  std::uint8_t kind_ = text;
  std::int64_t index_ = 0;
  std::int64_t origin_ = 0;  // where its positions begin
  double interval_ = 1;      // of time, from a frame to the next
  std::int64_t begin_ = 0;   // the first token, of the video
  std::int64_t done_ = 0;    // the tokens so far, and the place of the next one
  std::int32_t frameOfGrid_ = 0;
  std::int32_t row_ = 0;
  std::int32_t column_ = 0;
};

}  // namespace

POSENC_SMALL MropeStatus mropePositions(const MropeSpec& spec, std::int32_t* out,
                                        std::int32_t* ends, std::int32_t* deltas) {
  Buffer<std::uint8_t> kinds;
  const std::int64_t count = spec.batch * spec.length;
  if (!kinds.allocate(count)) return {.error = MropeError::outOfMemory};
  readKinds(spec.tokens, count, spec.imageToken, spec.videoToken, kinds.data());
  if (spec.mask != nullptr) addPadding(spec.mask, count, kinds.data());
  Walk walk(spec, kinds.data(), out);
  MropeStatus status = walk.count();
  for (std::int64_t i = 0; i < spec.batch && status.error == MropeError::none; ++i) {
    status = walk.row(ends[i], deltas[i]);
  }
  return status;
}

}  // namespace posenc

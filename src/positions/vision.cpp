#include "positions/vision.hpp"

#include "base/attributes.hpp"

namespace posenc {

POSENC_SMALL void visionPositions(const Grid* grids, std::int64_t count, std::int32_t merge,
                                  bool temporal, std::int32_t* out) {
  for (std::int64_t i = 0; i < count; ++i) {
    const auto [frames, rows, columns] = grids[i];
    for (std::int32_t frame = 0; frame < frames; ++frame) {
      for (std::int32_t top = 0; top < rows; top += merge) {
        for (std::int32_t left = 0; left < columns; left += merge) {
          for (std::int32_t row = top; row < top + merge; ++row) {
            for (std::int32_t column = left; column < left + merge; ++column) {
              if (temporal) *out++ = frame;
              *out++ = row;
              *out++ = column;
            }
          }
        }
      }
    }
  }
}

POSENC_SMALL void nearestPositions(const Grid* grids, std::int64_t count, std::int32_t side,
                                   std::int32_t* out) {
  const auto place = [side](std::int64_t at, std::int32_t of) {
    return static_cast<std::int32_t>(at * side / of);
  };
  for (std::int64_t i = 0; i < count; ++i) {
    const auto [frames, rows, columns] = grids[i];
    for (std::int32_t row = 0; row < rows; ++row) {
      const std::int32_t first = place(row, rows) * side;
      for (std::int32_t column = 0; column < columns; ++column) {
        *out++ = first + place(column, columns);
      }
    }
  }
}

}  // namespace posenc

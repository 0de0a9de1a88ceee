#include "positions.hpp"

#include "address.hpp"
#include "positions/ids.hpp"
#include "positions/mask.hpp"
#include "positions/mrope.hpp"
#include "positions/vision.hpp"
#include "wire.hpp"

namespace wasm {

using posenc::Grid;

double readIds(int type, std::uintptr_t ids, double count, double largest, std::uintptr_t out) {
  return static_cast<double>(posenc::readIds(
      static_cast<posenc::IdType>(type), at<const void>(ids), static_cast<std::int64_t>(count),
      static_cast<std::int32_t>(largest), at<std::int32_t>(out)));
}

void widenIds(std::uintptr_t ids, double count, std::uintptr_t out) {
  posenc::widenIds(at<const std::int32_t>(ids), static_cast<std::int64_t>(count),
                   at<std::int64_t>(out));
}

void maskPositions(int convention, std::uintptr_t mask, double batch, double length, double past,
                   double paddingIndex, std::uintptr_t out) {
  posenc::maskPositions({.convention = static_cast<posenc::MaskConvention>(convention),
                         .mask = at<const std::int32_t>(mask),
                         .batch = static_cast<std::int64_t>(batch),
                         .length = static_cast<std::int64_t>(length),
                         .past = static_cast<std::int64_t>(past),
                         .paddingIndex = static_cast<std::int32_t>(paddingIndex)},
                        at<std::int32_t>(out));
}

void mropePositions(std::uintptr_t address, std::uintptr_t out, std::uintptr_t ends,
                    std::uintptr_t deltas) {
  const wire::MropeFields from = *at<const wire::MropeFields>(address);
  const posenc::MropeStatus status = posenc::mropePositions(
      {.batch = static_cast<std::int64_t>(from.batch),
       .length = static_cast<std::int64_t>(from.length),
       .tokens = at<const std::int32_t>(from.tokens),
       .mask = at<const std::int32_t>(from.mask),
       .imageToken = static_cast<std::int32_t>(from.imageToken),
       .videoToken = static_cast<std::int32_t>(from.videoToken),
       .grids = at<const Grid>(from.grids),
       .images = static_cast<std::int64_t>(from.images),
       .videos = static_cast<std::int64_t>(from.videos),
       .seconds = at<const double>(from.seconds),
       .tokensPerSecond = from.tokensPerSecond,
       .merge = static_cast<std::int32_t>(from.merge),
       .rules = static_cast<posenc::MropeRules>(from.rules),
       .older = from.older != 0},
      at<std::int32_t>(out), at<std::int32_t>(ends), at<std::int32_t>(deltas));
  *at<wire::MropeStatusFields>(address) = {.error = static_cast<double>(status.error),
                                           .isVideo = status.isVideo ? 1.0 : 0.0,
                                           .grid = static_cast<double>(status.grid),
                                           .at = static_cast<double>(status.at),
                                           .actual = status.actual,
                                           .expected = status.expected};
}

void visionPositions(std::uintptr_t grids, double count, double merge, int temporal,
                     std::uintptr_t out) {
  posenc::visionPositions(at<const Grid>(grids), static_cast<std::int64_t>(count),
                          static_cast<std::int32_t>(merge), temporal != 0, at<std::int32_t>(out));
}

void nearestPositions(std::uintptr_t grids, double count, double side, std::uintptr_t out) {
  posenc::nearestPositions(at<const Grid>(grids), static_cast<std::int64_t>(count),
                           static_cast<std::int32_t>(side), at<std::int32_t>(out));
}

}  // namespace wasm

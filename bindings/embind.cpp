// The Embind module: plans by handle, memory by address, and nothing that the core could do itself.
// Counts and addresses cross as numbers. Variable-length parts of a spec lie in linear memory,
// written by bindings/js/spec.ts, which has the same names.
#include <emscripten/bind.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "points.hpp"
#include "sinusoidal.hpp"

// Read before the module is instantiated, so that glue and .wasm of different versions never meet.
__asm__(".section .custom_section.posenc,\"\",@\n.ascii \"" POSENC_VERSION "\"\n");

namespace {

using emscripten::function;
using emscripten::value_object;
using posenc::Fault;
using posenc::PointEncoding;
using posenc::Sinusoidal;
using posenc::Status;

/// What goes to JavaScript's own arrays passes through here, in pieces that stay in the cache.
constexpr std::int64_t kScratchValues = 65536;
constexpr std::int64_t kScratchPoints = 8192;
alignas(64) float scratch[kScratchValues];
alignas(64) double pointScratch[kScratchPoints];

/// One axis in linear memory: eight doubles. An address of 0 stands for "not given".
struct AxisFields {
  double length;
  double offset;
  double step;
  double width;
  double order;  // the axis whose block is the j-th
  double positions;
  double frequencies;
  double frequencyCount;
};

struct Spec {
  int axisCount;
  std::uintptr_t axes;
  double channels;
  double declaredChannels;
  int layout;
  int phase;
  int split;
  int angles;
  bool channelsFirst;
  bool allowEmptyAxes;
  double minTimescale;
  double maxTimescale;
  double shift;
};

struct Made {
  std::uintptr_t handle;  // 0 when there is a fault
  int fault;
  int axis;
  double actual;
  double expected;
};

template <class T>
T* at(std::uintptr_t address) {
  return reinterpret_cast<T*>(address);  // NOLINT(performance-no-int-to-ptr)
}

template <class T>
T* at(double address) {
  return at<T>(static_cast<std::uintptr_t>(address));
}

template <class Plan>
Made make(const Spec& fields) {
  const auto count = static_cast<std::size_t>(fields.axisCount);
  std::unique_ptr<Plan> plan(new (std::nothrow) Plan);
  const std::unique_ptr<posenc::AxisSpec[]> axes(new (std::nothrow) posenc::AxisSpec[count]);
  const std::unique_ptr<std::int32_t[]> order(new (std::nothrow) std::int32_t[count]);
  Status status{.fault = Fault::outOfMemory};
  if (plan != nullptr && axes != nullptr && order != nullptr) {
    for (std::size_t i = 0; i < count; ++i) {
      const AxisFields& from = at<const AxisFields>(fields.axes)[i];
      axes[i] = {.length = static_cast<std::int64_t>(from.length),
                 .offset = from.offset,
                 .step = from.step,
                 .positions = at<const double>(from.positions),
                 .frequencies = at<const double>(from.frequencies),
                 .frequencyCount = static_cast<std::int64_t>(from.frequencyCount),
                 .width = static_cast<std::int64_t>(from.width)};
      order[i] = static_cast<std::int32_t>(from.order);
    }
    status = plan->make({.axes = {axes.get(), count},
                         .axisOrder = {order.get(), count},
                         .channels = static_cast<std::int64_t>(fields.channels),
                         .declaredChannels = static_cast<std::int64_t>(fields.declaredChannels),
                         .timescales = {fields.minTimescale, fields.maxTimescale, fields.shift},
                         .layout = static_cast<posenc::Layout>(fields.layout),
                         .phase = static_cast<posenc::Phase>(fields.phase),
                         .split = static_cast<posenc::Split>(fields.split),
                         .angles = static_cast<posenc::Angles>(fields.angles),
                         .channelsFirst = fields.channelsFirst,
                         .allowEmptyAxes = fields.allowEmptyAxes});
  }
  return {.handle = status.ok() ? reinterpret_cast<std::uintptr_t>(plan.release()) : 0,
          .fault = static_cast<int>(status.fault),
          .axis = status.axis,
          .actual = status.actual,
          .expected = status.expected};
}

void encode(std::uintptr_t plan, double first, double count, std::uintptr_t out) {
  at<Sinusoidal>(plan)->encode(static_cast<std::int64_t>(first), static_cast<std::int64_t>(count),
                               at<float>(out));
}

void add(std::uintptr_t plan, double first, double count, std::uintptr_t x, std::uintptr_t out) {
  at<Sinusoidal>(plan)->add(static_cast<std::int64_t>(first), static_cast<std::int64_t>(count),
                            at<const float>(x), at<float>(out));
}

void encodeHalf(std::uintptr_t plan, int type, double first, double count, std::uintptr_t out) {
  at<Sinusoidal>(plan)->encodeHalf(static_cast<posenc::Half>(type),
                                   static_cast<std::int64_t>(first),
                                   static_cast<std::int64_t>(count), at<std::uint16_t>(out));
}

void addHalf(std::uintptr_t plan, int type, double first, double count, std::uintptr_t x,
             std::uintptr_t out) {
  at<Sinusoidal>(plan)->addHalf(static_cast<posenc::Half>(type), static_cast<std::int64_t>(first),
                                static_cast<std::int64_t>(count), at<const std::uint16_t>(x),
                                at<std::uint16_t>(out));
}

double bytesOf(std::uintptr_t plan) {
  return static_cast<double>(at<const Sinusoidal>(plan)->bytes());
}

void roundToHalf(int type, std::uintptr_t numbers, double count, std::uintptr_t out) {
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(count); ++i) {
    at<std::uint16_t>(out)[i] =
        posenc::roundToHalf(static_cast<posenc::Half>(type), at<const double>(numbers)[i]);
  }
}

void fromHalf(int type, std::uintptr_t halves, double count, std::uintptr_t out) {
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(count); ++i) {
    at<float>(out)[i] =
        posenc::fromHalf(static_cast<posenc::Half>(type), at<const std::uint16_t>(halves)[i]);
  }
}

void encodePoints(std::uintptr_t plan, std::uintptr_t points, double count, std::uintptr_t out) {
  at<PointEncoding>(plan)->encode(at<const double>(points), static_cast<std::int64_t>(count),
                                  at<float>(out));
}

double largestCoordinate(std::uintptr_t plan) {
  return at<const PointEncoding>(plan)->largestCoordinate();
}

template <class Plan>
void destroy(std::uintptr_t plan) {
  delete at<Plan>(plan);
}

/// 0 when there is no memory.
std::uintptr_t allocate(double bytes) {
  constexpr double kLargest = 4294901760.0;  // 2^32 less a page
  if (bytes > kLargest) return 0;
  const auto rounded = (static_cast<std::size_t>(std::max(bytes, 1.0)) + 63) / 64 * 64;
  return reinterpret_cast<std::uintptr_t>(std::aligned_alloc(64, rounded));
}

void release(std::uintptr_t address) { std::free(at<void>(address)); }

template <class T>
double addressOf(const T* array) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(array));
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc) {
  value_object<Spec>("Spec")
      .field("axisCount", &Spec::axisCount)
      .field("axes", &Spec::axes)
      .field("channels", &Spec::channels)
      .field("declaredChannels", &Spec::declaredChannels)
      .field("layout", &Spec::layout)
      .field("phase", &Spec::phase)
      .field("split", &Spec::split)
      .field("angles", &Spec::angles)
      .field("channelsFirst", &Spec::channelsFirst)
      .field("allowEmptyAxes", &Spec::allowEmptyAxes)
      .field("minTimescale", &Spec::minTimescale)
      .field("maxTimescale", &Spec::maxTimescale)
      .field("shift", &Spec::shift);
  value_object<Made>("Made")
      .field("handle", &Made::handle)
      .field("fault", &Made::fault)
      .field("axis", &Made::axis)
      .field("actual", &Made::actual)
      .field("expected", &Made::expected);
  function("makeSinusoidal", &make<Sinusoidal>);
  function("encode", &encode);
  function("add", &add);
  function("encodeHalf", &encodeHalf);
  function("addHalf", &addHalf);
  function("bytesOf", &bytesOf);
  function("roundToHalf", &roundToHalf);
  function("fromHalf", &fromHalf);
  function("destroySinusoidal", &destroy<Sinusoidal>);
  function("makePoints", &make<PointEncoding>);
  function("encodePoints", &encodePoints);
  function("largestCoordinate", &largestCoordinate);
  function("destroyPoints", &destroy<PointEncoding>);
  function("allocate", &allocate);
  function("release", &release);
  emscripten::constant("scratch", addressOf(scratch));
  emscripten::constant("pointScratch", addressOf(pointScratch));
  emscripten::constant("scratchValues", static_cast<double>(kScratchValues));
  emscripten::constant("scratchPoints", static_cast<double>(kScratchPoints));
}

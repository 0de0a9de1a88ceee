// The Embind module: plans by handle, memory by address, and nothing that the core could do itself.
// Counts and addresses cross as numbers; what a plan is made of lies in linear memory, written by
// bindings/js/sinusoidal/options.ts, which has the same names.
#include <emscripten/bind.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "export/exported_tables.hpp"
#include "sinusoidal/plan.hpp"
#include "sinusoidal/points.hpp"

// Read before the module is instantiated, so that glue and .wasm of different versions never meet.
__asm__(".section .custom_section.posenc,\"\",@\n.ascii \"" POSENC_VERSION "\"\n");

// Embind prints the address of a type that has no name, for messages about types that are not
// bound. There are none; without this, the C library's printf would be in the module for it.
extern "C" int siprintf(char* out, const char* /*format*/, ...) {
  *out = '\0';
  return 0;
}

namespace {

using emscripten::function;
using posenc::Error;
using posenc::ExportedTables;
using posenc::PointEncoding;
using posenc::SinusoidalPlan;
using posenc::SinusoidalSpec;
using posenc::Status;

/// What goes to JavaScript's own arrays passes through here, in pieces that stay in the cache.
constexpr std::int64_t kScratchValues = 65536;
constexpr std::int64_t kScratchPoints = 8192;
alignas(64) float scratch[kScratchValues];
alignas(64) double pointScratch[kScratchPoints];

// What a plan is made of, in linear memory: the fields of a spec, then those of each axis, all as
// doubles. An address of 0 stands for "not given".

struct SpecFields {
  double axisCount;
  double channels;
  double declaredChannels;
  double layout;  // enumerations by position
  double phase;
  double split;
  double angles;
  double channelsFirst;
  double allowEmptyAxes;
  double minTimescale;
  double maxTimescale;
  double shift;
};

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

/// One block of a plan, with its tables: see layout.hpp and tables.hpp.
struct TableFields {
  double column;
  double columns;
  double pairs;
  double length;
  double inner;
  double stride;
  double first;
  double fineBits;
  double fineRows;
  double coarseRows;
};

/// Why there is no plan; written over the spec.
struct StatusFields {
  double error;
  double axis;
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

double addressOf(const void* object) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(object));
}

/// A plan's address, or 0 and the status.
struct Made {
  double plan;
  Status status;
};

template <class Plan>
Made planOf(const SinusoidalSpec& spec) {
  std::unique_ptr<Plan> plan(new (std::nothrow) Plan);
  if (plan == nullptr) return {.plan = 0, .status = {.error = Error::outOfMemory}};
  const Status status = plan->make(spec);
  return {.plan = status.ok() ? addressOf(plan.release()) : 0, .status = status};
}

/// The plan of the spec at an address; 0 when there is none, and then the address has the status.
/// (Addresses are returned as doubles: to a direct caller, integers come with a sign.)
double makeWith(Made (*planOf)(const SinusoidalSpec&), std::uintptr_t address) {
  const SpecFields fields = *at<const SpecFields>(address);
  const auto* const axisFields = at<const AxisFields>(address + sizeof(SpecFields));
  const auto count = static_cast<std::size_t>(fields.axisCount);
  const std::unique_ptr<posenc::AxisSpec[]> axes(new (std::nothrow) posenc::AxisSpec[count]);
  const std::unique_ptr<std::int32_t[]> order(new (std::nothrow) std::int32_t[count]);
  Made made{.plan = 0, .status = {.error = Error::outOfMemory}};
  if (axes != nullptr && order != nullptr) {
    for (std::size_t i = 0; i < count; ++i) {
      const AxisFields& from = axisFields[i];
      axes[i] = {.length = static_cast<std::int64_t>(from.length),
                 .offset = from.offset,
                 .step = from.step,
                 .positions = at<const double>(from.positions),
                 .frequencies = at<const double>(from.frequencies),
                 .frequencyCount = static_cast<std::int64_t>(from.frequencyCount),
                 .width = static_cast<std::int64_t>(from.width)};
      order[i] = static_cast<std::int32_t>(from.order);
    }
    made = planOf({.axes = {axes.get(), count},
                   .axisOrder = {order.get(), count},
                   .channels = static_cast<std::int64_t>(fields.channels),
                   .declaredChannels = static_cast<std::int64_t>(fields.declaredChannels),
                   .timescales = {fields.minTimescale, fields.maxTimescale, fields.shift},
                   .layout = static_cast<posenc::Layout>(fields.layout),
                   .phase = static_cast<posenc::Phase>(fields.phase),
                   .split = static_cast<posenc::Split>(fields.split),
                   .angles = static_cast<posenc::Angles>(fields.angles),
                   .channelsFirst = fields.channelsFirst != 0,
                   .allowEmptyAxes = fields.allowEmptyAxes != 0});
  }
  if (made.plan == 0) {
    *at<StatusFields>(address) = {.error = static_cast<double>(made.status.error),
                                  .axis = static_cast<double>(made.status.axis),
                                  .actual = made.status.actual,
                                  .expected = made.status.expected};
  }
  return made.plan;
}

template <class Plan>
double make(std::uintptr_t address) {
  return makeWith(planOf<Plan>, address);
}

void encode(std::uintptr_t plan, double first, double count, std::uintptr_t out) {
  at<SinusoidalPlan>(plan)->encode(static_cast<std::int64_t>(first),
                                   static_cast<std::int64_t>(count), at<float>(out));
}

void add(std::uintptr_t plan, double first, double count, std::uintptr_t x, std::uintptr_t out) {
  at<SinusoidalPlan>(plan)->add(static_cast<std::int64_t>(first), static_cast<std::int64_t>(count),
                                at<const float>(x), at<float>(out));
}

double rowsAtOnce(std::uintptr_t plan, double first, double most) {
  return static_cast<double>(at<const SinusoidalPlan>(plan)->rowsInWholeBlocks(
      static_cast<std::int64_t>(first), static_cast<std::int64_t>(most)));
}

/// In a type of 16 bits; without x when its address is 0.
void encodeHalf(std::uintptr_t plan, int type, double first, double count, std::uintptr_t x,
                std::uintptr_t out) {
  auto* const sinusoidal = at<SinusoidalPlan>(plan);
  const auto half = static_cast<posenc::Half>(type);
  const auto from = static_cast<std::int64_t>(first);
  const auto values = static_cast<std::int64_t>(count);
  if (x == 0) {
    sinusoidal->encodeHalf(half, from, values, at<std::uint16_t>(out));
  } else {
    sinusoidal->addHalf(half, from, values, at<const std::uint16_t>(x), at<std::uint16_t>(out));
  }
}

double bytesOf(std::uintptr_t plan) {
  return static_cast<double>(at<const SinusoidalPlan>(plan)->bytes());
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

double blockCount(std::uintptr_t plan) {
  return static_cast<double>(at<const SinusoidalPlan>(plan)->axisCount());
}

/// The tables of a block, and its fields at an address; 0 when there is no memory. They must not
/// outlive the plan.
std::uintptr_t makeTables(std::uintptr_t plan, double block, std::uintptr_t address) {
  const auto& sinusoidal = *at<const SinusoidalPlan>(plan);
  const auto index = static_cast<std::int64_t>(block);
  const posenc::Axis& axis = sinusoidal.axis(index);
  std::unique_ptr<ExportedTables> tables(new (std::nothrow) ExportedTables);
  if (tables == nullptr || !tables->make(axis)) return 0;
  *at<TableFields>(address) = {.column = static_cast<double>(axis.block().column),
                               .columns = static_cast<double>(axis.block().columns),
                               .pairs = static_cast<double>(axis.block().pairs),
                               .length = static_cast<double>(axis.length()),
                               .inner = static_cast<double>(sinusoidal.innerOf(index)),
                               .stride = static_cast<double>(tables->stride()),
                               .first = static_cast<double>(tables->start()),
                               .fineBits = static_cast<double>(tables->fineBits()),
                               .fineRows = static_cast<double>(tables->fineRows()),
                               .coarseRows = static_cast<double>(tables->coarseRows())};
  return reinterpret_cast<std::uintptr_t>(tables.release());
}

/// Row `row` of the fine ones and, behind them, the coarse ones.
void writeTable(std::uintptr_t tables, double row, std::uintptr_t out) {
  at<ExportedTables>(tables)->write(static_cast<std::int64_t>(row), at<float>(out));
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
double allocate(double bytes) {
  constexpr double kLargest = 4294901760.0;  // 2^32 less a page
  if (bytes > kLargest) return 0;
  return addressOf(posenc::allocateAligned(static_cast<std::size_t>(std::max(bytes, 1.0))));
}

void release(std::uintptr_t address) { std::free(at<void>(address)); }

/// A function's place in the table of functions.
template <class... Arguments, class Result>
double placeOf(Result (*f)(Arguments...)) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(f));
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc) {
  // Called directly, through the table of functions: a small encoding costs less than Embind's
  // conversion of its arguments, and a small plan no more.
  emscripten::constant("encode", placeOf(&encode));
  emscripten::constant("add", placeOf(&add));
  emscripten::constant("rowsAtOnce", placeOf(&rowsAtOnce));
  emscripten::constant("makeSinusoidal", placeOf(&make<SinusoidalPlan>));
  emscripten::constant("destroySinusoidal", placeOf(&destroy<SinusoidalPlan>));
  emscripten::constant("allocate", placeOf(&allocate));
  emscripten::constant("release", placeOf(&release));
  function("encodeHalf", &encodeHalf);
  function("bytesOf", &bytesOf);
  function("roundToHalf", &roundToHalf);
  function("fromHalf", &fromHalf);
  function("blockCount", &blockCount);
  function("makeTables", &makeTables);
  function("writeTable", &writeTable);
  function("destroyTables", &destroy<ExportedTables>);
  function("makePoints", &make<PointEncoding>);
  function("encodePoints", &encodePoints);
  function("largestCoordinate", &largestCoordinate);
  function("destroyPoints", &destroy<PointEncoding>);
  emscripten::constant("scratch", addressOf(scratch));
  emscripten::constant("pointScratch", addressOf(pointScratch));
  emscripten::constant("scratchValues", static_cast<double>(kScratchValues));
  emscripten::constant("scratchPoints", static_cast<double>(kScratchPoints));
}

#include "sinusoidal.hpp"

#include <memory>
#include <new>

#include "address.hpp"
#include "export/exported_tables.hpp"
#include "sinusoidal/plan.hpp"
#include "sinusoidal/points.hpp"
#include "wire.hpp"

namespace wasm {
namespace {

using posenc::DType;
using posenc::Error;
using posenc::ExportedTables;
using posenc::PointEncoding;
using posenc::RowOrder;
using posenc::SinusoidalPlan;
using posenc::SinusoidalSpec;
using posenc::Status;

/// A plan's address, or 0 and why there is none.
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

/// The plan of the spec at an address. When there is none, the status is written over the spec.
double makeWith(Made (*planOf)(const SinusoidalSpec&), std::uintptr_t address) {
  const wire::SpecFields fields = *at<const wire::SpecFields>(address);
  const auto* const axisFields = at<const wire::AxisFields>(address + sizeof(wire::SpecFields));
  const auto count = static_cast<std::size_t>(fields.axisCount);
  const std::unique_ptr<posenc::AxisSpec[]> axes(new (std::nothrow) posenc::AxisSpec[count]);
  const std::unique_ptr<std::int32_t[]> order(new (std::nothrow) std::int32_t[count]);
  Made made{.plan = 0, .status = {.error = Error::outOfMemory}};
  if (axes != nullptr && order != nullptr) {
    for (std::size_t i = 0; i < count; ++i) {
      const wire::AxisFields& from = axisFields[i];
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
    *at<wire::StatusFields>(address) = {.error = static_cast<double>(made.status.error),
                                        .axis = static_cast<double>(made.status.axis),
                                        .actual = made.status.actual,
                                        .expected = made.status.expected};
  }
  return made.plan;
}

}  // namespace

double makeGridPlan(std::uintptr_t spec) { return makeWith(planOf<SinusoidalPlan>, spec); }

void destroyGridPlan(std::uintptr_t plan) { delete at<SinusoidalPlan>(plan); }

void encodeGrid(std::uintptr_t plan, int dtype, int order, double start, double count,
                std::uintptr_t out) {
  auto& grid = *at<SinusoidalPlan>(plan);
  const auto from = static_cast<std::int64_t>(start);
  const auto values = static_cast<std::int64_t>(count);
  switch (const auto type = static_cast<DType>(dtype)) {
    case DType::float32:
      return grid.encode(from, values, at<float>(out), static_cast<RowOrder>(order));
    case DType::float64:
      return grid.encodeDouble(from, values, at<double>(out));
    default:
      return grid.encodeHalf(posenc::halfOf(type), from, values, at<std::uint16_t>(out));
  }
}

void addGrid(std::uintptr_t plan, int dtype, int order, double start, double count,
             std::uintptr_t x, std::uintptr_t out) {
  auto& grid = *at<SinusoidalPlan>(plan);
  const auto from = static_cast<std::int64_t>(start);
  const auto values = static_cast<std::int64_t>(count);
  switch (const auto type = static_cast<DType>(dtype)) {
    case DType::float32:
      return grid.add(from, values, at<const float>(x), at<float>(out),
                      static_cast<RowOrder>(order));
    case DType::float64:
      return grid.addDouble(from, values, at<const double>(x), at<double>(out));
    default:
      return grid.addHalf(posenc::halfOf(type), from, values, at<const std::uint16_t>(x),
                          at<std::uint16_t>(out));
  }
}

double rowsAtOnce(std::uintptr_t plan, double start, double most) {
  return static_cast<double>(at<const SinusoidalPlan>(plan)->rowsInWholeBlocks(
      static_cast<std::int64_t>(start), static_cast<std::int64_t>(most)));
}

double gridPlanBytes(std::uintptr_t plan) {
  return static_cast<double>(at<const SinusoidalPlan>(plan)->bytes());
}

double blockCount(std::uintptr_t plan) {
  return static_cast<double>(at<const SinusoidalPlan>(plan)->axisCount());
}

/// They must not outlive the plan.
std::uintptr_t makeTables(std::uintptr_t plan, double block, std::uintptr_t address) {
  const auto& grid = *at<const SinusoidalPlan>(plan);
  const auto index = static_cast<std::int64_t>(block);
  const posenc::Axis& axis = grid.axis(index);
  std::unique_ptr<ExportedTables> tables(new (std::nothrow) ExportedTables);
  if (tables == nullptr || !tables->make(axis)) return 0;
  *at<wire::TableFields>(address) = {.column = static_cast<double>(axis.block().column),
                                     .columns = static_cast<double>(axis.block().columns),
                                     .pairs = static_cast<double>(axis.block().pairs),
                                     .length = static_cast<double>(axis.length()),
                                     .inner = static_cast<double>(grid.innerOf(index)),
                                     .stride = static_cast<double>(tables->stride()),
                                     .first = static_cast<double>(tables->start()),
                                     .fineBits = static_cast<double>(tables->fineBits()),
                                     .fineRows = static_cast<double>(tables->fineRows()),
                                     .coarseRows = static_cast<double>(tables->coarseRows())};
  return reinterpret_cast<std::uintptr_t>(tables.release());
}

void writeTable(std::uintptr_t tables, double row, std::uintptr_t out) {
  at<ExportedTables>(tables)->write(static_cast<std::int64_t>(row), at<float>(out));
}

void destroyTables(std::uintptr_t tables) { delete at<ExportedTables>(tables); }

double makePointPlan(std::uintptr_t spec) { return makeWith(planOf<PointEncoding>, spec); }

void destroyPointPlan(std::uintptr_t plan) { delete at<PointEncoding>(plan); }

void encodePoints(std::uintptr_t plan, int dtype, std::uintptr_t points, double count,
                  std::uintptr_t out) {
  auto& encoding = *at<PointEncoding>(plan);
  const auto* const from = at<const double>(points);
  const auto values = static_cast<std::int64_t>(count);
  switch (const auto type = static_cast<DType>(dtype)) {
    case DType::float32:
      return encoding.encode(from, values, at<float>(out));
    case DType::float64:
      return encoding.encodeDouble(from, values, at<double>(out));
    default:
      return encoding.encodeHalf(posenc::halfOf(type), from, values, at<std::uint16_t>(out));
  }
}

double pointPlanBytes(std::uintptr_t plan) {
  return static_cast<double>(at<const PointEncoding>(plan)->bytes());
}

double largestCoordinate(std::uintptr_t plan) {
  return at<const PointEncoding>(plan)->largestCoordinate();
}

}  // namespace wasm

#include "tables.hpp"

#include <memory>
#include <new>

#include "address.hpp"
#include "tables/patches.hpp"
#include "tables/resample.hpp"
#include "wire.hpp"

namespace wasm {
namespace {

using posenc::ResamplePlan;

posenc::ResampleSpec specOf(const wire::ResizeFields& from) {
  const auto axis = [&](double before, double after) {
    return posenc::AxisResize{.from = static_cast<std::int64_t>(before),
                              .to = static_cast<std::int64_t>(after),
                              .mode = static_cast<posenc::Interpolation>(from.mode),
                              .alignCorners = from.alignCorners != 0,
                              .antialias = from.antialias != 0};
  };
  return {axis(from.fromHeight, from.toHeight), axis(from.fromWidth, from.toWidth),
          static_cast<std::int64_t>(from.channels), static_cast<posenc::DType>(from.dtype)};
}

}  // namespace

void writeTaps(std::uintptr_t fields, double first, double count, std::uintptr_t indices,
               std::uintptr_t weights) {
  const wire::ResizeFields& from = *at<const wire::ResizeFields>(fields);
  const posenc::ResampleSpec spec = specOf(from);
  posenc::writeTaps({spec.height, spec.width, static_cast<std::int64_t>(from.merge)},
                    static_cast<std::int64_t>(first), static_cast<std::int64_t>(count),
                    at<std::int32_t>(indices), at<float>(weights));
}

double makeResample(std::uintptr_t fields) {
  std::unique_ptr<ResamplePlan> plan(new (std::nothrow) ResamplePlan);
  if (plan == nullptr || !plan->make(specOf(*at<const wire::ResizeFields>(fields)))) return 0;
  return addressOf(plan.release());
}

void destroyResample(std::uintptr_t plan) { delete at<ResamplePlan>(plan); }

double resampleRowsFor(std::uintptr_t plan, double outputRow) {
  return static_cast<double>(
      at<const ResamplePlan>(plan)->rowsFor(static_cast<std::int64_t>(outputRow)));
}

void addResampleRow(std::uintptr_t plan, double row, std::uintptr_t from) {
  at<ResamplePlan>(plan)->addRow(static_cast<std::int64_t>(row), at<const void>(from));
}

void writeResampleRow(std::uintptr_t plan, double outputRow, std::uintptr_t out) {
  at<ResamplePlan>(plan)->writeRow(static_cast<std::int64_t>(outputRow), at<void>(out));
}

}  // namespace wasm

// Sinusoidal plans at the border to JavaScript. bindings/js/posenc.d.ts says what each function
// does.
#pragma once

#include <cstdint>

namespace wasm {

double makeGridPlan(std::uintptr_t spec);
void destroyGridPlan(std::uintptr_t plan);
void encodeGrid(std::uintptr_t plan, int dtype, int order, double start, double count,
                std::uintptr_t out);
void addGrid(std::uintptr_t plan, int dtype, int order, double start, double count,
             std::uintptr_t x, std::uintptr_t out);
double rowsAtOnce(std::uintptr_t plan, double start, double most);
double gridPlanBytes(std::uintptr_t plan);

double blockCount(std::uintptr_t plan);
std::uintptr_t makeTables(std::uintptr_t plan, double block, std::uintptr_t address);
void writeTable(std::uintptr_t tables, double row, std::uintptr_t out);
void destroyTables(std::uintptr_t tables);

double makePointPlan(std::uintptr_t spec);
void destroyPointPlan(std::uintptr_t plan);
void encodePoints(std::uintptr_t plan, int dtype, std::uintptr_t points, double count,
                  std::uintptr_t out);
double pointPlanBytes(std::uintptr_t plan);
double largestCoordinate(std::uintptr_t plan);

}  // namespace wasm

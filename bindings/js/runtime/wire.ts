// Shared by all families: errors of the core, number types of results, memory. Made by scripts/schema.js from bindings/schema/engine.json:
// what crosses to C++, in its order there.

/** Why the core refuses, by its codes. */
export const errorNames = [
  'none',
  'outOfMemory',
  'emptyAxis',
  'splitTooWide',
  'splitOdd',
  'frequencyCount',
  'timescaleShift',
  'tooManyValues',
  'positionTooLarge',
  'angleTooLarge',
  'frequencyTooLarge',
  'timescaleRatio',
] as const;

/** The numbers of dtype are the positions here. */
export const dtypeNames = ['float32', 'float16', 'bfloat16', 'float64'] as const;

/** StatusFields in wire.hpp, in their order. */
export const statusFields = ['error', 'axis', 'actual', 'expected'] as const;

/** Functions that are called past Embind, of all families. */
export const directFunctions = [
  'allocate',
  'release',
  'makeGridPlan',
  'destroyGridPlan',
  'encodeGrid',
  'addGrid',
  'rowsAtOnce',
  'makePointPlan',
  'destroyPointPlan',
  'encodePoints',
] as const;

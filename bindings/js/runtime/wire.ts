// Shared by all families: errors of the core, number types of results, memory.
// Made by scripts/schema.js from bindings/schema/engine.json: names in the order that C++ uses.

/** The errors of the core; their codes are the positions here. */
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

/** The fields of StatusFields in wire.hpp, in order. */
export const statusFields = ['error', 'axis', 'actual', 'expected'] as const;

/** Functions of all families that are called directly, without Embind. */
export const directFunctions = [
  'allocate',
  'release',
  'readIds',
  'widenIds',
  'maskPositions',
  'mropePositions',
  'visionPositions',
  'nearestPositions',
  'makeRotary',
  'destroyRotary',
  'prepareRotary',
  'writeRotaryTables',
  'applyRotary',
  'writePolar',
  'makeGridPlan',
  'destroyGridPlan',
  'encodeGrid',
  'addGrid',
  'rowsAtOnce',
  'makePointPlan',
  'destroyPointPlan',
  'encodePoints',
  'writeTaps',
  'makeResample',
  'destroyResample',
  'resampleRowsFor',
  'addResampleRow',
  'writeResampleRow',
] as const;

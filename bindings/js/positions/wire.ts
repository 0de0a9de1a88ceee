// Position ids.
// Made by scripts/schema.js from bindings/schema/positions.json: names in the order that C++ uses.

/** The numbers of idType are the positions here. */
export const idTypeNames = ['int32', 'int64', 'float64'] as const;

/** The numbers of maskConvention are the positions here. */
export const maskConventionNames = ['huggingface', 'roberta', 'fairseq'] as const;

/** The numbers of mropeRules are the positions here. */
export const mropeRulesNames = ['qwen2', 'qwen25', 'qwen3'] as const;

/** The numbers of mropeError are the positions here. */
export const mropeErrorNames = ['none', 'outOfMemory', 'tokens', 'grid', 'position'] as const;

/** The fields of MropeFields in wire.hpp, in order. */
export const mropeFields = [
  'batch',
  'length',
  'tokens',
  'mask',
  'imageToken',
  'videoToken',
  'grids',
  'images',
  'videos',
  'seconds',
  'tokensPerSecond',
  'merge',
  'rules',
  'older',
] as const;

/** The fields of MropeStatusFields in wire.hpp, in order. */
export const mropeStatusFields = ['error', 'isVideo', 'grid', 'at', 'actual', 'expected'] as const;

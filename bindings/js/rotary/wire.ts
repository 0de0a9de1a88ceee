// Rotary embeddings.
// Made by scripts/schema.js from bindings/schema/rotary.json: names in the order that C++ uses.

/** The numbers of pairing are the positions here. */
export const pairingNames = ['halves', 'adjacent'] as const;

/** The numbers of scaling are the positions here. */
export const scalingNames = [
  'none',
  'linear',
  'dynamic',
  'yarn',
  'longrope',
  'llama3',
  'proportional',
] as const;

/** The numbers of form are the positions here. */
export const formNames = ['half', 'doubled', 'repeated', 'tiled'] as const;

/** The numbers of rotation are the positions here. */
export const rotationNames = ['forward', 'inverse', 'shift', 'shiftBack'] as const;

/** The fields of RotaryFields in wire.hpp, in order. */
export const rotaryFields = [
  'headDim',
  'rotaryStart',
  'pairs',
  'pairing',
  'theta',
  'scaling',
  'factor',
  'originalLength',
  'betaFast',
  'betaSlow',
  'truncate',
  'mscale',
  'mscaleAllDim',
  'lowFreqFactor',
  'highFreqFactor',
  'partial',
  'attentionFactor',
  'xposBase',
  'shortFactor',
  'longFactor',
  'frequencies',
  'axes',
  'interleaved',
  'matrixHeads',
  'sectionCount',
  'sections',
  'axisPairs',
  'matrix',
] as const;

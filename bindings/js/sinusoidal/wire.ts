// Sinusoidal encodings of grids and of points. Made by scripts/schema.js from bindings/schema/sinusoidal.json:
// what crosses to C++, in its order there.

/** The numbers of layout are the positions here. */
export const layoutNames = ['interleaved', 'concatenated'] as const;

/** The numbers of phase are the positions here. */
export const phaseNames = ['sin-cos', 'cos-sin'] as const;

/** The numbers of split are the positions here. */
export const splitNames = ['even', 'padded', 'widths'] as const;

/** The numbers of angles are the positions here. */
export const anglesNames = ['exact', 'float32'] as const;

/** The numbers of rowOrder are the positions here. */
export const rowOrderNames = ['mirrored', 'ascending'] as const;

/** SpecFields in wire.hpp, in their order. */
export const specFields = [
  'axisCount',
  'channels',
  'declaredChannels',
  'layout',
  'phase',
  'split',
  'angles',
  'channelsFirst',
  'allowEmptyAxes',
  'minTimescale',
  'maxTimescale',
  'shift',
] as const;

/** AxisFields in wire.hpp, in their order. */
export const axisFields = [
  'length',
  'offset',
  'step',
  'width',
  'order',
  'positions',
  'frequencies',
  'frequencyCount',
] as const;

/** TableFields in wire.hpp, in their order. */
export const tableFields = [
  'column',
  'columns',
  'pairs',
  'length',
  'inner',
  'stride',
  'first',
  'fineBits',
  'fineRows',
  'coarseRows',
] as const;

// Tables of position embeddings at another size.
// Made by scripts/schema.js from bindings/schema/tables.json: names in the order that C++ uses.

/** The numbers of interpolation are the positions here. */
export const interpolationNames = ['bilinear', 'bicubic'] as const;

/** The fields of ResizeFields in wire.hpp, in order. */
export const resizeFields = [
  'fromHeight',
  'fromWidth',
  'toHeight',
  'toWidth',
  'mode',
  'alignCorners',
  'antialias',
  'merge',
  'channels',
  'dtype',
] as const;

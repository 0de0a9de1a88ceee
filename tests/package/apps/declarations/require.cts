// By require, which Node.js has for ES modules from 20.19 on, and TypeScript from 5.8 on.
import posenc = require('posenc');

import { createGpu } from 'posenc/webgpu';

export const values: Float32Array = posenc.encode({ grid: [2], channels: 4 });
export const gpu = createGpu();

// WebGPU's objects, in the declarations: the real types where a library declares them (TypeScript's own for
// the DOM from version 6 on, @webgpu/types), and where none does what can be told of them without.
import type { Platform } from '../js/platform-types.js';

/** A `GPUBuffer`. */
export type GpuBuffer = Platform<
  'GPUBuffer',
  {
    readonly size: number;
    readonly usage: number;
    readonly mapState: 'unmapped' | 'pending' | 'mapped';
    destroy(): void;
  }
>;

/** A `GPUCommandEncoder`. */
export type GpuCommandEncoder = Platform<'GPUCommandEncoder', { beginComputePass(): unknown }>;

/** Why a device is lost: a `GPUDeviceLostInfo`. */
export type GpuLostInfo = Platform<
  'GPUDeviceLostInfo',
  { readonly reason: string; readonly message: string }
>;

/** A `GPUDevice`. */
export type GpuDevice = Platform<
  'GPUDevice',
  { readonly lost: Promise<GpuLostInfo>; readonly queue: object; destroy(): void }
>;

/** A `GPUDevice` of the application: where its type is not known, other libraries give it as unknown. */
export type GivenDevice = Platform<'GPUDevice', unknown>;

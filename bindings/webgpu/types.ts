// WebGPU's objects in the public declarations: the real types where a library declares them (the DOM of
// TypeScript 6 or later, @webgpu/types), otherwise the members that posenc needs.
import type { Platform } from '../js/internal.js';

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

/** Why a device was lost: a `GPUDeviceLostInfo`. */
export type GpuLostInfo = Platform<
  'GPUDeviceLostInfo',
  { readonly reason: string; readonly message: string }
>;

/** A `GPUDevice`. */
export type GpuDevice = Platform<
  'GPUDevice',
  { readonly lost: Promise<GpuLostInfo>; readonly queue: object; destroy(): void }
>;

/** The application's `GPUDevice`; `unknown` if no library declares that type, as other packages then type it. */
export type GivenDevice = Platform<'GPUDevice', unknown>;

/** @module stage: what a picture in space is painted from: what the camera sees, and what the sun sees. */
import type { Point3 } from '../../geometry/vector.ts';
import type { Rgb } from '../../raster/raster.ts';
import type { DepthBuffer } from './depth-buffer.ts';
import type { Lens } from './lens.ts';

/** A plane face of the picture: its colour, where it looks, and whose it is. */
export type Surface = { readonly colour: Rgb; readonly normal: Point3; readonly body: number };

export type Stage = {
  readonly lens: Lens;
  readonly seen: DepthBuffer;
  /** What the sun sees. */
  readonly sun: Lens;
  readonly lit: DepthBuffer;
  readonly surfaces: Surface[];
};

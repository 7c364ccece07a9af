/**
 * @module stage: the data from which a three-dimensional picture is painted: the buffers of the camera and of the sun.
 */
import type { Mesh } from '../../../building/geometry/mesh/mesh.ts';
import type { Point3 } from '../../../building/geometry/vector.ts';
import type { Rgb } from '../../raster/raster.ts';
import type { DepthBuffer } from './depth-buffer.ts';
import type { Lens } from './lens.ts';
import { SmoothSurfaces } from './smooth-surfaces.ts';

/** Body number of the ground, greater than that of any other body: at equal depth the other body is visible. */
export const GROUND_BODY = 0x7fffffff;

/**
 * The plane faces of the picture: colour, normal and body of each, by their numbers, which start at 1. They are stored
 * in growing typed lists, because a large building has several hundred thousand of them.
 */
export class Surfaces {
  count = 0;
  /** Three components of each normal. */
  normals = new Float64Array(3072);
  bodies = new Int32Array(1024);
  readonly colours: Rgb[] = [];
  /** Surfaces between which no line is drawn where they meet at a flat angle. */
  readonly smooth = new SmoothSurfaces();

  /** Adds a surface and returns its number. */
  add({ x, y, z }: Point3, body: number, colour: Rgb): number {
    const index = this.count;
    if (index === this.bodies.length) {
      this.normals = longer(this.normals, new Float64Array(6 * index));
      this.bodies = longer(this.bodies, new Int32Array(2 * index));
    }
    this.normals[index * 3] = x;
    this.normals[index * 3 + 1] = y;
    this.normals[index * 3 + 2] = z;
    this.bodies[index] = body;
    this.colours.push(colour);
    this.count += 1;
    return this.count;
  }

  /** The unit normal of a surface. */
  normalOf(number: number): Point3 {
    const [x = 0, y = 0, z = 0] = this.normals.subarray(number * 3 - 3, number * 3);
    return { x, y, z };
  }
}

function longer<List extends Float64Array | Int32Array>(list: List, into: List): List {
  into.set(list);
  return into;
}

/** The working data of one three-dimensional picture. */
export type Stage = {
  /** The lens and the depth buffer of the camera. */
  readonly lens: Lens;
  readonly seen: DepthBuffer;
  /** The lens of the sun and its depth buffer, the shadow map. */
  readonly sun: Lens;
  readonly lit: DepthBuffer;
  readonly surfaces: Surfaces;
  /** The mesh of a body by its number; null for the ground. */
  readonly meshOf: (body: number) => Mesh | null;
};

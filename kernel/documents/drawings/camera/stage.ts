/** @module stage: what a picture in space is painted from: what the camera sees, and what the sun sees. */
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import type { Point3 } from '../../geometry/vector.ts';
import type { Rgb } from '../../raster/raster.ts';
import type { DepthBuffer } from './depth-buffer.ts';
import type { Lens } from './lens.ts';

/** The body of the ground: after all others. */
export const GROUND_BODY = 0x7fffffff;

/** Plane faces of the picture, each with its colour, where it looks and whose it is, by their numbers from 1, in lists that grow: a large building has some hundred thousand. */
export class Surfaces {
  count = 0;
  /** Three parts of each. */
  normals = new Float64Array(3072);
  bodies = new Int32Array(1024);
  readonly colours: Rgb[] = [];

  /** Gives its number. */
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

  /** Where a surface looks: a unit vector. */
  normalOf(number: number): Point3 {
    const [x = 0, y = 0, z = 0] = this.normals.subarray(number * 3 - 3, number * 3);
    return { x, y, z };
  }
}

function longer<List extends Float64Array | Int32Array>(list: List, into: List): List {
  into.set(list);
  return into;
}

export type Stage = {
  readonly lens: Lens;
  readonly seen: DepthBuffer;
  /** What the sun sees. */
  readonly sun: Lens;
  readonly lit: DepthBuffer;
  readonly surfaces: Surfaces;
  /** The mesh of a body by its number; null of the ground. */
  readonly meshOf: (body: number) => Mesh | null;
};

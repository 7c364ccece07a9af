/** @module sloping slab: a plate of constant thickness under a sloping plane, over a plan region. */

import type { ConvexPiece } from '../convex/convex-piece.ts';
import { convexRings } from '../convex/convex-rings.ts';
import { prismBetween } from '../convex/mesh-pieces.ts';
import { at } from '../indexed.ts';
import type { Region, Ring } from '../plan/polygon.ts';
import { directionOf, type Point2, type Point3 } from '../vector.ts';
import { extrudeBetween } from './extrude.ts';
import type { Mesh } from './mesh.ts';

/** A plane that passes through `point` at height 0 and rises in a direction in plan. */
export type SlopingPlane = {
  readonly point: Point2;
  readonly direction_deg: number;
  /** Between 0 and 90 degrees. */
  readonly pitch_deg: number;
};

/** A plate: its thickness is measured square to the plane, mm; its edges are vertical (`plumb`) or `square` to it. */
export type SlopingPlate = SlopingPlane & {
  readonly thickness: number;
  readonly edges: 'plumb' | 'square';
};

/** Sine and cosine of the pitch, and the direction in which the plane rises. */
export function slopeOf({ direction_deg, pitch_deg }: Omit<SlopingPlane, 'point'>): {
  readonly sine: number;
  readonly cosine: number;
  readonly rise: Point2;
} {
  const { x: cosine, y: sine } = directionOf(pitch_deg);
  return { sine, cosine, rise: directionOf(direction_deg) };
}

/** Height of the plane at a point, mm. */
export function heightAt(plane: SlopingPlane, { x, y }: Point2): number {
  const { sine, cosine, rise } = slopeOf(plane);
  const { point } = plane;
  return ((x - point.x) * rise.x + (y - point.y) * rise.y) * (sine / cosine);
}

/** Displacement from the upper face of a plate to its underside, mm. */
export function shiftOf(plate: SlopingPlate): Point3 {
  const { sine, cosine, rise } = slopeOf(plate);
  const { thickness, edges } = plate;
  if (edges === 'plumb') return { x: 0, y: 0, z: 0 - thickness / cosine };
  return {
    x: thickness * sine * rise.x,
    y: thickness * sine * rise.y,
    z: 0 - thickness * cosine,
  };
}

/** The corners of the upper face and of the underside over a ring; `top` is the height of the plane at its point, mm. */
function facesOver(ring: Ring, plate: SlopingPlate, top: number): readonly [Point3[], Point3[]] {
  const shift = shiftOf(plate);
  const upper = ring.map((p) => ({ x: p.x, y: p.y, z: top + heightAt(plate, p) }));
  const lower = upper.map(({ x, y, z }) => ({ x: x + shift.x, y: y + shift.y, z: z + shift.z }));
  return [upper, lower];
}

/** The closed solid of a plate over a valid region, the plan of its upper face. */
export function slopingMesh(region: Region, plate: SlopingPlate, top: number): Mesh {
  const { x, y, z } = shiftOf(plate);
  const height = (p: Point2): number => top + heightAt(plate, p);
  const { positions, triangles } = extrudeBetween(region, (p) => height(p) + z, height);
  const shifted = Float64Array.from(positions);
  // The first half of the vertices is the underside.
  for (let i = 0; i < shifted.length / 2; i += 3) {
    shifted[i] = at(positions, i) + x;
    shifted[i + 1] = at(positions, i + 1) + y;
  }
  return { positions: shifted, triangles };
}

/** The same solid as convex pieces. */
export function slopingPieces(
  region: Region,
  plate: SlopingPlate,
  top: number,
): readonly ConvexPiece[] {
  return convexRings(region).map((ring) => {
    const [upper, lower] = facesOver(ring, plate, top);
    return prismBetween(lower, upper);
  });
}

/** The corners of a plate over a ring, mm. */
export function cornersOver(ring: Ring, plate: SlopingPlate, top: number): readonly Point3[] {
  return facesOver(ring, plate, top).flat();
}

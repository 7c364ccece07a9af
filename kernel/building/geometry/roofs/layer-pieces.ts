/** @module layer pieces: convex pieces of a roof layer whose top is not a translation of its underside. */

import { type ConvexPiece, prismPiece } from '../convex/convex-piece.ts';
import { convexRings } from '../convex/convex-rings.ts';
import { at, cyclic } from '../indexed.ts';
import { clippedInside, withoutRepeats } from '../plan/half-plane.ts';
import { type Ring, ringBounds, signedArea } from '../plan/polygon.ts';
import { ROUNDED_AREA_MM2 } from '../tolerances.ts';
import { type Box2, planBoxIntersects, type Point2, type Point3 } from '../vector.ts';
import type { RoofNet } from './roof-net.ts';

/** Factor on coordinates before exact tests on the 0.001 mm grid: intersections of planes are not on that grid. */
const FINER_GRID = 1000;

/** A convex part of a roof plane: its outline in plan, and the height of the plane at a point, mm. */
export type Part = {
  readonly ring: Ring;
  readonly box: Box2;
  readonly height: (p: Point2) => number;
};

/** The space between two nets over the same outline: a prism over each intersection of a lower and an upper part. */
export function piecesBetween(
  under: RoofNet,
  top: RoofNet,
  elevation: number,
): readonly ConvexPiece[] {
  const above = partsOf(top);
  return partsOf(under).flatMap((low) =>
    above.flatMap((high) => {
      if (!planBoxIntersects(low.box, high.box)) return [];
      const ring = shared(low.ring, high.ring);
      if (ring.length < 3 || signedArea(ring) < ROUNDED_AREA_MM2) return [];
      const raised = ({ height }: Part): readonly Point3[] =>
        ring.map((p) => ({ x: p.x, y: p.y, z: elevation + height(p) }));
      return [prismPiece([raised(low), raised(high)])];
    }),
  );
}

/** The space between a net and its translation upwards by `depth`: a prism over each convex part. */
export function piecesLifted(
  net: RoofNet,
  { elevation, depth }: { readonly elevation: number; readonly depth: number },
): readonly ConvexPiece[] {
  return partsOf(net).map(({ ring, height }) => {
    const raised = (lift: number): readonly Point3[] =>
      ring.map((p) => ({ x: p.x, y: p.y, z: elevation + lift + height(p) }));
    return prismPiece([raised(0), raised(depth)]);
  });
}

/** The planes of a net as convex parts that do not overlap in plan and together cover the outline. */
export function partsOf({ nodes, faces }: RoofNet): readonly Part[] {
  return faces.flatMap(({ run, loops }) => {
    if (run === 0) return [];
    return loops.flatMap((loop) => {
      const points = loop.map((node) => at(nodes, node));
      const height = planeThrough(points);
      return convexParts(points).map((ring) => ({ ring, box: ringBounds(ring), height }));
    });
  });
}

/** A polygon in plan as convex outlines, computed relative to its first corner. */
function convexParts(points: readonly Point3[]): readonly Ring[] {
  const o = at(points, 0);
  const boundary = points.map(({ x, y }) => ({
    x: FINER_GRID * (x - o.x),
    y: FINER_GRID * (y - o.y),
  }));
  return convexRings({ boundary, holes: [] }).map((ring) =>
    ring.map(({ x, y }) => ({ x: o.x + x / FINER_GRID, y: o.y + y / FINER_GRID })),
  );
}

/** Height at a point of the plane of a polygon, from the polygon's Newell normal. */
function planeThrough(points: readonly Point3[]): (p: Point2) => number {
  const o = at(points, 0);
  let [nx, ny, nz] = [0, 0, 0];
  for (const [i, p] of points.entries()) {
    const q = cyclic(points, i + 1);
    nx += (p.y - q.y) * (p.z + q.z - 2 * o.z);
    ny += (p.z - q.z) * (p.x + q.x - 2 * o.x);
    nz += (p.x - q.x) * (p.y + q.y - 2 * o.y);
  }
  return ({ x, y }) => o.z - (nx * (x - o.x) + ny * (y - o.y)) / nz;
}

/** Intersection of two convex counter-clockwise rings (Sutherland and Hodgman 1974), without repeated corners. */
export function shared(ring: Ring, other: Ring): Ring {
  return withoutRepeats(clippedInside(ring, other));
}

/** @module layer pieces: the layer of a roof as convex pieces, where its top is not its underside moved up. */

import type { ConvexPiece } from '../convex/convex-piece.ts';
import { prismPiece } from '../convex/convex-piece.ts';
import { convexRings } from '../convex/convex-rings.ts';
import { at, cyclic } from '../indexed.ts';
import type { Ring } from '../plan/polygon.ts';
import { ringBounds, signedArea } from '../plan/polygon.ts';
import type { Box2, Point2, Point3 } from '../vector.ts';
import { planBoxIntersects } from '../vector.ts';
import type { RoofNet } from './roof-net.ts';

/** What is less than this is the rounding of a corner, mm². */
const LEAST_MM2 = 1e-3;
/** Corners are told apart to a thousandth of the grid, as where planes meet is not on it. */
const FINER = 1000;

/** A convex part of a plane, in plan, with the height of the plane there. */
export type Part = {
  readonly ring: Ring;
  readonly box: Box2;
  readonly height: (p: Point2) => number;
};

/** The space between two nets over one outline: a prism over whatever a part below and a part above share in plan. */
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
      if (ring.length < 3 || signedArea(ring) < LEAST_MM2) return [];
      const lifted = ({ height }: Part): readonly Point3[] =>
        ring.map((p) => ({ x: p.x, y: p.y, z: elevation + height(p) }));
      return [prismPiece([lifted(low), lifted(high)])];
    }),
  );
}

/** The space over a net up to the same moved up by `depth`: a prism over each convex part. */
export function piecesLifted(
  net: RoofNet,
  { elevation, depth }: { readonly elevation: number; readonly depth: number },
): readonly ConvexPiece[] {
  return partsOf(net).map(({ ring, height }) => {
    const lifted = (lift: number): readonly Point3[] =>
      ring.map((p) => ({ x: p.x, y: p.y, z: elevation + lift + height(p) }));
    return prismPiece([lifted(0), lifted(depth)]);
  });
}

/** The planes of a net as convex parts, which share no area in plan and together are its outline. */
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

/** The convex outlines of a polygon, relative to its first corner while they are looked for. */
function convexParts(points: readonly Point3[]): readonly Ring[] {
  const o = at(points, 0);
  const boundary = points.map(({ x, y }) => ({ x: FINER * (x - o.x), y: FINER * (y - o.y) }));
  return convexRings({ boundary, holes: [] }).map((ring) =>
    ring.map(({ x, y }) => ({ x: o.x + x / FINER, y: o.y + y / FINER })),
  );
}

/** The plane of a polygon by the normal of Newell, as a height over the plan. */
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

/** What two convex counter-clockwise rings share (Sutherland and Hodgman 1974), without repeated corners. */
export function shared(ring: Ring, by: Ring): Ring {
  let left = ring;
  for (const [i, a] of by.entries()) {
    const b = cyclic(by, i + 1);
    const over = (p: Point2): number => (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    left = left.flatMap((p, k) => {
      const q = cyclic(left, k + 1);
      const [dp, dq] = [over(p), over(q)];
      const share = dp / (dp - dq);
      const cut = { x: p.x + (q.x - p.x) * share, y: p.y + (q.y - p.y) * share };
      if (dp >= 0) return dq >= 0 ? [p] : [p, cut];
      return dq >= 0 ? [cut] : [];
    });
  }
  return left.filter((p, i) => {
    const q = cyclic(left, i + 1);
    return Math.abs(p.x - q.x) + Math.abs(p.y - q.y) > 1e-6;
  });
}

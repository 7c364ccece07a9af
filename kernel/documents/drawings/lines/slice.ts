/** @module slice: the section of a closed mesh by a plane, as closed rings in the plane. */
import { at } from '../../../building/geometry/indexed.ts';
import type { Mesh } from '../../../building/geometry/mesh/mesh.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import type { Point2, Point3 } from '../../../building/geometry/vector.ts';

/** The frame of a parallel projection: unit vectors to the right, up, and away from the viewer. */
export type Frame = {
  readonly origin: Point3;
  readonly right: Point3;
  readonly up: Point3;
  readonly deeper: Point3;
};

/** The frame of a view from above, in plan coordinates; depth is measured downwards from `height`. */
export function planFrame(height: number): Frame {
  return {
    origin: { x: 0, y: 0, z: height },
    right: { x: 1, y: 0, z: 0 },
    up: { x: 0, y: 1, z: 0 },
    deeper: { x: 0, y: 0, z: -1 },
  };
}

/** Coordinates of the vertices in a frame: x, y and depth of each, mm. */
export function inFrame({ positions }: Mesh, { origin, right, up, deeper }: Frame): Float64Array {
  const out = new Float64Array(positions.length);
  const [ox, oy, oz] = [origin.x, origin.y, origin.z];
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const x = (positions[i] ?? 0) - ox;
    const y = (positions[i + 1] ?? 0) - oy;
    const z = (positions[i + 2] ?? 0) - oz;
    out[i] = x * right.x + y * right.y + z * right.z;
    out[i + 1] = x * up.x + y * up.y + z * up.z;
    out[i + 2] = x * deeper.x + y * deeper.y + z * deeper.z;
  }
  return out;
}

/**
 * Vertices this close to the plane count as on it, mm: rounding moves points that were drawn exactly on the plane of a
 * body.
 */
export const ON_PLANE_MM = 0.005;

/**
 * The section of a closed mesh by the plane of depth 0, as rings under the even-odd rule. The vertices are given in the
 * frame. Vertices on the plane count as behind it, so that every ring closes.
 */
export function sliceRings(spots: Float64Array, triangles: Uint32Array): readonly Ring[] {
  const count = spots.length / 3;
  const next = new Map<number, number>();
  const behind = (vertex: number): boolean => at(spots, vertex * 3 + 2) >= -ON_PLANE_MM;
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const corners = [at(triangles, i), at(triangles, i + 1), at(triangles, i + 2)] as const;
    const sides = corners.map(behind);
    if (sides[0] === sides[1] && sides[1] === sides[2]) continue;
    let [enters, leaves] = [-1, -1];
    for (let k = 0; k < 3; k += 1) {
      const [from, to] = [at(corners, k), at(corners, (k + 1) % 3)];
      const [a, b] = [behind(from), behind(to)];
      if (a === b) continue;
      const key = Math.min(from, to) * count + Math.max(from, to);
      if (b) enters = key;
      else leaves = key;
    }
    next.set(leaves, enters);
  }
  const rings: Ring[] = [];
  for (const start of next.keys()) {
    const ring: Point2[] = [];
    let edge: number | undefined = start;
    while (edge !== undefined && next.has(edge)) {
      const after: number | undefined = next.get(edge);
      next.delete(edge);
      ring.push(crossing(spots, Math.floor(edge / count), edge % count));
      edge = after;
    }
    const corners = withoutStraight(ring);
    if (corners.length > 2) rings.push(corners);
  }
  return rings;
}

function crossing(spots: Float64Array, a: number, b: number): Point2 {
  const [da, db] = [at(spots, a * 3 + 2), at(spots, b * 3 + 2)];
  const share = shareOf(da, db);
  const [ax, ay] = [at(spots, a * 3), at(spots, a * 3 + 1)];
  return {
    x: ax + (at(spots, b * 3) - ax) * share,
    y: ay + (at(spots, b * 3 + 1) - ay) * share,
  };
}

/**
 * The position at which an edge crosses the plane of depth 0, as a share of its length; `from` and `to` are the depths
 * of its end points. Limited to 0 to 1, because an end point may be within the tolerance of the plane.
 */
export function shareOf(from: number, to: number): number {
  return Math.min(1, Math.max(0, from / (from - to)));
}

/** Maximum distance of a removed corner from the line between its neighbours, mm. */
const STRAIGHT_MM = 1e-4;

/**
 * The ring without collinear points. Duplicates are removed first; otherwise each of two equal points would be removed
 * because of the other.
 */
function withoutStraight(ring: Ring): Ring {
  const points = ring.filter((here, i) => !isSame(here, ring.at(i - 1) ?? here));
  const kept: Point2[] = [];
  for (const [i, here] of points.entries()) {
    const before = kept.at(-1) ?? at(points, points.length - 1);
    if (!isStraight(before, here, at(points, (i + 1) % points.length))) kept.push(here);
  }
  const [first, second] = kept;
  const last = kept.at(-1);
  if (kept.length > 3 && first && second && last && isStraight(last, first, second)) kept.shift();
  return kept;
}

function isSame(a: Point2, b: Point2): boolean {
  return Math.abs(a.x - b.x) < STRAIGHT_MM && Math.abs(a.y - b.y) < STRAIGHT_MM;
}

function isStraight(a: Point2, b: Point2, c: Point2): boolean {
  const [dx, dy] = [c.x - a.x, c.y - a.y];
  const [ex, ey] = [b.x - a.x, b.y - a.y];
  const long = Math.sqrt(dx * dx + dy * dy);
  if (long < STRAIGHT_MM) return ex * ex + ey * ey < STRAIGHT_MM * STRAIGHT_MM;
  const along = dx * ex + dy * ey;
  return Math.abs(dx * ey - dy * ex) < STRAIGHT_MM * long && along >= 0 && along <= long * long;
}

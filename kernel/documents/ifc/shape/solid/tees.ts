/** @module tees: corners of faces on the edges of neighbouring faces. */
import type { Surface } from './surface.ts';

/** Largest number of open edges that are searched for corners: each is compared with each corner. */
const MAX_OPEN = 1000;

/**
 * The surface with corners of open edges added to the open edges on which they are, within a tolerance in mm. A surface
 * with more than 1000 open edges is returned as it is.
 */
export function withoutTees(
  surface: Surface,
  open: readonly (readonly [number, number])[],
  tolerance: number,
): Surface {
  if (open.length === 0 || open.length > MAX_OPEN) return surface;
  const { points, faces } = surface;
  const size = points.length / 3;
  const corners = [...new Set(open.flat())];
  const added = new Map<number, readonly number[]>();
  for (const [a, b] of open) {
    const on = cornersOn(points, [a, b], corners, tolerance);
    if (on.length > 0) added.set(a * size + b, on);
  }
  if (added.size === 0) return surface;
  return {
    points,
    faces: faces.map((face) =>
      face.map((ring) =>
        ring.flatMap((from, i) => {
          const to = ring[(i + 1) % ring.length] ?? from;
          const on = added.get(Math.min(from, to) * size + Math.max(from, to)) ?? [];
          return [from, ...(from < to ? on : on.toReversed())];
        }),
      ),
    ),
  };
}

/** Corners inside of an edge, in order from its first point. */
function cornersOn(
  points: Float64Array,
  [a, b]: readonly [number, number],
  corners: readonly number[],
  tolerance: number,
): readonly number[] {
  const [ax = NaN, ay = NaN, az = NaN] = points.subarray(3 * a, 3 * a + 3);
  const [bx = NaN, by = NaN, bz = NaN] = points.subarray(3 * b, 3 * b + 3);
  const [dx, dy, dz] = [bx - ax, by - ay, bz - az];
  const length = Math.hypot(dx, dy, dz);
  const found: { readonly corner: number; readonly along: number }[] = [];
  for (const corner of corners) {
    if (corner === a || corner === b) continue;
    const x = (points[3 * corner] ?? NaN) - ax;
    const y = (points[3 * corner + 1] ?? NaN) - ay;
    const z = (points[3 * corner + 2] ?? NaN) - az;
    const along = (x * dx + y * dy + z * dz) / length;
    if (!(along > tolerance && along < length - tolerance)) continue;
    const share = along / length;
    const off = Math.hypot(x - share * dx, y - share * dy, z - share * dz);
    if (off <= tolerance) found.push({ corner, along });
  }
  return found.toSorted((p, q) => p.along - q.along).map(({ corner }) => corner);
}

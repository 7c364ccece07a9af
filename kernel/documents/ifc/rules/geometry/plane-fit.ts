/** @module plane-fit: the deviation of points from their best-fit plane. */
import type { Point } from './points.ts';

/** Relative rounding error of coordinates. */
const ROUNDING = 4 * Number.EPSILON;

type Vector = readonly [number, number, number];

/**
 * Greatest distance of a point from the least-squares plane, minus the rounding error of large coordinates, in the unit
 * of the points; 0 for fewer than four points.
 */
export function offPlane(points: readonly Point[]): number {
  if (points.length < 4) return 0;
  const [cx = 0, cy = 0, cz = 0] = [0, 1, 2].map(
    (i) => points.reduce((sum, point) => sum + (point[i] ?? 0), 0) / points.length,
  );
  const around = points.map(([x = 0, y = 0, z = 0]): Vector => [x - cx, y - cy, z - cz]);
  const [nx, ny, nz] = normalOf(around);
  const off = around.reduce(
    (most, [x, y, z]) => Math.max(most, Math.abs(x * nx + y * ny + z * nz)),
    0,
  );
  const size = Math.max(Math.abs(cx), Math.abs(cy), Math.abs(cz));
  return Math.max(0, off - ROUNDING * size);
}

/** Normal of the least-squares plane, solved for the coordinate axis closest to the normal. */
function normalOf(points: readonly Vector[]): Vector {
  let [xx, xy, xz, yy, yz, zz] = [0, 0, 0, 0, 0, 0];
  for (const [x, y, z] of points) {
    xx += x * x;
    xy += x * y;
    xz += x * z;
    yy += y * y;
    yz += y * z;
    zz += z * z;
  }
  const [byX, byY, byZ] = [yy * zz - yz * yz, xx * zz - xz * xz, xx * yy - xy * xy];
  const most = Math.max(byX, byY, byZ);
  if (most === byX) return unit([byX, xz * yz - xy * zz, xy * yz - xz * yy]);
  if (most === byY) return unit([xz * yz - xy * zz, byY, xy * xz - yz * xx]);
  return unit([xy * yz - xz * yy, xy * xz - yz * xx, byZ]);
}

/** The unit vector; zero for collinear points, which have no normal, so that their deviation is 0. */
function unit([x, y, z]: Vector): Vector {
  const length = Math.sqrt(x * x + y * y + z * z);
  return length === 0 ? [0, 0, 0] : [x / length, y / length, z / length];
}

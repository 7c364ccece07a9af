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
  const {
    centre: [cx, cy, cz],
    around,
  } = centred(points);
  const [nx, ny, nz] = normalOf(around);
  const off = around.reduce(
    (most, [x, y, z]) => Math.max(most, Math.abs(x * nx + y * ny + z * nz)),
    0,
  );
  const size = Math.max(Math.abs(cx), Math.abs(cy), Math.abs(cz));
  return Math.max(0, off - ROUNDING * size);
}

/** Coordinates of points in their least-squares plane, from their centre, in the unit of the points. */
export function planeCoordinates(points: readonly Point[]): readonly Point[] {
  const { around } = centred(points);
  const [nx, ny, nz] = normalOf(around);
  // The axis least parallel to the normal spans the plane with it.
  const least = Math.min(Math.abs(nx), Math.abs(ny), Math.abs(nz));
  const [ax, ay, az]: Vector =
    least === Math.abs(nx) ? [1, 0, 0] : least === Math.abs(ny) ? [0, 1, 0] : [0, 0, 1];
  const [ux, uy, uz] = unit([ny * az - nz * ay, nz * ax - nx * az, nx * ay - ny * ax]);
  const [vx, vy, vz] = [ny * uz - nz * uy, nz * ux - nx * uz, nx * uy - ny * ux];
  return around.map(([x, y, z]) => [x * ux + y * uy + z * uz, x * vx + y * vy + z * vz]);
}

/** The centre of points, and their vectors from it; missing coordinates count as 0. */
function centred(points: readonly Point[]): {
  readonly centre: Vector;
  readonly around: readonly Vector[];
} {
  const mean = (i: number): number =>
    points.reduce((sum, point) => sum + (point[i] ?? 0), 0) / points.length;
  const centre: Vector = [mean(0), mean(1), mean(2)];
  const [cx, cy, cz] = centre;
  const around = points.map(([x = 0, y = 0, z = 0]): Vector => [x - cx, y - cy, z - cz]);
  return { centre, around };
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

/** @module measure: distances between points and between boxes. */

import type { Box3, Point3 } from '../vector.ts';

/** Distance of two points in mm. */
export function pointDistance(a: Point3, b: Point3): number {
  const [dx, dy, dz] = [b.x - a.x, b.y - a.y, b.z - a.z];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** Smallest distance in mm between two boxes; 0 when they touch or overlap. */
export function boxDistance(a: Box3, b: Box3): number {
  const gap = (axis: 'x' | 'y' | 'z'): number =>
    Math.max(0, a.min[axis] - b.max[axis], b.min[axis] - a.max[axis]);
  const [dx, dy, dz] = [gap('x'), gap('y'), gap('z')];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** @module measures of solids and distances between boxes and points. */

import type { Box3, Point3 } from '../vector.ts';
import type { Mesh } from './mesh.ts';
import { meshArea, meshBounds, meshCentroid, meshVolume } from './mesh.ts';

export type MeshMeasures = {
  readonly volume_mm3: number;
  readonly surface_area_mm2: number;
  readonly bounds: Box3;
  /** Centre of mass. */
  readonly centroid: Point3;
};

/** Measures of a closed mesh; throws `RangeError` for one without vertices. */
export function measureMesh(mesh: Mesh): MeshMeasures {
  return {
    volume_mm3: meshVolume(mesh),
    surface_area_mm2: meshArea(mesh),
    bounds: meshBounds(mesh),
    centroid: meshCentroid(mesh),
  };
}

/** Distance in mm. */
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

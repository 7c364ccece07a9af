/** @module mesh area: the surface area of a mesh, for tests. */
import { at } from '../../../../kernel/building/geometry/indexed.ts';
import type { Mesh } from '../../../../kernel/building/geometry/mesh/mesh.ts';

/** Surface area in mm². */
export function meshArea({ positions: p, triangles }: Mesh): number {
  let sum = 0;
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const [a = 0, b = 0, c = 0] = [0, 1, 2].map((k) => 3 * at(triangles, i + k));
    const side = (to: number, axis: number): number => at(p, to + axis) - at(p, a + axis);
    const [ux, uy, uz] = [side(b, 0), side(b, 1), side(b, 2)];
    const [vx, vy, vz] = [side(c, 0), side(c, 1), side(c, 2)];
    sum += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
  }
  return sum / 2;
}

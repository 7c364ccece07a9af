/** @module mesh parts: splits a mesh into its connected closed surfaces. */
import { at } from '../indexed.ts';
import type { Point3 } from '../vector.ts';
import type { Mesh } from './mesh.ts';

/** Points in mm, and triangles as point indices, counter-clockwise when seen from outside. */
export type MeshPart = {
  readonly points: readonly Point3[];
  readonly triangles: readonly (readonly [number, number, number])[];
};

/** The parts of a mesh that share no vertex, in the order of their first triangles; unused points are dropped. */
export function meshParts({ positions, triangles }: Mesh): readonly MeshPart[] {
  const parents = Array.from({ length: positions.length / 3 }, (_, i) => i);
  const rootOf = (vertex: number): number => {
    let root = vertex;
    while (at(parents, root) !== root) {
      parents[root] = at(parents, at(parents, root));
      root = at(parents, root);
    }
    return root;
  };
  for (let i = 0; i < triangles.length; i += 3) {
    const root = rootOf(at(triangles, i));
    parents[rootOf(at(triangles, i + 1))] = root;
    parents[rootOf(at(triangles, i + 2))] = root;
  }
  const parts = new Map<number, { points: Point3[]; triangles: [number, number, number][] }>();
  const places = new Map<number, number>();
  for (let i = 0; i < triangles.length; i += 3) {
    const root = rootOf(at(triangles, i));
    const part = parts.get(root) ?? { points: [], triangles: [] };
    parts.set(root, part);
    const placeOf = (vertex: number): number => {
      const known = places.get(vertex) ?? part.points.length;
      if (known === part.points.length) {
        const p = 3 * vertex;
        part.points.push({ x: at(positions, p), y: at(positions, p + 1), z: at(positions, p + 2) });
        places.set(vertex, known);
      }
      return known;
    };
    part.triangles.push([
      placeOf(at(triangles, i)),
      placeOf(at(triangles, i + 1)),
      placeOf(at(triangles, i + 2)),
    ]);
  }
  return [...parts.values()];
}

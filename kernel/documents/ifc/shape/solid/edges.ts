/** @module edges: the edges of a surface with the faces that use them. */
import type { Surface } from './surface.ts';

/** A use of an edge by a face: the face, and whether it runs from the smaller index to the larger one. */
export type Use = { readonly face: number; readonly isForward: boolean };

/** Uses of edges; a key is the smaller index times the number of points, plus the larger index. */
export type Edges = ReadonlyMap<number, readonly Use[]>;

/** The edges of a surface. */
export function edgesOf({ points, faces }: Surface): Edges {
  const size = points.length / 3;
  const edges = new Map<number, Use[]>();
  for (const [face, rings] of faces.entries()) {
    for (const ring of rings) {
      let from = ring.at(-1) ?? 0;
      for (const to of ring) {
        const key = Math.min(from, to) * size + Math.max(from, to);
        const use = { face, isForward: from < to };
        const known = edges.get(key);
        if (known === undefined) edges.set(key, [use]);
        else known.push(use);
        from = to;
      }
    }
  }
  return edges;
}

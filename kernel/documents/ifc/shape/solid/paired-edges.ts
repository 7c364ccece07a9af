/** @module paired-edges: surfaces each of whose edges is that of two faces, as in most files. */
import type { Surface } from './surface.ts';

/** The value of an edge both of whose faces were found. */
const PAIRED = -1;

/**
 * For each face the first face of its part, if each edge is that of two faces that run along it in opposite directions;
 * null for any other surface.
 */
export function pairedParts({ points, faces }: Surface): readonly number[] | null {
  const size = points.length / 3;
  const parents = faces.map((_, i) => i);
  const uses = new Map<number, number>();
  let open = 0;
  for (const [face, rings] of faces.entries()) {
    for (const ring of rings) {
      let from = ring.at(-1) ?? 0;
      for (const to of ring) {
        if (from === to) return null;
        const isForward = from < to;
        const key = isForward ? from * size + to : to * size + from;
        const use = uses.get(key);
        if (use === undefined) {
          uses.set(key, 2 * face + (isForward ? 1 : 0));
          open += 1;
        } else if (use === PAIRED || (use % 2 === 1) === isForward) {
          return null;
        } else {
          uses.set(key, PAIRED);
          open -= 1;
          join(parents, face, Math.floor(use / 2));
        }
        from = to;
      }
    }
  }
  return open > 0 || faces.length < 2 ? null : parents.map((_, i) => rootOf(parents, i));
}

/** The root of a tree; its branch is shortened. */
export function rootOf(parents: number[], one: number): number {
  let root = one;
  for (let up = parents[root] ?? root; up !== root; up = parents[root] ?? root) root = up;
  for (let at = one; at !== root;) {
    const up = parents[at] ?? root;
    parents[at] = root;
    at = up;
  }
  return root;
}

/** Makes two trees one: the smaller root stays. */
export function join(parents: number[], a: number, b: number): void {
  const [p, q] = [rootOf(parents, a), rootOf(parents, b)];
  parents[Math.max(p, q)] = Math.min(p, q);
}

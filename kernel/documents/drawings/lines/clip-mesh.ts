/** @module clip mesh: the part of a body behind the plane of a section. */
import { at } from '../../../building/geometry/indexed.ts';
import { ON_PLANE_MM, shareOf } from './slice.ts';

/** A mesh whose vertices are in the frame of the view: x, y and depth of each, mm. */
type Spots = { readonly spots: Float64Array; readonly triangles: Uint32Array };

/**
 * The part of a body at depth 0 or more. The plane leaves it open: the cut is not closed by a face. Adjacent triangles
 * still share their vertices.
 */
export function behindPlane(body: Spots): Spots {
  const { spots, triangles } = body;
  let [some, all] = [false, true];
  for (let i = 2; i < spots.length; i += 3) {
    if (at(spots, i) < -ON_PLANE_MM) all = false;
    else some = true;
  }
  if (all) return body;
  if (!some) return { spots: new Float64Array(0), triangles: new Uint32Array(0) };
  const points = [...spots];
  const out: number[] = [];
  const cuts = new Map<number, number>();
  const count = spots.length / 3;
  const cut = (a: number, b: number): number => {
    const key = Math.min(a, b) * count + Math.max(a, b);
    const known = cuts.get(key);
    if (known !== undefined) return known;
    const [low, high] = a < b ? [a * 3, b * 3] : [b * 3, a * 3];
    const share = shareOf(at(spots, low + 2), at(spots, high + 2));
    const between = (axis: number): number =>
      at(spots, low + axis) + (at(spots, high + axis) - at(spots, low + axis)) * share;
    const made = points.push(between(0), between(1), 0) / 3 - 1;
    cuts.set(key, made);
    return made;
  };
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const ring: number[] = [];
    for (let k = 0; k < 3; k += 1) {
      const [from, to] = [at(triangles, i + k), at(triangles, i + ((k + 1) % 3))];
      const [a, b] = [from, to].map((vertex) => at(spots, vertex * 3 + 2) >= -ON_PLANE_MM);
      if (a) ring.push(from);
      if (a !== b) ring.push(cut(from, to));
    }
    for (let k = 1; k + 1 < ring.length; k += 1) {
      out.push(at(ring, 0), at(ring, k), at(ring, k + 1));
    }
  }
  return { spots: Float64Array.from(points), triangles: Uint32Array.from(out) };
}

/** @module prism-outline: the outline of a prism as parameters. */
import type { Point2 } from '../../../../building/geometry/vector.ts';
import { cleanRing, gridRing, ringOf } from './plan-ring.ts';
import type { Prism } from './prism.ts';

/** Boundary and holes of a prism on the grid, mm; the boundary is empty if it has no area. */
export function outlineOf({ outer, inner }: Prism): {
  readonly boundary: Point2[];
  readonly holes: readonly Point2[][];
} {
  const boundary = gridRing(cleanRing(ringOf(outer)));
  const holes = inner.map((loop) => gridRing(cleanRing(ringOf(loop))));
  return { boundary, holes: holes.filter((hole) => hole.length >= 3) };
}

/** @module passages along: finds the doors and openings through which a path leads. */
import { at } from '../geometry/indexed.ts';
import { pointInRing } from '../geometry/plan/polygon.ts';
import type { Point2 } from '../geometry/vector.ts';
import { meet } from './disc/plan-distance.ts';
import type { WalkableLevel } from './walkable.ts';

/**
 * Returns the passages in the order of the path. A path that begins or ends in a passage counts as leading through it.
 */
export function passagesAlong(
  { passages }: Pick<WalkableLevel, 'passages'>,
  points: readonly Point2[],
): readonly {
  readonly element_id: string;
  readonly kind: string;
  readonly width_mm: number;
}[] {
  const found: { order: number; element_id: string; kind: string; width_mm: number }[] = [];
  for (const { axis, hole, element_id, kind, width_mm } of passages) {
    const [a, b] = axis;
    let order = points.slice(1).findIndex((end, i) => meet({ a: at(points, i), b: end }, { a, b }));
    if (order < 0) {
      const [first, last] = [points[0], points.at(-1)];
      if (first !== undefined && pointInRing(first, hole)) order = 0;
      else if (last !== undefined && pointInRing(last, hole)) order = points.length;
    }
    if (order >= 0) found.push({ order, element_id, kind, width_mm });
  }
  return found
    .toSorted((a, b) => a.order - b.order)
    .map(({ element_id, kind, width_mm }) => ({ element_id, kind, width_mm }));
}

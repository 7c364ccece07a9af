/** @module roof rings: the sides of an outline with courtyards, as they are counted and as they are swept. */

import { cyclic } from '../indexed.ts';
import type { Ring } from '../plan/polygon.ts';
import type { Point2 } from '../vector.ts';

/** An outline and the courtyards in it, all counter-clockwise. Sides are counted ring after ring, the outline first. */
export type Courted = { readonly boundary: Ring; readonly holes: readonly Ring[] };

/** One side, in the direction of its ring; `hole` is null for those of the outline. */
export type OutlineSide = {
  readonly from: Point2;
  readonly to: Point2;
  readonly hole: number | null;
};

/** The sides in their order. */
export function outlineSides({ boundary, holes }: Courted): readonly OutlineSide[] {
  return [boundary, ...holes].flatMap((ring, index) =>
    ring.map((from, i) => ({
      from,
      to: cyclic(ring, i + 1),
      hole: index === 0 ? null : index - 1,
    })),
  );
}

/** A ring in the other direction whose first side stays the first. */
export function turnedRing<P extends Point2>(ring: readonly P[]): readonly P[] {
  const [first, second, ...rest] = ring;
  return first === undefined || second === undefined ? ring : [second, first, ...rest.toReversed()];
}

/** The rings as they are swept, with the inside of the roof on the left: courtyards clockwise. */
export function sweptRings({ boundary, holes }: Courted): readonly Ring[] {
  return [boundary, ...holes.map(turnedRing)];
}

/** The number among the sides of the outline for each side of the swept rings, and the other way round. */
export function sweptNumbers({ boundary, holes }: Courted): readonly number[] {
  const numbers = [...boundary.keys()];
  for (const { length } of holes) {
    const first = numbers.length;
    for (let i = 0; i < length; i++) numbers.push(first + ((length - i) % length));
  }
  return numbers;
}

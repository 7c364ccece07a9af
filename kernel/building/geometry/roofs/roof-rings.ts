/** @module roof rings: the two numberings of the sides of an outline with courtyards, for users and for the sweep. */

import { cyclic } from '../indexed.ts';
import type { Ring } from '../plan/polygon.ts';
import type { Point2 } from '../vector.ts';

/** An outline and its courtyards, all counter-clockwise. Sides are numbered ring after ring, the outline first. */
export type Courted = { readonly boundary: Ring; readonly holes: readonly Ring[] };

/** One side, in the direction of its ring; `hole` is null for sides of the outline. */
export type OutlineSide = {
  readonly from: Point2;
  readonly to: Point2;
  readonly hole: number | null;
};

/** The sides of an outline and its courtyards, in the order of their numbers. */
export function outlineSides({ boundary, holes }: Courted): readonly OutlineSide[] {
  return [boundary, ...holes].flatMap((ring, index) =>
    sideEnds([ring]).map(([from, to]) => ({ from, to, hole: index === 0 ? null : index - 1 })),
  );
}

/** The two ends of every side of the rings, ring after ring. */
export function sideEnds(rings: readonly Ring[]): readonly (readonly [Point2, Point2])[] {
  return rings.flatMap((ring) => ring.map((from, i) => [from, cyclic(ring, i + 1)] as const));
}

/** A ring with reversed orientation whose first side stays the same. */
export function turnedRing<P extends Point2>(ring: readonly P[]): readonly P[] {
  const [first, second, ...rest] = ring;
  return first === undefined || second === undefined ? ring : [second, first, ...rest.toReversed()];
}

/** The rings for the sweep, which have the roof on their left, so courtyards run clockwise. */
export function sweptRings({ boundary, holes }: Courted): readonly Ring[] {
  return [boundary, ...holes.map(turnedRing)];
}

/** For each side of the swept rings its number among `outlineSides`; the permutation is its own inverse. */
export function sweptNumbers({ boundary, holes }: Courted): readonly number[] {
  const numbers = [...boundary.keys()];
  for (const { length } of holes) {
    const first = numbers.length;
    for (let i = 0; i < length; i++) numbers.push(first + ((length - i) % length));
  }
  return numbers;
}

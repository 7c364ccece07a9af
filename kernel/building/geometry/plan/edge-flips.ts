/** @module edge flips: removes degenerate triangles from a triangulation by flipping edges. */

import { at } from '../indexed.ts';
import { HALF_GRID_UM } from '../tolerances.ts';
import type { Point2 } from '../vector.ts';

type Triangle = [number, number, number];

/**
 * The triangulation after flipping the longest sides of degenerate triangles while this increases the smaller height of
 * the two triangles. `corners`: three indices into `ring` (micrometres) for each triangle, counter-clockwise.
 */
export function flipDegenerate(
  ring: readonly Point2[],
  corners: ArrayLike<number>,
): readonly number[] {
  const triangles = Array.from({ length: corners.length / 3 }, (_, i): Triangle => [
    at(corners, 3 * i),
    at(corners, 3 * i + 1),
    at(corners, 3 * i + 2),
  ]);
  for (let found = 0; found < triangles.length; found++) {
    const flat = at(triangles, found);
    if (heightOf(ring, flat) >= HALF_GRID_UM) continue;
    const [from, to, tip] = fromLongest(ring, flat);
    const beyond = triangles.findIndex((other) => hasSide(other, to, from));
    const top = triangles[beyond]?.find((corner) => corner !== from && corner !== to);
    if (top === undefined) continue;
    const flipped: readonly [Triangle, Triangle] = [
      [from, top, tip],
      [top, to, tip],
    ];
    const least = (pair: readonly Triangle[]): number =>
      Math.min(...pair.map((triangle) => heightOf(ring, triangle)));
    if (least(flipped) <= least([flat, at(triangles, beyond)])) continue;
    [triangles[found], triangles[beyond]] = flipped;
    found = -1;
  }
  return triangles.flat();
}

function hasSide([a, b, c]: Triangle, from: number, to: number): boolean {
  return (a === from && b === to) || (b === from && c === to) || (c === from && a === to);
}

/** Height over the longest side; negative for a clockwise triangle. */
function heightOf(ring: readonly Point2[], [a, b, c]: Triangle): number {
  const [p, q, r] = [at(ring, a), at(ring, b), at(ring, c)];
  const longest = Math.max(length(p, q), length(q, r), length(r, p));
  return ((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)) / longest;
}

/** The triangle rotated so that its longest side is first. */
function fromLongest(ring: readonly Point2[], [a, b, c]: Triangle): Triangle {
  const sides: readonly Triangle[] = [
    [a, b, c],
    [b, c, a],
    [c, a, b],
  ];
  const lengths = sides.map(([from, to]) => length(at(ring, from), at(ring, to)));
  return at(sides, lengths.indexOf(Math.max(...lengths)));
}

function length(p: Point2, q: Point2): number {
  return Math.sqrt((q.x - p.x) ** 2 + (q.y - p.y) ** 2);
}

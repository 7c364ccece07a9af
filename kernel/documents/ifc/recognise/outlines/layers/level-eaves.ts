/** @module level-eaves: an outline whose sides reach further out, so that the slopes of all begin at one height. */
import { signedArea, validateRing } from '../../../../../building/geometry/plan/polygon.ts';
import { without } from '../../../../../building/geometry/plan/regions.ts';
import type { Point2 } from '../../../../../building/geometry/vector.ts';
import { partsOf } from '../capped-prism.ts';
import { cleanRing } from '../plan-ring.ts';

/** A wider outline, and the parts of it that are not in the first one. */
export type Widened = {
  readonly boundary: readonly Point2[];
  readonly added: readonly (readonly Point2[])[];
};

/** Parts that are smaller are rounding, mm². */
const LEAST_PART_MM2 = 10;
/** Smallest sine of the angle between two sides that meet in a corner. */
const LEAST_TURN = 1e-6;

/** A counter-clockwise outline with each side moved outwards by its distance, mm; null if it then crosses itself. */
export function widenedBy(ring: readonly Point2[], by: readonly number[]): Widened | null {
  const lines = ring.map((from, i) => {
    const to = ring[(i + 1) % ring.length] ?? from;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
    const out = by[i] ?? 0;
    return { point: { x: from.x + out * along.y, y: from.y - out * along.x }, along };
  });
  const corners: Point2[] = [];
  for (const [i, line] of lines.entries()) {
    const before = lines.at(i - 1);
    const corner = before === undefined ? null : meeting(before, line);
    if (corner === null) return null;
    corners.push(corner);
  }
  const boundary = signedArea(corners) > 0 ? cleanRing(corners) : [];
  if (!validateRing(boundary).ok) return null;
  const added = partsOf(without([boundary], [ring])).filter(
    (part) => part.length >= 3 && Math.abs(signedArea(part)) >= LEAST_PART_MM2,
  );
  return { boundary, added };
}

type Line = { readonly point: Point2; readonly along: Point2 };

/** Where two lines meet; null if they are parallel. */
function meeting(a: Line, b: Line): Point2 | null {
  const turn = a.along.x * b.along.y - a.along.y * b.along.x;
  if (Math.abs(turn) < LEAST_TURN) return null;
  const [dx, dy] = [b.point.x - a.point.x, b.point.y - a.point.y];
  const at = (dx * b.along.y - dy * b.along.x) / turn;
  return { x: a.point.x + at * a.along.x, y: a.point.y + at * a.along.y };
}

/** @module corridor ends: the ends of the arms of a corridor, from its outline alone. */
import { cyclic } from '../../../building/geometry/indexed.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import { segmentLengthMm } from '../../../building/geometry/vector.ts';
import { footOn } from '../shapes/segment.ts';

/** The side of an outline at which an arm ends: its corners, and its middle. */
export type ArmEnd = { readonly a: Point2; readonly b: Point2; readonly middle: Point2 };

/** A corner with a smaller turn than this (sine of the angle, 1°) only divides a side. */
const STRAIGHT = 0.0175;
/** The two sides adjacent to an end are antiparallel within 30° (cosine). */
const BACK = -0.866;
/** A recess less than this many times as deep as wide is not an arm: it does not count as a dead end either (IBC 1020.5). */
const DEPTHS = 2.5;
/** Lengths that differ by no more than this are equal, mm. */
const SAME_MM = 0.01;

/** Unit vector from one point to another. */
export function unit(a: Point2, b: Point2): Point2 {
  const length = segmentLengthMm(a, b);
  return { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
}

/** Sine of the turn at a corner: positive to the left. */
function turnAt(before: Point2, corner: Point2, after: Point2): number {
  const [u, v] = [unit(before, corner), unit(corner, after)];
  return u.x * v.y - u.y * v.x;
}

/** The direction of the side that corner `i` of a ring only divides; null at a turn. */
export function straightAt(ring: Ring, i: number): Point2 | null {
  const [before, corner, after] = [cyclic(ring, i - 1), cyclic(ring, i), cyclic(ring, i + 1)];
  return Math.abs(turnAt(before, corner, after)) < STRAIGHT ? unit(before, after) : null;
}

/** Distance from a side to the nearest corner of the holes, mm; to their sides it is no smaller by much. */
function clearOf(a: Point2, b: Point2, holes: readonly Ring[]): number {
  return Math.min(
    Infinity,
    ...holes.flat().map((corner) => segmentLengthMm(footOn(a, b, corner).point, corner)),
  );
}

/**
 * The ends of the arms of a counter-clockwise outline: sides between two convex corners whose neighbours run back and are
 * on average at least `DEPTHS` times as long. An end with a hole (an obstacle) nearer than its width is occupied and not returned.
 */
export function armEnds(outline: Ring, holes: readonly Ring[]): readonly ArmEnd[] {
  const ring = outline.filter((_, i) => straightAt(outline, i) === null);
  if (ring.length < 4) return [];
  return ring.flatMap((a, i) => {
    const [before, b, after] = [cyclic(ring, i - 1), cyclic(ring, i + 1), cyclic(ring, i + 2)];
    if (turnAt(before, a, b) <= 0 || turnAt(a, b, after) <= 0) return [];
    const [into, out] = [unit(before, a), unit(b, after)];
    if (into.x * out.x + into.y * out.y > BACK) return [];
    const width = segmentLengthMm(a, b);
    const depth = (segmentLengthMm(before, a) + segmentLengthMm(b, after)) / 2;
    if (depth < DEPTHS * width - SAME_MM || clearOf(a, b, holes) < width) return [];
    return [{ a, b, middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } }];
  });
}

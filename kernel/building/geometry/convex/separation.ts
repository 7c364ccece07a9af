/** @module separation: distance or penetration depth of two convex pieces by the separating axis theorem. */

import { doubleAt } from '../indexed.ts';
import { PARALLEL_EDGES } from '../tolerances.ts';
import type { Point3 } from '../vector.ts';
import { type ConvexPiece, hullOf, type HullPiece, type UprightPiece } from './convex-piece.ts';

/**
 * `gap_mm` is the maximum over all tested axes. If it is positive, the pieces are at least that far apart. If it is
 * negative, moving the second piece by `-gap_mm` along `away` separates them, and no shorter translation does. For
 * round pieces not all axes are tested: the translation may be slightly too long, and a pair that is barely apart may
 * have a negative gap.
 */
export type Separation = { readonly gap_mm: number; readonly away: Point3 };

const UP: Point3 = { x: 0, y: 0, z: 1 };
const DOWN: Point3 = { x: 0, y: 0, z: -1 };

/** Separation of two pieces; the search stops once it exceeds `enough` mm. */
export function separation(a: ConvexPiece, b: ConvexPiece, enough = Infinity): Separation {
  return a.shape === 'upright' && b.shape === 'upright'
    ? uprightSeparation(a, b, enough)
    : hullSeparation(hullOf(a), hullOf(b), enough);
}

function greater(one: Separation, other: Separation): Separation {
  return other.gap_mm > one.gap_mm ? other : one;
}

function heightSeparation({ bounds: a }: UprightPiece, { bounds: b }: UprightPiece): Separation {
  const [above, below] = [b[2] - a[5], a[2] - b[5]];
  return above >= below ? { gap_mm: above, away: UP } : { gap_mm: below, away: DOWN };
}

function uprightSeparation(a: UprightPiece, b: UprightPiece, enough: number): Separation {
  const upwards = heightSeparation(a, b);
  if (upwards.gap_mm > enough) return upwards;
  if (a.aligned && b.aligned) return greater(upwards, alignedSeparation(a, b));
  const first = greater(upwards, sideSeparation(a, b, 1, enough));
  if (first.gap_mm > enough) return first;
  return greater(first, sideSeparation(b, a, -1, enough));
}

function alignedSeparation({ bounds: a }: UprightPiece, { bounds: b }: UprightPiece): Separation {
  const gaps = [b[0] - a[3], a[0] - b[3], b[1] - a[4], a[1] - b[4]];
  const gap_mm = Math.max(...gaps);
  const axis = gaps.indexOf(gap_mm);
  const sign = axis % 2 === 0 ? 1 : -1;
  return { gap_mm, away: axis < 2 ? { x: sign, y: 0, z: 0 } : { x: 0, y: sign, z: 0 } };
}

/** The separation along the side normals of a piece; `sign` is 1 if it is the first piece, -1 if it is the second. */
function sideSeparation(
  { ring }: UprightPiece,
  other: UprightPiece,
  sign: 1 | -1,
  enough: number,
): Separation {
  const size = ring.length;
  const { bounds } = other;
  let best = -Infinity;
  let [x, y] = [1, 0];
  for (let i = 0; i < size && best <= enough; i += 2) {
    const j = i + 2 === size ? 0 : i + 2;
    const [px, py] = [doubleAt(ring, i), doubleAt(ring, i + 1)];
    const [dx, dy] = [doubleAt(ring, j) - px, doubleAt(ring, j + 1) - py];
    let [nx, ny, least] = [0, 0, -Infinity];
    if (dx === 0 && dy === 0) continue;
    if (dx === 0) {
      // The bounds give the innermost corner, and the same result as below, because only the difference is rounded.
      nx = dy > 0 ? 1 : -1;
      least = dy > 0 ? bounds[0] - px : px - bounds[3];
    } else if (dy === 0) {
      ny = dx > 0 ? -1 : 1;
      least = dx > 0 ? py - bounds[4] : bounds[1] - py;
    } else {
      const length = Math.sqrt(dx * dx + dy * dy);
      if (length === 0) continue;
      [nx, ny] = [dy / length, (0 - dx) / length];
      least = reachInwards(other, [px, py, nx, ny], best);
    }
    if (least > best) {
      best = least;
      [x, y] = [nx, ny];
    }
  }
  return { gap_mm: best, away: { x: sign * x, y: sign * y, z: 0 } };
}

/** A point and a normal in plan. */
type Side = readonly [px: number, py: number, nx: number, ny: number];

/** Smallest distance of a piece from a point along a normal; the search stops once it is at most `enough`. */
function reachInwards(
  { ring, aligned, bounds }: UprightPiece,
  [px, py, nx, ny]: Side,
  enough: number,
): number {
  if (aligned) {
    const [x, y] = [bounds[nx > 0 ? 0 : 3], bounds[ny > 0 ? 1 : 4]];
    return nx * (x - px) + ny * (y - py);
  }
  let least = Infinity;
  for (let k = 0; k < ring.length && least > enough; k += 2) {
    const reach = nx * (doubleAt(ring, k) - px) + ny * (doubleAt(ring, k + 1) - py);
    if (reach < least) least = reach;
  }
  return least;
}

function hullSeparation(a: HullPiece, b: HullPiece, enough: number): Separation {
  const first = faceSeparation(a, b, 1, enough);
  if (first.gap_mm > enough) return first;
  const second = greater(first, faceSeparation(b, a, -1, enough));
  if (second.gap_mm > enough) return second;
  return greater(second, crossSeparation(a, b, enough));
}

function faceSeparation(
  { planes, corners }: HullPiece,
  { corners: other }: HullPiece,
  sign: 1 | -1,
  enough: number,
): Separation {
  const [ox, oy, oz] = [doubleAt(corners, 0), doubleAt(corners, 1), doubleAt(corners, 2)];
  let best = -Infinity;
  let [x, y, z] = [1, 0, 0];
  for (let f = 0; f < planes.length && best <= enough; f += 4) {
    const [nx, ny, nz] = [doubleAt(planes, f), doubleAt(planes, f + 1), doubleAt(planes, f + 2)];
    const plane = doubleAt(planes, f + 3);
    let least = Infinity;
    // Stop at a corner that is no further out than at the best face: this face cannot be better.
    for (let k = 0; k < other.length && !(least - plane <= best); k += 3) {
      const reach =
        nx * (doubleAt(other, k) - ox) +
        ny * (doubleAt(other, k + 1) - oy) +
        nz * (doubleAt(other, k + 2) - oz);
      if (reach < least) least = reach;
    }
    const gap = least - plane;
    if (gap > best) {
      best = gap;
      [x, y, z] = [nx, ny, nz];
    }
  }
  return { gap_mm: best, away: { x: sign * x, y: sign * y, z: sign * z } };
}

/** The separation along the axes perpendicular to one edge of each piece. */
function crossSeparation(
  { corners: a, edges: ea }: HullPiece,
  { corners: b, edges: eb }: HullPiece,
  enough: number,
): Separation {
  const origin = [doubleAt(a, 0), doubleAt(a, 1), doubleAt(a, 2)] as const;
  let best = -Infinity;
  let away = UP;
  for (let i = 0; i < ea.length; i += 3) {
    const [ax, ay, az] = [doubleAt(ea, i), doubleAt(ea, i + 1), doubleAt(ea, i + 2)];
    for (let k = 0; k < eb.length && best <= enough; k += 3) {
      const [bx, by, bz] = [doubleAt(eb, k), doubleAt(eb, k + 1), doubleAt(eb, k + 2)];
      const [cx, cy, cz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
      const length = Math.sqrt(cx * cx + cy * cy + cz * cz);
      if (length < PARALLEL_EDGES) continue;
      const axis = { x: cx / length, y: cy / length, z: cz / length };
      const [low_a, high_a] = span(a, axis, origin);
      const [low_b, high_b] = span(b, axis, origin);
      const forward = low_b - high_a >= low_a - high_b;
      const gap = forward ? low_b - high_a : low_a - high_b;
      if (gap <= best) continue;
      best = gap;
      away = forward ? axis : { x: 0 - axis.x, y: 0 - axis.y, z: 0 - axis.z };
    }
  }
  return { gap_mm: best, away };
}

/** Minimum and maximum along a direction, relative to an origin near the pieces. */
function span(
  corners: readonly number[],
  { x, y, z }: Point3,
  [ox, oy, oz]: readonly [number, number, number],
): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let k = 0; k < corners.length; k += 3) {
    const reach =
      x * (doubleAt(corners, k) - ox) +
      y * (doubleAt(corners, k + 1) - oy) +
      z * (doubleAt(corners, k + 2) - oz);
    if (reach < low) low = reach;
    if (reach > high) high = reach;
  }
  return [low, high];
}

/** Minimum and maximum of a piece along a direction, mm from `origin`. */
export function pieceSpan(
  piece: ConvexPiece,
  direction: Point3,
  origin: Point3,
): readonly [number, number] {
  if (piece.shape === 'hull') return span(piece.corners, direction, [origin.x, origin.y, origin.z]);
  const { ring, bounds } = piece;
  const { x, y, z } = direction;
  let [low, high] = [Infinity, -Infinity];
  for (let k = 0; k < ring.length; k += 2) {
    const reach = x * (doubleAt(ring, k) - origin.x) + y * (doubleAt(ring, k + 1) - origin.y);
    if (reach < low) low = reach;
    if (reach > high) high = reach;
  }
  const [foot, head] = [z * (bounds[2] - origin.z), z * (bounds[5] - origin.z)];
  return [low + Math.min(foot, head), high + Math.max(foot, head)];
}

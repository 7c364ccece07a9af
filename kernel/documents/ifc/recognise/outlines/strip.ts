/** @module strip: outlines in plan that are strips: two parallel sides with an end of any shape at each end. */
import type { Point2 } from '../../../../building/geometry/vector.ts';

/** A strip along a direction. */
export type Strip = {
  /** A point on the right side. */
  readonly origin: Point2;
  /** Unit vectors: along the strip, and to its left. */
  readonly along: Point2;
  readonly left: Point2;
  readonly thickness: number;
  /** Outline of the ends, mm: at the start from the left to the right side, at the end from the right to the left. */
  readonly start: readonly Point2[];
  readonly end: readonly Point2[];
  /** Notches in the sides, as outlines in plan: with them the strip is larger than the outline. */
  readonly notches: readonly (readonly Point2[])[];
};

/** A place relative to a strip, mm: along it, and to the left of its right side. */
export type StripPlace = { readonly u: number; readonly v: number };

/** Maximum distance of the corners of a side from its line, mm. */
const SIDE_MM = 0.3;
/** Shortest side, mm. */
const LEAST_SIDE_MM = 1;
/** Largest sine of the angle between an axis and a side along it. */
const PARALLEL = 2e-3;
/** Maximum number of corners of an outline in which sides are searched: the search is quadratic. */
const MAX_CORNERS = 400;

/** The place of a point relative to a strip. */
export function placeIn({ origin, along, left }: Strip, point: Point2): StripPlace {
  const [x, y] = [point.x - origin.x, point.y - origin.y];
  return { u: x * along.x + y * along.y, v: x * left.x + y * left.y };
}

/** The point at a place. */
export function pointIn({ origin, along, left }: Strip, { u, v }: StripPlace): Point2 {
  return {
    x: origin.x + u * along.x + v * left.x,
    y: origin.y + u * along.y + v * left.y,
  };
}

/**
 * The strip that a counter-clockwise outline is, or null. `axis`, if known, is the direction of the strip; without one
 * the strip is along its longest pair of sides.
 */
export function stripOf(ring: readonly Point2[], axis: Point2 | null): Strip | null {
  if (ring.length < 4 || ring.length > MAX_CORNERS) return null;
  let best: { readonly score: number; readonly strip: Strip } | null = null;
  for (const [i, from] of ring.entries()) {
    const to = ring[(i + 1) % ring.length] ?? from;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.sqrt(dx * dx + dy * dy);
    if (length < LEAST_SIDE_MM) continue;
    const along = { x: dx / length, y: dy / length };
    if (axis !== null && !isAlong(along, axis)) continue;
    const strip = stripAlong(ring, i, along);
    if (strip === null) continue;
    const score = Math.min(length, strip.opposite);
    if (best === null || score > best.score + SIDE_MM) best = { score, strip: strip.strip };
  }
  return best?.strip ?? null;
}

function isAlong(along: Point2, axis: Point2): boolean {
  const length = Math.sqrt(axis.x * axis.x + axis.y * axis.y);
  const sine = along.x * axis.y - along.y * axis.x;
  const cosine = along.x * axis.x + along.y * axis.y;
  return cosine > 0 && Math.abs(sine) <= PARALLEL * length;
}

/** Whether a place is on the right side. */
function isRight({ v }: StripPlace): boolean {
  return v < SIDE_MM;
}

/** The strip whose right side is a side of the outline, with the length of the other side. */
function stripAlong(
  ring: readonly Point2[],
  side: number,
  along: Point2,
): { readonly strip: Strip; readonly opposite: number } | null {
  const origin = ring[side] ?? { x: 0, y: 0 };
  const left = { x: 0 - along.y, y: along.x };
  const frame: Strip = { origin, along, left, thickness: 0, start: [], end: [], notches: [] };
  // The corners in order, from the end of the right side.
  const corners = [...ring.slice(side + 1), ...ring.slice(0, side + 1)];
  const places = corners.map((corner) => placeIn(frame, corner));
  const thickness = places.reduce((most, { v }) => Math.max(most, v), 0);
  if (thickness < LEAST_SIDE_MM || places.some(({ v }) => v < -SIDE_MM)) return null;
  const isLeft = ({ v }: StripPlace): boolean => v > thickness - SIDE_MM;
  const first = places.findIndex(isLeft);
  const last = places.findLastIndex(isLeft);
  if (last <= first) return null;
  // The side on the right may go on behind a notch, before and after the part from which the search began.
  const ahead = places.slice(0, first).findLastIndex(isRight);
  const behind = places.slice(last).findIndex(isRight) + last;
  const notches = [places.slice(0, ahead + 1), places.slice(first, last + 1), places.slice(behind)]
    .flatMap((run) => notchesIn(run, thickness))
    .map((notch) => notch.map((place) => pointIn(frame, place)));
  const strip = { ...frame, thickness, notches };
  const [endRight, endLeft] = [places[ahead], places[first]];
  const [startLeft, startRight] = [places[last], places[behind]];
  if (!endRight || !endLeft || !startLeft || !startRight) return null;
  const [ending, starting] = [places.slice(ahead + 1, first), places.slice(last + 1, behind)];
  const at = (place: StripPlace): Point2 => pointIn(strip, place);
  return {
    strip: {
      ...strip,
      end: [{ u: endRight.u, v: 0 }, ...ending, { u: endLeft.u, v: thickness }].map(at),
      start: [{ u: startLeft.u, v: thickness }, ...starting, { u: startRight.u, v: 0 }].map(at),
    },
    opposite: endLeft.u - startLeft.u,
  };
}

/** The notches between the first and the last corner of a side: runs of corners away from its line. */
function notchesIn(
  side: readonly StripPlace[],
  thickness: number,
): readonly (readonly StripPlace[])[] {
  const line = (side[0]?.v ?? 0) < thickness / 2 ? 0 : thickness;
  const notches: StripPlace[][] = [];
  let from = 0;
  for (const [i, { v }] of side.entries()) {
    if (Math.abs(v - line) > SIDE_MM) continue;
    if (i > from + 1) notches.push(notchOf(side.slice(from, i + 1), line));
    from = i;
  }
  return notches;
}

/** How far the outline of a notch reaches beyond the side that it opens, mm. */
const BEYOND_MM = 1;

/** The outline of a notch, counter-clockwise: the outline of the wall runs around it the other way. */
function notchOf(corners: readonly StripPlace[], line: number): StripPlace[] {
  const beyond = line === 0 ? 0 - BEYOND_MM : line + BEYOND_MM;
  const inner = corners.slice(1, -1);
  const [first, last] = [corners[0], corners.at(-1)];
  const open = [last, first].flatMap((end) => (end === undefined ? [] : [{ ...end, v: beyond }]));
  const sides = [first, ...inner, last].flatMap((end) => (end === undefined ? [] : [end]));
  return [...sides.toReversed(), ...open.toReversed()];
}

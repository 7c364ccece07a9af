/** @module roof sides: eaves and sweep phases of the sides of a roof, for the underside and the top of its layer. */

import { at, cyclic } from '../indexed.ts';
import { offsetRing, type Ring, validateRegion } from '../plan/polygon.ts';
import { LAST_DIGIT_MM, ROUND_OFF_MM, TURNED_SIDE } from '../tolerances.ts';
import type { Point2 } from '../vector.ts';
import { orientation, pointInMicrometres, pointOnGrid, segmentLengthMm } from '../vector.ts';
import type { SidePhases } from './wave.ts';

/**
 * A side of the outline: `null` is a gable, otherwise its pitch (tangent of the slope, positive); for a mansard also
 * the smaller pitch above the break and the height of the break above the outline, mm.
 */
export type RoofSide = {
  readonly pitch: number;
  readonly upper: { readonly pitch: number; readonly height: number } | null;
} | null;

/**
 * An outline with its sides, ring after ring: the boundary counter-clockwise, holes clockwise. Coordinates and overhang
 * in mm, on the 0.001 mm grid.
 */
export type SidedOutline = {
  readonly rings: readonly Ring[];
  readonly sides: readonly RoofSide[];
  readonly overhang: number;
};

/** Eaves: the rings moved outwards by the overhang, and the height by which they are below the outline, mm. */
export type Eaves = { readonly rings: readonly Ring[]; readonly fall: number };

/** Eaves with a separate height for each side, in mm below the outline; null for gables. */
export type WiderEaves = {
  readonly rings: readonly Ring[];
  readonly falls: readonly (number | null)[];
};

/**
 * The eaves, or the index of a side whose overhang has no space or whose ring intersects another. All eaves are at the
 * same height, so steeper sides extend less than the least steep one.
 */
export function eavesOf({
  rings,
  sides,
  overhang,
}: SidedOutline): Eaves | { readonly side: number } {
  if (overhang === 0) return { rings, fall: 0 };
  const smallestPitch = Math.min(...sides.map((side) => side?.pitch ?? Infinity));
  const fall = overhang * smallestPitch;
  const out = sides.map((side) => (side === null ? overhang : fall / side.pitch));
  const eaves = movedRings(rings, out, pointOnGrid);
  return 'side' in eaves ? eaves : { rings: eaves.rings, fall };
}

/**
 * Eaves with each side extended in its own plane by `out` mm, measured in plan; null if there is no space. Corners are
 * the intersections of the sides and are not rounded to the grid.
 */
export function widerEaves(
  { rings, fall }: Eaves,
  sides: readonly RoofSide[],
  out: readonly number[],
): WiderEaves | null {
  const wider = movedRings(rings, out, (corner) => corner);
  if ('side' in wider) return null;
  const falls = sides.map((side, i) => (side === null ? null : fall + at(out, i) * side.pitch));
  return { rings: wider.rings, falls };
}

/** Rings with every side moved outwards by `by` mm; null if there is no space. */
export function ringsFurtherOut(rings: readonly Ring[], by: number): readonly Ring[] | null {
  const wider = movedRings(
    rings,
    rings.flat().map(() => by),
    (corner) => corner,
  );
  return 'side' in wider ? null : wider.rings;
}

type Rounding = (corner: Point2) => Point2;

function movedRings(
  rings: readonly Ring[],
  out: readonly number[],
  round: Rounding,
): { readonly rings: readonly Ring[] } | { readonly side: number } {
  const outer: Ring[] = [];
  const overhang = at(out, 0);
  const isUniform = round === pointOnGrid && out.every((one) => one === overhang);
  let first = 0;
  for (const ring of rings) {
    const shares = out.slice(first, first + ring.length);
    const corners =
      (isUniform ? offsetRing(ring, overhang) : null) ??
      ring.map((_, i) => movedCorner(ring, i, { out: shares, round }));
    for (const [i, start] of corners.entries()) {
      const end = cyclic(corners, i + 1);
      const [from, to] = [at(ring, i), cyclic(ring, i + 1)];
      const sameDirection =
        start !== null &&
        end !== null &&
        (end.x - start.x) * (to.x - from.x) + (end.y - start.y) * (to.y - from.y) > 0;
      if (!sameDirection) return { side: first + i };
    }
    outer.push(corners.map((corner, i) => corner ?? at(ring, i)));
    first += ring.length;
  }
  const [boundary = [], ...holes] = outer;
  const check = validateRegion(boundary, holes);
  if (check.ok) return { rings: outer };
  if (check.hole === null) return { side: check.at[0] ?? 0 };
  return { side: outer.slice(0, check.hole + 1).flat().length };
}

/**
 * Intersection of the two sides at a corner after both move outwards; null if they are collinear and move by different
 * amounts.
 */
function movedCorner(
  ring: Ring,
  i: number,
  { out, round }: { readonly out: readonly number[]; readonly round: Rounding },
): Point2 | null {
  const corner = at(ring, i);
  const [before, after] = [
    outwardNormal(cyclic(ring, i - 1), corner),
    outwardNormal(corner, cyclic(ring, i + 1)),
  ];
  const [first, second] = [cyclic(out, i - 1), at(out, i)];
  const turn = before.x * after.y - before.y * after.x;
  if (Math.abs(turn) < TURNED_SIDE) {
    const straight =
      before.x * after.x + before.y * after.y > 0 && Math.abs(first - second) < LAST_DIGIT_MM;
    return straight
      ? round({ x: corner.x + before.x * first, y: corner.y + before.y * first })
      : null;
  }
  return round({
    x: corner.x + (first * after.y - second * before.y) / turn,
    y: corner.y + (second * before.x - first * after.x) / turn,
  });
}

function outwardNormal(a: Point2, b: Point2): Point2 {
  const length = segmentLengthMm(a, b);
  return { x: (b.y - a.y) / length, y: (a.x - b.x) / length };
}

/** The first gable with an end at a reflex corner; null if there is none. */
export function inwardGable({ rings, sides }: SidedOutline): number | null {
  let first = 0;
  for (const ring of rings) {
    const corners = ring.map((point) => pointInMicrometres(point));
    const outward = corners.map(
      (corner, i) => orientation(cyclic(corners, i - 1), corner, cyclic(corners, i + 1)) >= 0,
    );
    for (const i of ring.keys()) {
      const isOutward = at(outward, i) && cyclic(outward, i + 1);
      if (at(sides, first + i) === null && !isOutward) return first + i;
    }
    first += ring.length;
  }
  return null;
}

/** Phases of the sides of the underside, with heights above the outline; they start at the eaves. */
export function phasesBelow(sides: readonly RoofSide[], fall: number): readonly SidePhases[] {
  return sides.map((side) => {
    if (side === null) return [{ from: -fall, run: 0 }];
    const { pitch, upper } = side;
    const lower = { from: -fall, run: 1 / pitch };
    return upper === null ? [lower] : [lower, { from: upper.height, run: 1 / upper.pitch }];
  });
}

/**
 * The phases of the underside from wider eaves. The sweep starts at the lowest eave; the other sides are vertical up
 * to their own eaves.
 */
export function phasesBeyond(
  sides: readonly RoofSide[],
  falls: readonly (number | null)[],
): readonly SidePhases[] {
  const lowest = Math.max(...falls.map((fall) => fall ?? 0));
  const upright = { from: -lowest, run: 0 };
  return sides.map((side, i) => {
    const fall = at(falls, i) ?? lowest;
    const [lower, ...upper] = at(phasesBelow([side], fall), 0);
    if (lower === undefined || side === null) return [upright];
    if (lowest - fall < ROUND_OFF_MM) return [{ ...lower, from: -lowest }, ...upper];
    return [upright, lower, ...upper];
  });
}

/** Vertical thickness of a layer with this thickness perpendicular to the slope, mm. */
export function depthOf(thickness: number, pitch: number): number {
  return thickness * Math.sqrt(1 + pitch * pitch);
}

/**
 * Phases of the sides of the top, whose planes are those of the underside raised by the vertical thickness of the
 * layer. From the eave up to its top plane a side is vertical.
 */
export function phasesAbove(
  sides: readonly RoofSide[],
  { fall, thickness }: { readonly fall: number; readonly thickness: number },
): readonly SidePhases[] {
  const upright = { from: -fall, run: 0 };
  return sides.map((side) => {
    if (side === null) return [upright];
    const { pitch, upper } = side;
    const depth = depthOf(thickness, pitch);
    const lower = { from: depth - fall, run: 1 / pitch };
    if (upper === null) return [upright, lower];
    const above = depthOf(thickness, upper.pitch);
    // The horizontal distances from the eave at which the two planes intersect, on the underside and on the top.
    const below = (upper.height + fall) / pitch;
    const meets = below - (depth - above) / (pitch - upper.pitch);
    return meets > 0
      ? [upright, lower, { from: lower.from + pitch * meets, run: 1 / upper.pitch }]
      : [upright, { from: upper.height - upper.pitch * below + above, run: 1 / upper.pitch }];
  });
}

/** Whether all sloping sides have the same single pitch, so that the top is a translation of the underside. */
export function haveEqualSlopes(sides: readonly RoofSide[]): boolean {
  const [first, ...rest] = sides.filter((side) => side !== null);
  return (
    first?.upper === null &&
    rest.every(({ pitch, upper }) => pitch === first.pitch && upper === null)
  );
}

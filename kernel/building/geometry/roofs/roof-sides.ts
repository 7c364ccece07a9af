/** @module roof sides: what each side of an outline does as the roof grows, below and above its layer. */

import { at, cyclic } from '../indexed.ts';
import type { Ring } from '../plan/polygon.ts';
import { offsetRing, validateRegion } from '../plan/polygon.ts';
import type { Point2 } from '../vector.ts';
import { orientation, pointInMicrometres, pointOnGrid, segmentLengthMm } from '../vector.ts';
import type { SidePhases } from './wave.ts';

/**
 * A side of the outline: `null` is a gable, else its pitch (tangent of the slope, over 0), and where it is broken (a
 * mansard) the lesser pitch above the height over the outline, mm.
 */
export type RoofSide = {
  readonly pitch: number;
  readonly upper: { readonly pitch: number; readonly height: number } | null;
} | null;

/** Sides ring after ring: the boundary counter-clockwise, holes clockwise. Lengths mm, on the 0.001 mm grid. */
export type SidedOutline = {
  readonly rings: readonly Ring[];
  readonly sides: readonly RoofSide[];
  readonly overhang: number;
};

/** Eave lines: the rings with their overhang, and how far they lie below the outline, mm. */
export type Eaves = { readonly rings: readonly Ring[]; readonly fall: number };

/** Eave lines of which each side has its own height, mm below the outline; null of gables. */
export type WiderEaves = {
  readonly rings: readonly Ring[];
  readonly falls: readonly (number | null)[];
};

/**
 * The eave lines, or the index of a side that the overhang leaves no room for, or with which an outline crosses another.
 * All lie at one height, so steeper sides than the flattest reach out less.
 */
export function eavesOf({
  rings,
  sides,
  overhang,
}: SidedOutline): Eaves | { readonly side: number } {
  if (overhang === 0) return { rings, fall: 0 };
  const flattest = Math.min(...sides.map((side) => side?.pitch ?? Infinity));
  const fall = overhang * flattest;
  const out = sides.map((side) => (side === null ? overhang : fall / side.pitch));
  const eaves = movedRings(rings, out, pointOnGrid);
  return 'side' in eaves ? eaves : { rings: eaves.rings, fall };
}

/**
 * Eaves of which each side lies so much further out on its own plane, `out` in mm side by side; null where that leaves no
 * room. Sides are moved to nothing but themselves: corners are where they meet, on no grid.
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

/** Rings of which every side lies so much further out, mm; null where that leaves no room. */
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
  rounded: Rounding,
): { readonly rings: readonly Ring[] } | { readonly side: number } {
  const outer: Ring[] = [];
  const overhang = at(out, 0);
  const alike = rounded === pointOnGrid && out.every((one) => one === overhang);
  let first = 0;
  for (const ring of rings) {
    const shares = out.slice(first, first + ring.length);
    const corners =
      (alike ? offsetRing(ring, overhang) : null) ??
      ring.map((_, i) => movedCorner(ring, i, { out: shares, rounded }));
    for (const [i, start] of corners.entries()) {
      const end = cyclic(corners, i + 1);
      const [from, to] = [at(ring, i), cyclic(ring, i + 1)];
      const ahead =
        start !== null &&
        end !== null &&
        (end.x - start.x) * (to.x - from.x) + (end.y - start.y) * (to.y - from.y) > 0;
      if (!ahead) return { side: first + i };
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

/** Where the two sides at a corner meet, each moved outwards; null where they lie in line and are moved unequally. */
function movedCorner(
  ring: Ring,
  i: number,
  { out, rounded }: { readonly out: readonly number[]; readonly rounded: Rounding },
): Point2 | null {
  const corner = at(ring, i);
  const [before, after] = [
    outwards(cyclic(ring, i - 1), corner),
    outwards(corner, cyclic(ring, i + 1)),
  ];
  const [first, second] = [cyclic(out, i - 1), at(out, i)];
  const turn = before.x * after.y - before.y * after.x;
  if (Math.abs(turn) < 1e-6) {
    const straight = before.x * after.x + before.y * after.y > 0 && Math.abs(first - second) < 1e-9;
    return straight
      ? rounded({ x: corner.x + before.x * first, y: corner.y + before.y * first })
      : null;
  }
  return rounded({
    x: corner.x + (first * after.y - second * before.y) / turn,
    y: corner.y + (second * before.x - first * after.x) / turn,
  });
}

function outwards(a: Point2, b: Point2): Point2 {
  const length = segmentLengthMm(a, b);
  return { x: (b.y - a.y) / length, y: (a.x - b.x) / length };
}

/** The first gable that does not end at corners that turn outwards (or go straight on); null without one. */
export function inwardGable({ rings, sides }: SidedOutline): number | null {
  let first = 0;
  for (const ring of rings) {
    const corners = ring.map((point) => pointInMicrometres(point));
    const outward = corners.map(
      (corner, i) => orientation(cyclic(corners, i - 1), corner, cyclic(corners, i + 1)) >= 0,
    );
    for (const i of ring.keys()) {
      const ends = at(outward, i) && cyclic(outward, i + 1);
      if (at(sides, first + i) === null && !ends) return first + i;
    }
    first += ring.length;
  }
  return null;
}

/** Phases of the underside, heights over the outline, from the eaves on. */
export function phasesBelow(sides: readonly RoofSide[], fall: number): readonly SidePhases[] {
  return sides.map((side) => {
    if (side === null) return [{ from: -fall, run: 0 }];
    const { pitch, upper } = side;
    const lower = { from: -fall, run: 1 / pitch };
    return upper === null ? [lower] : [lower, { from: upper.height, run: 1 / upper.pitch }];
  });
}

/** Falls that differ by less are one, mm. */
const ALIKE_MM = 1e-6;

/** The same from wider eaves: the side that falls furthest sets out, the others stand still until their planes are reached. */
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
    if (lowest - fall < ALIKE_MM) return [{ ...lower, from: -lowest }, ...upper];
    return [upright, lower, ...upper];
  });
}

/** Vertical measure of a layer that is this thick square to its slope. */
export function depthOf(thickness: number, pitch: number): number {
  return thickness * Math.sqrt(1 + pitch * pitch);
}

/**
 * Phases of the top: every plane of the underside lifted by the vertical measure of the layer on its slope. A side
 * stands upright on its eave line until it reaches the height of its top there.
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
    // Where the two planes meet below, and where they do when lifted, from the eave inwards.
    const below = (upper.height + fall) / pitch;
    const meets = below - (depth - above) / (pitch - upper.pitch);
    return meets > 0
      ? [upright, lower, { from: lower.from + pitch * meets, run: 1 / upper.pitch }]
      : [upright, { from: upper.height - upper.pitch * below + above, run: 1 / upper.pitch }];
  });
}

/** Whether all sides that slope do so alike, so that the top is the underside moved up. */
export function slopesAlike(sides: readonly RoofSide[]): boolean {
  const [first, ...rest] = sides.filter((side) => side !== null);
  return (
    first?.upper === null &&
    rest.every(({ pitch, upper }) => pitch === first.pitch && upper === null)
  );
}

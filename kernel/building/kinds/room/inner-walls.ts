/** @module inner walls: walls that stand in a room with the room on both sides, although they touch the walls around it. */
import { at } from '../../geometry/indexed.ts';
import { type Ring, ringBounds } from '../../geometry/plan/polygon.ts';
import { type Area, closedBy, common, united } from '../../geometry/plan/regions.ts';
import { type Point2, segmentLengthMm } from '../../geometry/vector.ts';
import { type WallAxis, wallAxis } from '../../geometry/walls/arcs/wall-axis.ts';
import { isOf } from '../kind.ts';
import type { HoldingView } from '../shared/held.ts';
import { counterClockwise } from '../shared/slab-plan.ts';
import { wall } from '../wall/wall.ts';

/** A side lies on a face if it is within this of it, mm; shorter stretches are rounding. */
const [ON_FACE_MM, LEAST_MM] = [0.01, 0.1];
/** Walls that end at this height above the floor, or below the ceiling, are not in the room, mm. */
const PROBE_OFFSET_MM = 1;

/** A stretch along the axis of a wall, mm. */
type Stretch = readonly [from: number, to: number];
type Faces = { readonly left: readonly Ring[]; readonly right: readonly Ring[] };
type Walled = { readonly ring: Ring; readonly axis: WallAxis; readonly thickness: number } & Faces;

/**
 * The area of a room with its inner walls: those that end free in it, and any other stretch of a wall that has the room on
 * both sides. `area` is returned itself if there are none.
 */
export function withInnerWalls(
  area: Area,
  { low, high }: { readonly low: number; readonly high: number },
  view: HoldingView,
): Area {
  const { min, max } = ringBounds(area.flat());
  let rest = view
    .inBox({
      min: { ...min, z: low + PROBE_OFFSET_MM },
      max: { ...max, z: high - PROBE_OFFSET_MM },
    })
    .flatMap((id) => walled(id, view) ?? []);
  let whole = area;
  // A wall that begins at an inner wall covers a part of its face, which is free once the first one is in the area. So
  // walls that are inside as a whole come first.
  for (;;) {
    const sides = whole.flatMap(sidesOf);
    const found = rest.map((one) => ({ one, parts: partsInside(one, sides) }));
    const entire = found.filter(({ parts }) => parts.some(({ isWhole }) => isWhole));
    const inner = entire.length > 0 ? entire : found.filter(({ parts }) => parts.length > 0);
    if (inner.length === 0) return whole;
    const added = inner.flatMap(({ parts }) => parts.map(({ area: part }) => part));
    whole = closedBy(united([whole, ...added]), ON_FACE_MM);
    const done = new Set(inner.map(({ one }) => one));
    rest = rest.filter((one) => !done.has(one));
  }
}

function walled(id: string, view: HoldingView): Walled | null {
  const [element, outline] = [view.element(id), view.footprint(id)];
  if (!isOf(wall, element) || outline === null) return null;
  const { thickness } = element.params;
  const ring = counterClockwise(outline.ring);
  const axis = wallAxis(element.params);
  const [left, right] = [1, -1].map((side) =>
    sidesOf(ring).filter((ends) => ends.every((p) => isOnFace(p, axis, (side * thickness) / 2))),
  );
  return { ring, axis, thickness, left: left ?? [], right: right ?? [] };
}

function isOnFace(point: Point2, axis: WallAxis, offset: number): boolean {
  return segmentLengthMm(point, axis.at(axis.along(point), offset)) <= ON_FACE_MM;
}

function sidesOf(ring: Ring): readonly Ring[] {
  return ring.map((from, i) => [from, at(ring, (i + 1) % ring.length)]);
}

type Part = { readonly area: Area; readonly isWhole: boolean };

/** The parts of the outline of a wall both of whose faces lie on sides. */
function partsInside(
  { ring, axis, thickness, left, right }: Walled,
  sides: readonly Ring[],
): readonly Part[] {
  const [a, b] = [left, right].map((faces) =>
    joined(faces.flatMap((face) => stretchesOn(face, sides, axis))),
  );
  const [all, other] = [extentOf(left, axis), extentOf(right, axis)];
  return (a ?? []).flatMap((one) =>
    (b ?? []).flatMap((two): readonly Part[] => {
      const [from, to] = [Math.max(one[0], two[0]), Math.min(one[1], two[1])];
      if (to - from < LEAST_MM) return [];
      const begins = one[0] < all[0] + LEAST_MM && two[0] < other[0] + LEAST_MM;
      const ends = one[1] > all[1] - LEAST_MM && two[1] > other[1] - LEAST_MM;
      if (begins && ends) return [{ area: [ring], isWhole: true }];
      if (axis.chain !== null) return [];
      const reach = axis.length + thickness;
      const [low, high] = [begins ? from - reach : from, ends ? to + reach : to];
      const strip = [
        axis.at(low, -thickness),
        axis.at(high, -thickness),
        axis.at(high, thickness),
        axis.at(low, thickness),
      ];
      return [{ area: common([ring], [strip]), isWhole: false }];
    }),
  );
}

function extentOf(faces: readonly Ring[], axis: WallAxis): Stretch {
  const places = faces.flat().map((point) => axis.along(point));
  return [Math.min(...places), Math.max(...places)];
}

/** Stretches of a face of a wall that lie on sides. */
function stretchesOn(face: Ring, sides: readonly Ring[], axis: WallAxis): readonly Stretch[] {
  const [a, b] = [at(face, 0), at(face, 1)];
  const length = segmentLengthMm(a, b);
  if (length === 0) return [];
  const x = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
  const [from, to] = [axis.along(a), axis.along(b)];
  return sides.flatMap((side): readonly Stretch[] => {
    if (side.some((p) => Math.abs((p.y - a.y) * x.x - (p.x - a.x) * x.y) > ON_FACE_MM)) return [];
    const places = side.map((p) => (p.x - a.x) * x.x + (p.y - a.y) * x.y);
    const on = [Math.max(0, Math.min(...places)), Math.min(length, Math.max(...places))] as const;
    if (on[1] - on[0] < LEAST_MM) return [];
    const [p, q] = on.map((place) => from + ((to - from) * place) / length);
    return [[Math.min(p ?? 0, q ?? 0), Math.max(p ?? 0, q ?? 0)]];
  });
}

/** Stretches in order; those that touch are one. */
function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const all: [number, number][] = [];
  for (const [from, to] of stretches.toSorted((c, d) => c[0] - d[0])) {
    const last = all.at(-1);
    if (last !== undefined && from <= last[1] + LEAST_MM) last[1] = Math.max(last[1], to);
    else all.push([from, to]);
  }
  return all;
}

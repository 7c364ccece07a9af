/** @module adjacency: which spaces lie on either side of the walls and doors of a level. */
import { compareText } from '../canonical/deep-equal.ts';
import { at } from '../geometry/indexed.ts';
import { locatePoint, ringBounds } from '../geometry/plan/polygon.ts';
import type { Area } from '../geometry/plan/regions.ts';
import type { Box2, Point2 } from '../geometry/vector.ts';
import { planBoxIntersects, segmentLengthMm } from '../geometry/vector.ts';
import type { Chain } from '../geometry/walls/arcs/chain.ts';
import type { WallAxis } from '../geometry/walls/arcs/wall-axis.ts';
import { wallAxis } from '../geometry/walls/arcs/wall-axis.ts';
import { widened } from '../kinds/boxes.ts';
import type { ElementOf } from '../kinds/elements.ts';
import type { ModelView } from '../model/view.ts';
import { leadsThrough } from './passages.ts';
import type { Space } from './spaces.ts';
import { isIn, spacesOn } from './spaces.ts';

/** What lies beside a wall: a room, the space number `space` that no room has been made of, or neither. */
export type Side =
  | { readonly type: 'room'; readonly room_id: string }
  | { readonly type: 'space'; readonly space: number }
  | { readonly type: 'outside' };

/** A part of a wall that has the same on each side all along. */
export type WallPart = {
  readonly wall_id: string;
  readonly length_mm: number;
  readonly sides: readonly [Side, Side];
};

/** A door, window or opening in a wall with what it lies between. */
export type WallHole = {
  readonly element_id: string;
  readonly kind: string;
  readonly wall_id: string;
  readonly width_mm: number;
  /** Whether one can walk through. */
  readonly passable: boolean;
  readonly sides: readonly [Side, Side];
};

/** Two rooms whose outlines run along each other with nothing between them. */
export type OpenSide = { readonly room_ids: readonly [string, string]; readonly length_mm: number };

/** Who is whose neighbour on a level. */
export type Adjacency = {
  readonly parts: readonly WallPart[];
  readonly holes: readonly WallHole[];
  readonly open: readonly OpenSide[];
};

const KNOWN = new WeakMap<ModelView, Map<string, Adjacency>>();

/** Neighbours on a level, as far as the view shows walls and rooms. Made once for each view. */
export function adjacencyOn(view: ModelView, level_id: string): Adjacency {
  const levels = KNOWN.get(view) ?? new Map<string, Adjacency>();
  KNOWN.set(view, levels);
  const known = levels.get(level_id);
  if (known !== undefined) return known;
  const made = findAdjacency(view, level_id);
  levels.set(level_id, made);
  return made;
}

type Wall = ElementOf<'wall'>;

/** What is asked of a level again and again. */
type Around = { readonly spaces: readonly Space[]; readonly footprints: readonly Footprint[] };
type Footprint = { readonly id: string; readonly area: Area; readonly bounds: Box2 };

function findAdjacency(view: ModelView, level_id: string): Adjacency {
  const spaces = spacesOn(view, level_id);
  const walls: Wall[] = [];
  const footprints: Footprint[] = [];
  for (const element of view.elementsOnLevel(level_id)) {
    if (element.kind !== 'wall') continue;
    walls.push(element);
    const bounds = view.bounds(element.id);
    const footprint = view.footprint(element.id);
    if (bounds === null || footprint === null) continue;
    footprints.push({ id: element.id, area: [footprint.ring], bounds });
  }
  const around = { spaces, footprints };
  const parts = walls.flatMap((wall) => partsOf(wall, around));
  const holes = walls.flatMap((wall) => holesOf(wall, view, around));
  return {
    parts,
    holes: holes.toSorted((a, b) => compareText(a.element_id, b.element_id)),
    open: openSides(spaces),
  };
}

/** How far beside the face of a wall is looked, mm. */
const BESIDE_MM = 10;
/** Corners of an outline are rounded to the grid, mm. */
const BEND_MM = 0.01;
/** Corners of a space this near to a wall end a part of it, mm. */
const NEAR_MM = 50;

function partsOf(wall: Wall, around: Around): readonly WallPart[] {
  const axis = wallAxis(wall.params);
  const { length, chain } = axis;
  const reach = wall.params.thickness / 2 + NEAR_MM;
  const { start, end } = wall.params;
  const box = widened(ringBounds([start, ...(chain?.nodes ?? []), end]), reach);
  const cuts = new Set([0, length]);
  for (const { area, bounds } of around.spaces) {
    if (!planBoxIntersects(bounds, box)) continue;
    for (const corner of area.flat()) {
      const place = axis.along(corner);
      if (!(place > 0 && place < length)) continue;
      const [on, { x, y }] = [axis.at(place), axis.directionAt(place)];
      const off = Math.abs((corner.y - on.y) * x - (corner.x - on.x) * y);
      if (off > reach) continue;
      // The corners of the facets of an arc part nothing.
      if (chain === null || !isBend(chain, place)) cuts.add(place);
    }
  }
  const sorted = [...cuts].toSorted((a, b) => a - b);
  const found: WallPart[] = [];
  for (let i = 0; i + 1 < sorted.length; i++) {
    const [from, to] = [at(sorted, i), at(sorted, i + 1)];
    if (to - from < 1) continue;
    const sides = sidesAt(wall, axis, (from + to) / 2, around);
    if (sides !== null) found.push({ wall_id: wall.id, length_mm: to - from, sides });
  }
  return found;
}

/** Whether a place along an arc is that of a corner between two of its facets. */
function isBend({ arc, units }: Chain, place: number): boolean {
  const facets = (place / arc.length) * units.length;
  return Math.abs(facets - Math.round(facets)) * (arc.length / units.length) < BEND_MM;
}

/** What lies on the left and right of a place along a wall; null where that is another wall. */
function sidesAt(
  wall: Wall,
  axis: WallAxis,
  place: number,
  around: Around,
): readonly [Side, Side] | null {
  const off = wall.params.thickness / 2 + BESIDE_MM;
  const [left, right] = [1, -1].map((side) => sideAt(axis.at(place, off * side), around, wall.id));
  return left === undefined || right === undefined || left === null || right === null
    ? null
    : [left, right];
}

function sideAt(point: Point2, { spaces, footprints }: Around, wall_id: string): Side | null {
  const number = spaces.findIndex((space) => isIn(space, point));
  const found = spaces[number];
  if (found !== undefined) {
    return found.room_id === null
      ? { type: 'space', space: number }
      : { type: 'room', room_id: found.room_id };
  }
  const in_wall = footprints.some(
    ({ id, area, bounds: { min, max } }) =>
      id !== wall_id &&
      point.x >= min.x &&
      point.x <= max.x &&
      point.y >= min.y &&
      point.y <= max.y &&
      area.some((ring) => locatePoint(point, ring) !== 'outside'),
  );
  return in_wall ? null : { type: 'outside' };
}

function holesOf(wall: Wall, view: ModelView, around: Around): readonly WallHole[] {
  const axis = wallAxis(wall.params);
  return view.hostedBy(wall.id).flatMap((held): readonly WallHole[] => {
    const { fills } = view.kinds.of(held);
    if (fills === 'none') return [];
    const { offset, width } = fills.cut(held);
    if (offset === null) return [];
    const sides = sidesAt(wall, axis, offset + width / 2, around) ?? [OUTSIDE, OUTSIDE];
    return [
      {
        element_id: held.id,
        kind: held.kind,
        wall_id: wall.id,
        width_mm: width,
        passable: leadsThrough(held),
        sides,
      },
    ];
  });
}

const OUTSIDE: Side = { type: 'outside' };
/** Outlines this near to each other touch, mm. */
const TOUCHING_MM = 1;

function openSides(spaces: readonly Space[]): readonly OpenSide[] {
  const rooms = spaces.flatMap(({ room_id, area, bounds }) =>
    room_id === null ? [] : [{ room_id, area, bounds: widened(bounds, TOUCHING_MM) }],
  );
  const found: OpenSide[] = [];
  for (const [i, a] of rooms.entries()) {
    for (const b of rooms.slice(i + 1)) {
      if (!planBoxIntersects(a.bounds, b.bounds)) continue;
      const length_mm = sharedLength(a.area, b.area);
      if (length_mm > TOUCHING_MM) found.push({ room_ids: [a.room_id, b.room_id], length_mm });
    }
  }
  return found;
}

/** Length along which the sides of one area run against those of another. */
function sharedLength(a: Area, b: Area): number {
  let sum = 0;
  for (const [p, q] of sidesOf(a)) {
    const length = segmentLengthMm(p, q);
    const [ux, uy] = [(q.x - p.x) / length, (q.y - p.y) / length];
    for (const [r, s] of sidesOf(b)) {
      const [dr, ds] = [r, s].map((end) => (end.y - p.y) * ux - (end.x - p.x) * uy);
      if (Math.abs(dr ?? 0) > TOUCHING_MM || Math.abs(ds ?? 0) > TOUCHING_MM) continue;
      const from = (r.x - p.x) * ux + (r.y - p.y) * uy;
      const to = (s.x - p.x) * ux + (s.y - p.y) * uy;
      sum += Math.max(0, Math.min(length, from) - Math.max(0, to));
    }
  }
  return sum;
}

function* sidesOf(area: Area): Generator<readonly [Point2, Point2]> {
  for (const ring of area) {
    for (const [i, p] of ring.entries()) yield [p, ring[i + 1] ?? at(ring, 0)];
  }
}

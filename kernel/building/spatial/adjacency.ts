/** @module adjacency: computes which spaces are on either side of the walls and doors of a level. */
import { compareText } from '../../base/canonical/deep-equal.ts';
import { at } from '../geometry/indexed.ts';
import { locatePoint, ringBounds } from '../geometry/plan/polygon.ts';
import type { Area } from '../geometry/plan/regions.ts';
import type { Box2, Point2 } from '../geometry/vector.ts';
import { planBoxIntersects, segmentLengthMm } from '../geometry/vector.ts';
import type { Chain } from '../geometry/walls/arcs/chain.ts';
import type { WallAxis } from '../geometry/walls/arcs/wall-axis.ts';
import { wallAxis } from '../geometry/walls/arcs/wall-axis.ts';
import type { ElementOf } from '../kinds/elements.ts';
import { widened } from '../kinds/shared/boxes.ts';
import type { ModelView } from '../model/view.ts';
import { leadsThrough } from './passages.ts';
import type { Space } from './spaces.ts';
import { isIn, spacesOn } from './spaces.ts';

/** The neighbour on one side of a wall: a room, a space without a room (by its number on the level), or the outside. */
export type Side =
  | { readonly type: 'room'; readonly room_id: string }
  | { readonly type: 'space'; readonly space: number }
  | { readonly type: 'outside' };

/** A part of a wall that has the same neighbours along its whole length. */
export type WallPart = {
  readonly wall_id: string;
  readonly length_mm: number;
  readonly sides: readonly [Side, Side];
};

/** A door, window or opening in a wall with its neighbours on both sides. */
export type WallHole = {
  readonly element_id: string;
  readonly kind: string;
  readonly wall_id: string;
  readonly width_mm: number;
  /** Whether people can walk through it. */
  readonly passable: boolean;
  readonly sides: readonly [Side, Side];
};

/** Two rooms whose outlines share a line with no wall between them. */
export type OpenSide = { readonly room_ids: readonly [string, string]; readonly length_mm: number };

/** The neighbours of rooms and walls on a level. */
export type Adjacency = {
  readonly parts: readonly WallPart[];
  readonly holes: readonly WallHole[];
  readonly open: readonly OpenSide[];
};

const KNOWN = new WeakMap<ModelView, Map<string, Adjacency>>();

/** Returns the neighbours on a level, limited to the walls and rooms that the view shows. Cached per view. */
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

/** The spaces of a level, and the outlines of its walls. */
type LevelData = { readonly spaces: readonly Space[]; readonly footprints: readonly Footprint[] };
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

/** Distance of the probe point from the face of the wall, mm. */
const PROBE_MM = 10;
/** Tolerance for corners of an outline, which are rounded to the grid, mm. */
const BEND_MM = 0.01;
/** A corner of a space within this distance of a wall divides the wall into parts, mm. */
const NEAR_MM = 50;

/** The parts of a wall between the corners of the spaces next to it; parts next to another wall are omitted. */
function partsOf(wall: Wall, around: LevelData): readonly WallPart[] {
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
      // Corners between the facets of an arc do not divide the wall.
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

/** Whether a position along an arc is a corner between two of its facets. */
function isBend({ arc, units }: Chain, place: number): boolean {
  const facets = (place / arc.length) * units.length;
  return Math.abs(facets - Math.round(facets)) * (arc.length / units.length) < BEND_MM;
}

/** The neighbours on the left and right of a point along a wall; null if another wall is on one side. */
function sidesAt(
  wall: Wall,
  axis: WallAxis,
  place: number,
  around: LevelData,
): readonly [Side, Side] | null {
  const off = wall.params.thickness / 2 + PROBE_MM;
  const [left, right] = [1, -1].map((side) => sideAt(axis.at(place, off * side), around, wall.id));
  return left === undefined || right === undefined || left === null || right === null
    ? null
    : [left, right];
}

function sideAt(point: Point2, { spaces, footprints }: LevelData, wall_id: string): Side | null {
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

function holesOf(wall: Wall, view: ModelView, around: LevelData): readonly WallHole[] {
  const axis = wallAxis(wall.params);
  return view.hostedBy(wall.id).flatMap((hosted): readonly WallHole[] => {
    const { fills } = view.kinds.of(hosted);
    if (fills === 'none') return [];
    const { offset, width } = fills.cut(hosted);
    if (offset === null) return [];
    const sides = sidesAt(wall, axis, offset + width / 2, around) ?? [OUTSIDE, OUTSIDE];
    return [
      {
        element_id: hosted.id,
        kind: hosted.kind,
        wall_id: wall.id,
        width_mm: width,
        passable: leadsThrough(hosted),
        sides,
      },
    ];
  });
}

const OUTSIDE: Side = { type: 'outside' };
/** Outlines within this distance of each other touch, mm. */
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

/** Length along which sides of one area run along sides of the other in the opposite direction. */
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

/** @module adjacency: computes which spaces are on either side of the walls and doors of a level. */
import { compareText } from '../../base/canonical/deep-equal.ts';
import { checkpoint } from '../../base/work/checkpoint.ts';
import { locatePoint } from '../geometry/plan/polygon.ts';
import type { Point2 } from '../geometry/vector.ts';
import type { WallAxis } from '../geometry/walls/arcs/wall-axis.ts';
import { axisPieces, wallAxis } from '../geometry/walls/arcs/wall-axis.ts';
import type { ElementOf } from '../kinds/elements.ts';
import type { ModelView } from '../model/view.ts';
import type { Footprint, LevelData, Side } from './outline-parts.ts';
import { outlineParts, sideOf } from './outline-parts.ts';
import { leadsThrough } from './passages.ts';
import { isIn, spacesOn } from './spaces.ts';

/** A part of the net outline of a space, `sides[0]`, with one wall along it and `sides[1]` behind that. */
export type WallPart = {
  readonly wall_id: string;
  readonly length_mm: number;
  readonly sides: readonly [Side, Side];
};

/** A part of the net outline of a space, `sides[0]`, without a wall along it, and what is behind it. */
export type OpenPart = Omit<WallPart, 'wall_id'>;

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

/** The neighbours of the spaces of a level. The parts of a space, with and without walls, add up to its outline. */
export type Adjacency = {
  /** In the order of the walls. */
  readonly parts: readonly WallPart[];
  readonly holes: readonly WallHole[];
  readonly open: readonly OpenPart[];
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
    footprints.push({
      id: element.id,
      thickness: element.params.thickness,
      ring: footprint.ring,
      bounds,
      pieces: axisPieces(element.params),
    });
  }
  const around = { spaces, footprints };
  const parts: WallPart[] = [];
  const open: OpenPart[] = [];
  for (const [number, space] of spaces.entries()) {
    checkpoint({ done: number, total: spaces.length, doing: 'neighbours of rooms' });
    const own = sideOf(space, number);
    for (const { wall_id, length_mm, across } of outlineParts(number, around)) {
      const part = { length_mm, sides: [own, across] as const };
      if (wall_id === null) open.push(part);
      else parts.push({ wall_id, ...part });
    }
  }
  const holes = walls.flatMap((wall) => holesOf(wall, view, around));
  const order = new Map(walls.map(({ id }, index) => [id, index]));
  const place = ({ wall_id }: WallPart): number => order.get(wall_id) ?? 0;
  return {
    parts: parts.toSorted((a, b) => place(a) - place(b)),
    holes: holes.toSorted((a, b) => compareText(a.element_id, b.element_id)),
    open,
  };
}

/** Distance of the probe point from the face of the wall, mm. */
const PROBE_MM = 10;

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
  if (found !== undefined) return sideOf(found, number);
  const in_wall = footprints.some(
    ({ id, ring, bounds: { min, max } }) =>
      id !== wall_id &&
      point.x >= min.x &&
      point.x <= max.x &&
      point.y >= min.y &&
      point.y <= max.y &&
      locatePoint(point, ring) !== 'outside',
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
        passable: leadsThrough(hosted, view),
        sides,
      },
    ];
  });
}

const OUTSIDE: Side = { type: 'outside' };

/**
 * @module outline parts: the net outline of a space in parts that each have one wall along them and one neighbour
 * behind it. The lengths of the parts add up to the outline.
 */
import { at, cyclic } from '../geometry/indexed.ts';
import { locatePoint, type Ring } from '../geometry/plan/polygon.ts';
import { SHARPEST_TEE } from '../geometry/tolerances.ts';
import type { Box2, Point2 } from '../geometry/vector.ts';
import { planBoxIntersects, segmentLengthMm } from '../geometry/vector.ts';
import { widened } from '../kinds/shared/boxes.ts';
import { isIn, type Space } from './spaces.ts';

/** The neighbour on one side of a wall: a room, a space without a room (by its number on the level), or the outside. */
export type Side =
  | { readonly type: 'room'; readonly room_id: string }
  | { readonly type: 'space'; readonly space: number }
  | { readonly type: 'outside' };

/** The footprint of a wall, with its pieces between the corners of its axis. */
export type Footprint = {
  readonly id: string;
  readonly thickness: number;
  readonly ring: Ring;
  readonly bounds: Box2;
  readonly pieces: readonly { readonly start: Point2; readonly end: Point2 }[];
};

/** A part of the outline of a space. `wall_id` is null where no wall is along it. */
export type OutlinePart = {
  readonly wall_id: string | null;
  readonly length_mm: number;
  readonly across: Side;
};

/** The spaces and walls of a level. */
export type LevelData = {
  readonly spaces: readonly Space[];
  readonly footprints: readonly Footprint[];
};

/** Maximum gap between two walls that count as one; distance behind a wall at which the neighbour is probed, mm. */
const PROBE_MM = 10;
/** Distance from the outline at which the wall along it, or the adjacent space, is probed, mm. */
const OFFSET_MM = 1;
/** A shorter part has no neighbour of its own; rounding of corners to the grid makes such parts, mm. */
const SHORT_MM = 0.01;
/** Walls up to this number behind each other separate two spaces. */
const MAX_LEAVES = 4;

/** A part before the ends of other walls behind it are divided among its neighbours: then `across` is null. */
type Found = {
  readonly wall_id: string | null;
  readonly length_mm: number;
  readonly across: Side | null;
};

/** A space with its name, the spaces and walls near it, and all spaces of the level. */
type Around = LevelData & {
  readonly own: Space;
  readonly side: Side;
  readonly all: readonly Space[];
  /** Distance behind the outline within which corners divide it, mm. */
  readonly reach: number;
};

/** The parts of the outline of the space with this number, ring after ring. */
export function outlineParts(number: number, level: LevelData): readonly OutlinePart[] {
  const own = at(level.spaces, number);
  const thickest = Math.max(0, ...level.footprints.map(({ thickness }) => thickness));
  const reach = MAX_LEAVES * (thickest + PROBE_MM);
  const box = widened(own.bounds, reach);
  const near = ({ bounds }: { readonly bounds: Box2 }): boolean => planBoxIntersects(bounds, box);
  const around = {
    own,
    side: sideOf(own, number),
    all: level.spaces,
    reach,
    spaces: level.spaces.filter(near),
    footprints: level.footprints.filter(near),
  };
  return own.area.flatMap((ring, i) => {
    const found = ring.flatMap((from, k) => partsOf(from, cyclic(ring, k + 1), around));
    // A ring without any neighbour goes around walls inside the space, or along walls whose far side is not found.
    return withEndsDivided(found, i > 0 ? around.side : { type: 'outside' });
  });
}

/** The name of a space by its number on the level. */
export function sideOf({ room_id }: Space, number: number): Side {
  return room_id === null ? { type: 'space', space: number } : { type: 'room', room_id };
}

/** The parts of one side of the outline, divided where a corner of a wall or space is behind it. */
function partsOf(from: Point2, to: Point2, around: Around): readonly Found[] {
  const length = segmentLengthMm(from, to);
  if (length === 0) return [];
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const cuts = new Set([0, length]);
  const corners = [
    ...around.footprints.map(({ ring }) => ring),
    ...around.spaces.flatMap(({ area }) => area),
  ].flat();
  for (const corner of corners) {
    const [dx, dy] = [corner.x - from.x, corner.y - from.y];
    const along = dx * x + dy * y;
    const behind = dx * y - dy * x;
    if (along > 0 && along < length && behind > -OFFSET_MM && behind < around.reach) {
      cuts.add(along);
    }
  }
  const sorted = [...cuts].toSorted((a, b) => a - b);
  return sorted.slice(1).map((end, i): Found => {
    const start = at(sorted, i);
    const length_mm = end - start;
    const middle = (start + end) / 2;
    const foot = { x: from.x + x * middle, y: from.y + y * middle };
    const { wall_id, across } = lookAcross({ foot, out: { x: y, y: 0 - x } }, around);
    return { wall_id, length_mm, across: length_mm < SHORT_MM ? null : across };
  });
}

/** A ray from a point of an outline, away from its space; `out` has length 1. */
type Ray = { readonly foot: Point2; readonly out: Point2 };

const pointOf = ({ foot, out }: Ray, distance: number): Point2 => ({
  x: foot.x + out.x * distance,
  y: foot.y + out.y * distance,
});

/**
 * The wall along an outline, and what is behind it. Null if that is a wall that ends here or turns away, or the same
 * space behind two walls that meet at a sharp corner.
 */
function lookAcross(ray: Ray, around: Around): Omit<Found, 'length_mm'> {
  const first = wallAt(ray, OFFSET_MM, around) ?? wallAt(ray, PROBE_MM, around);
  if (first === null) return { wall_id: null, across: openAcross(ray, around) };
  const wall_id = first.id;
  let wall = first;
  let distance = 0;
  let areParallel = true;
  for (let leaf = 0; leaf < MAX_LEAVES; leaf++) {
    const sine = sineTo(wall, pointOf(ray, distance), ray.out);
    // A wall at more than 45° to the outline ends on it, or leads away from it.
    if (sine > Math.SQRT1_2) break;
    areParallel &&= sine < SHARPEST_TEE;
    distance = exitFrom(wall, ray, distance);
    const behind = pointOf(ray, distance + PROBE_MM);
    if (isIn(around.own, behind)) {
      return { wall_id, across: areParallel || leaf === 0 ? around.side : null };
    }
    const across = spaceAt(behind, around);
    if (across !== null) return { wall_id, across };
    const next = wallAt(ray, distance + PROBE_MM, around);
    if (next === null) return { wall_id, across: { type: 'outside' } };
    wall = next;
    distance += PROBE_MM;
  }
  return { wall_id, across: null };
}

/** What is behind an outline without a wall along it. */
function openAcross(ray: Ray, around: Around): Side {
  const touching = spaceAt(pointOf(ray, 2 * OFFSET_MM), around);
  if (touching !== null) return touching;
  // The rest of the space between walls in which the outline was drawn has the number of the outline.
  return around.own.wall_ids.length > 0
    ? { type: 'space', space: around.all.indexOf(around.own) }
    : { type: 'outside' };
}

/** The space other than the own one that contains a point. */
function spaceAt(point: Point2, { own, all, spaces }: Around): Side | null {
  const found = spaces.find((space) => space !== own && isIn(space, point));
  return found === undefined ? null : sideOf(found, all.indexOf(found));
}

/** The wall at a distance along a ray that is most parallel to the outline. */
function wallAt(ray: Ray, distance: number, { footprints }: Around): Footprint | null {
  const point = pointOf(ray, distance);
  const sine = (wall: Footprint): number => sineTo(wall, point, ray.out);
  let best: Footprint | null = null;
  for (const wall of footprints) {
    const { min, max } = wall.bounds;
    if (point.x < min.x || point.x > max.x || point.y < min.y || point.y > max.y) continue;
    if (locatePoint(point, wall.ring) === 'outside') continue;
    if (best === null || sine(wall) < sine(best)) best = wall;
  }
  return best;
}

/** Sine of the angle between a wall, at its piece nearest to a point, and the outline that has `out` as its normal. */
function sineTo({ pieces }: Footprint, point: Point2, out: Point2): number {
  let [best, nearest] = [1, Infinity];
  for (const { start, end } of pieces) {
    const [dx, dy] = [end.x - start.x, end.y - start.y];
    const squared = dx * dx + dy * dy;
    const share = ((point.x - start.x) * dx + (point.y - start.y) * dy) / squared;
    const held = Math.min(1, Math.max(0, share));
    const distance = Math.hypot(start.x + dx * held - point.x, start.y + dy * held - point.y);
    if (distance >= nearest) continue;
    nearest = distance;
    best = Math.abs(dx * out.x + dy * out.y) / Math.sqrt(squared);
  }
  return best;
}

/** Distance along a ray, beyond `from`, at which it leaves the footprint of a wall. */
function exitFrom({ ring }: Footprint, { foot, out }: Ray, from: number): number {
  let nearest = Infinity;
  for (const [i, p] of ring.entries()) {
    const q = cyclic(ring, i + 1);
    const side = (end: Point2): number => (end.x - foot.x) * out.y - (end.y - foot.y) * out.x;
    const [a, b] = [side(p), side(q)];
    if (a > 0 === b > 0) continue;
    const share = a / (a - b);
    const [x, y] = [p.x + (q.x - p.x) * share - foot.x, p.y + (q.y - p.y) * share - foot.y];
    const distance = x * out.x + y * out.y;
    if (distance > from + OFFSET_MM && distance < nearest) nearest = distance;
  }
  return nearest === Infinity ? from : nearest;
}

/**
 * The parts of a ring with the ends of other walls behind it divided in the middle: each half belongs to the neighbour
 * next to it.
 */
function withEndsDivided(found: readonly Found[], fallback: Side): readonly OutlinePart[] {
  const known = found.findIndex(({ across }) => across !== null);
  const parts: OutlinePart[] = [];
  let before = found[known]?.across ?? fallback;
  let waiting: Found[] = [];
  const settle = (after: Side): void => {
    let left = waiting.reduce((sum, { length_mm }) => sum + length_mm, 0) / 2;
    for (const { wall_id, length_mm } of waiting) {
      const share = Math.min(length_mm, left);
      left -= share;
      if (share > 0) parts.push({ wall_id, length_mm: share, across: before });
      if (share < length_mm) parts.push({ wall_id, length_mm: length_mm - share, across: after });
    }
    waiting = [];
  };
  for (let i = 0; i < found.length; i++) {
    const part = cyclic(found, Math.max(0, known) + i);
    if (part.across === null) {
      waiting.push(part);
      continue;
    }
    settle(part.across);
    before = part.across;
    parts.push({ ...part, across: part.across });
  }
  settle(found[known]?.across ?? fallback);
  return parts;
}

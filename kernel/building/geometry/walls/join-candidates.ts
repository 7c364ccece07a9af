/** @module join candidates: the walls on which the footprint of a wall can depend. */

import { compareIds } from '../in-order.ts';
import { at } from '../indexed.ts';
import { NEARLY_COLLINEAR, TOUCH_MM } from '../tolerances.ts';
import { type Box2, type Point2, samePoint } from '../vector.ts';
import { drawnOver, type Ends } from './location-line.ts';
import { isWithin, type StraightWall, WALL_ENDS, wallReach } from './wall-contacts.ts';

/** Access to the walls of a plan. */
type Lookup<W> = {
  readonly straight: (wall: W) => StraightWall;
  /** All walls whose `wallReach` intersects a box. */
  readonly near: (box: Box2) => readonly W[];
  /**
   * Cached surroundings of chains of near ends, by each wall of the chain; valid while `near` returns the same walls.
   */
  readonly chains?: Map<W, readonly W[]>;
};

/**
 * The walls on which the footprint of a wall can depend: those whose reaches intersect; the surroundings of near but
 * not identical ends; and the surroundings of adjacent walls that are shorter than their corners.
 */
export function joinCandidates<W>(wall: W, lookup: Lookup<W>): readonly W[] {
  const { straight, near, chains = new Map<W, readonly W[]>() } = lookup;
  const own = straight(wall);
  const found = near(wallReach(own));
  const others = found.map(straight).filter(({ id }) => id !== own.id);
  const short = shortAround(own, others);
  let around = chains.get(wall);
  if (around === undefined && others.some((other) => endsClose(own, other))) {
    around = addChain(wall, lookup, chains);
  }
  if (short.size === 0) return around ?? found;
  const all = new Set(around ?? found);
  for (const other of near(aroundAll(short))) all.add(other);
  return sortedById(all, straight);
}

/** The surroundings of all walls in the chain of a wall; shared by all walls of the chain. */
function addChain<W>(
  wall: W,
  { straight, near }: Lookup<W>,
  chains: Map<W, readonly W[]>,
): readonly W[] {
  const all = new Set<W>();
  const chain = [wall];
  const linked = new Set([straight(wall).id]);
  for (const member of chain) {
    const link = straight(member);
    const { min, max } = wallReach(link);
    const margin = 2 * link.thickness;
    const box = {
      min: { x: min.x - margin, y: min.y - margin },
      max: { x: max.x + margin, y: max.y + margin },
    };
    for (const other of near(box)) {
      all.add(other);
      const next = straight(other);
      if (linked.has(next.id) || !endsClose(link, next)) continue;
      linked.add(next.id);
      chain.push(other);
    }
  }
  const around = sortedById(all, straight);
  // `wall` may be a hypothetical version that `near` does not return: its chain is not cached.
  if (all.has(wall)) for (const member of chain) chains.set(member, around);
  return around;
}

function sortedById<W>(walls: Iterable<W>, straight: (wall: W) => StraightWall): readonly W[] {
  return [...walls].toSorted((a, b) => compareIds(straight(a), straight(b)));
}

/** One box around the reaches of all walls, for a single query. */
function aroundAll(walls: Iterable<StraightWall>): Box2 {
  let [x, y, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const wall of walls) {
    const { min, max } = wallReach(wall);
    [x, y] = [Math.min(x, min.x), Math.min(y, min.y)];
    [right, top] = [Math.max(right, max.x), Math.max(top, max.y)];
  }
  return { min: { x, y }, max: { x: right, y: top } };
}

/**
 * Above this number of walls at a point all of them count as short, without comparing their pairs.
 */
const MAX_COMPARED = 32;

/** The walls at the ends of a wall, including itself, that are shorter than their corner with another wall there. */
function shortAround(
  own: StraightWall,
  others: readonly StraightWall[],
): ReadonlySet<StraightWall> {
  const short = new Set<StraightWall>();
  const drawn = drawnOver(own, own.line ?? 0);
  const ends = others.map((other) => drawnOver(other, other.line ?? 0));
  for (const node of [drawn.start, drawn.end]) {
    const there = [rayFrom(node, own, drawn)];
    for (let i = 0; i < others.length; i++) {
      const other = at(ends, i);
      if (samePoint(other.start, node) || samePoint(other.end, node)) {
        there.push(rayFrom(node, at(others, i), other));
      }
    }
    if (there.length > MAX_COMPARED) {
      for (const { wall } of there) short.add(wall);
      continue;
    }
    for (let i = 0; i < there.length; i++) {
      for (let j = i + 1; j < there.length; j++) addShort(at(there, i), at(there, j), short);
    }
  }
  return short;
}

/** A wall seen from one of its ends, mm. */
type Ray = {
  readonly wall: StraightWall;
  readonly dx: number;
  readonly dy: number;
  readonly length: number;
};

function rayFrom(node: Point2, wall: StraightWall, { start, end }: Ends): Ray {
  const far = samePoint(start, node) ? end : start;
  const [dx, dy] = [far.x - node.x, far.y - node.y];
  return { wall, dx, dy, length: Math.sqrt(dx * dx + dy * dy) };
}

/** Adds each of two walls whose far end is closer than the intersection of their faces, with a margin. */
function addShort(a: Ray, b: Ray, short: Set<StraightWall>): void {
  const cross = Math.abs(a.dx * b.dy - a.dy * b.dx);
  // Parallel faces do not intersect.
  if (cross === 0) return;
  const both = farFaceDistance(a.wall) + farFaceDistance(b.wall) + TOUCH_MM;
  if (cross >= both * Math.max(a.length, b.length)) return;
  const [sine, cosine] = [
    cross / (a.length * b.length),
    (a.dx * b.dx + a.dy * b.dy) / (a.length * b.length),
  ];
  // Nearly collinear walls make a step, which needs no length.
  if (cosine < 0 && sine < NEARLY_COLLINEAR) return;
  const [halfA, halfB] = [farFaceDistance(a.wall), farFaceDistance(b.wall)];
  if (halfB + halfA * cosine > (a.length - TOUCH_MM) * sine) short.add(a.wall);
  if (halfA + halfB * cosine > (b.length - TOUCH_MM) * sine) short.add(b.wall);
}

/** Distance from the drawn line of a wall to the further of its faces, mm. */
function farFaceDistance({ thickness, line = 0 }: StraightWall): number {
  return thickness / 2 + Math.abs(line);
}

/** Whether an end of one wall is near, but not identical to, an end of the other. */
function endsClose(a: StraightWall, b: StraightWall): boolean {
  const most = (a.thickness + b.thickness) / 2 + TOUCH_MM;
  if ((a.line ?? 0) !== 0 || (b.line ?? 0) !== 0) return drawnClose(a, b, most);
  return (
    isClose(a.start, b.start, most) ||
    isClose(a.start, b.end, most) ||
    isClose(a.end, b.start, most) ||
    isClose(a.end, b.end, most)
  );
}

/** `endsClose` for offset walls: their axes are near, or the points they were drawn to. */
function drawnClose(a: StraightWall, b: StraightWall, most: number): boolean {
  const [from, to] = [drawnOver(a, a.line ?? 0), drawnOver(b, b.line ?? 0)];
  return WALL_ENDS.some((one) =>
    WALL_ENDS.some((other) => {
      const [p, q] = [from[one], to[other]];
      if (samePoint(p, q)) return false;
      return isNear(a[one], b[other], most) || isNear(p, q, TOUCH_MM);
    }),
  );
}

function isNear(a: Point2, b: Point2, most: number): boolean {
  return isWithin(a.x - b.x, a.y - b.y, most);
}

function isClose(a: Point2, b: Point2, most: number): boolean {
  const [dx, dy] = [a.x - b.x, a.y - b.y];
  return isWithin(dx, dy, most) && (dx !== 0 || dy !== 0);
}

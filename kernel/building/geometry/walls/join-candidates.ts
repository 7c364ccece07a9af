/** @module join candidates: the walls on which the footprint of a wall can depend. */

import { compareIds } from '../in-order.ts';
import { at } from '../indexed.ts';
import type { Box2, Point2 } from '../vector.ts';
import type { Ends } from './location-line.ts';
import { drawnOver } from './location-line.ts';
import { NEARLY_COLLINEAR } from './node-corners.ts';
import type { StraightWall } from './wall-contacts.ts';
import { TOUCH_MM, wallReach } from './wall-contacts.ts';

/** How to look for walls. */
type Lookup<W> = {
  readonly straight: (wall: W) => StraightWall;
  /** All walls whose `wallReach` meets a box. */
  readonly near: (box: Box2) => readonly W[];
  /** What surrounds chains of ends that are near each other, by each wall in them; kept as long as `near` answers the same. */
  readonly chains?: Map<W, readonly W[]>;
};

/**
 * The walls on which the footprint of a wall can depend: those whose reach meets its own; where ends come near its own
 * without lying on them, what surrounds these; and what surrounds walls at its ends that are shorter than their corners.
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
  return byId(all, straight);
}

/** What surrounds each wall of the chain that a wall is in, for it and all others of the chain: they share it. */
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
  const around = byId(all, straight);
  // A wall as it was or might be stands in for the one of its id: what it hangs together with is its own alone.
  if (all.has(wall)) for (const member of chain) chains.set(member, around);
  return around;
}

function byId<W>(walls: Iterable<W>, straight: (wall: W) => StraightWall): readonly W[] {
  return [...walls].toSorted((a, b) => compareIds(straight(a), straight(b)));
}

/** One box around the reach of all of these walls, so that one look finds what is at any of them. */
function aroundAll(walls: Iterable<StraightWall>): Box2 {
  let [x, y, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const wall of walls) {
    const { min, max } = wallReach(wall);
    [x, y] = [Math.min(x, min.x), Math.min(y, min.y)];
    [right, top] = [Math.max(right, max.x), Math.max(top, max.y)];
  }
  return { min: { x, y }, max: { x: right, y: top } };
}

/** Where more walls meet, all of them count as short: what surrounds too many is looked at, and no pair of them. */
const CROWDED = 32;

/** Walls at the ends of a wall, itself included, that are shorter than a corner with another there. */
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
      if (isAt(other.start, node) || isAt(other.end, node)) {
        there.push(rayFrom(node, at(others, i), other));
      }
    }
    if (there.length > CROWDED) {
      for (const { wall } of there) short.add(wall);
      continue;
    }
    for (let i = 0; i < there.length; i++) {
      for (let j = i + 1; j < there.length; j++) addShort(at(there, i), at(there, j), short);
    }
  }
  return short;
}

function isAt(a: Point2, b: Point2): boolean {
  return a.x === b.x && a.y === b.y;
}

/** A wall seen from one of its ends, mm. */
type Ray = {
  readonly wall: StraightWall;
  readonly dx: number;
  readonly dy: number;
  readonly length: number;
};

function rayFrom(node: Point2, wall: StraightWall, { start, end }: Ends): Ray {
  const far = isAt(start, node) ? end : start;
  const [dx, dy] = [far.x - node.x, far.y - node.y];
  return { wall, dx, dy, length: Math.sqrt(dx * dx + dy * dy) };
}

/** Adds those of two walls beyond whose other end their faces would meet, with some to spare. */
function addShort(a: Ray, b: Ray, short: Set<StraightWall>): void {
  const cross = Math.abs(a.dx * b.dy - a.dy * b.dx);
  // Faces in the same direction meet nowhere.
  if (cross === 0) return;
  const both = widest(a.wall) + widest(b.wall) + TOUCH_MM;
  if (cross >= both * Math.max(a.length, b.length)) return;
  const [sine, cosine] = [
    cross / (a.length * b.length),
    (a.dx * b.dx + a.dy * b.dy) / (a.length * b.length),
  ];
  // Walls nearly in line step on a ray and need no room.
  if (cosine < 0 && sine < NEARLY_COLLINEAR) return;
  const [halfA, halfB] = [widest(a.wall), widest(b.wall)];
  if (halfB + halfA * cosine > (a.length - TOUCH_MM) * sine) short.add(a.wall);
  if (halfA + halfB * cosine > (b.length - TOUCH_MM) * sine) short.add(b.wall);
}

/** From the line on which a wall was drawn to the further of its faces, mm. */
function widest({ thickness, line = 0 }: StraightWall): number {
  return thickness / 2 + Math.abs(line);
}

/** Whether an end of one wall is near an end of the other without lying on it. */
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

/** Likewise of walls that were drawn beside their axes: near with their axes, or with the points they were drawn to. */
function drawnClose(a: StraightWall, b: StraightWall, most: number): boolean {
  const [from, to] = [drawnOver(a, a.line ?? 0), drawnOver(b, b.line ?? 0)];
  return BOTH.some((one) =>
    BOTH.some((other) => {
      const [p, q] = [from[one], to[other]];
      if (isAt(p, q)) return false;
      return isNear(a[one], b[other], most) || isNear(p, q, TOUCH_MM);
    }),
  );
}

const BOTH = ['start', 'end'] as const;

function isNear(a: Point2, b: Point2, most: number): boolean {
  return isWithin(a.x - b.x, a.y - b.y, most);
}

function isClose(a: Point2, b: Point2, most: number): boolean {
  const [dx, dy] = [a.x - b.x, a.y - b.y];
  return isWithin(dx, dy, most) && (dx !== 0 || dy !== 0);
}

function isWithin(dx: number, dy: number, most: number): boolean {
  return dx <= most && dx >= -most && dy <= most && dy >= -most;
}

/** @module near ends: merges wall ends that miss each other at a corner into one node. */

import { at, intAt } from '../indexed.ts';
import { ROTATED_POINT_UM, ROUND_OFF_MM, SHARPEST_TEE, TOUCH_MM } from '../tolerances.ts';
import { micrometres, type Point2 } from '../vector.ts';
import type { PreparedWall, WallEnd } from './wall-contacts.ts';
import { directionAtEnd, drawnEnd, groupIndices, isWithin, shareHeight } from './wall-contacts.ts';
import type { WallGrid } from './wall-grid.ts';
import { hostOf } from './wall-hosts.ts';
import type { WallNodes } from './wall-nodes.ts';

/** A wall seen from its end outwards: the end in mm, and the unit direction beyond it. */
type Outwards = {
  readonly wall: PreparedWall;
  readonly x: number;
  readonly y: number;
  readonly ox: number;
  readonly oy: number;
  /** The drawn end point, mm. */
  readonly drawn: Point2;
};

function outwards(wall: PreparedWall, number: number): Outwards {
  const end = (number & 1) === 0 ? 'start' : 'end';
  const { x: ux, y: uy } = directionAtEnd(wall, end);
  const [ox, oy] = end === 'start' ? [0 - ux, 0 - uy] : [ux, uy];
  return { wall, ...wall[end], ox, oy, drawn: drawnEnd(wall, end) };
}

/** Largest distance at which the ends of two walls can touch, mm. */
function maxGap(a: PreparedWall, b: PreparedWall): number {
  return a.half + b.half;
}

/**
 * Intersection of the axes of two walls whose ends make a corner, mm; null if they make none. Ends make a corner if
 * each is in the extended strip of the other wall and both axes are extended or shortened by at most the mean
 * thickness. Ends that only touch meet halfway.
 */
function cornerOf(a: Outwards, b: Outwards): Point2 | null {
  if (a.wall.line !== 0 || b.wall.line !== 0) {
    const [x, y] = [b.drawn.x - a.drawn.x, b.drawn.y - a.drawn.y];
    // Walls drawn to one point meet there, although their axes are offset.
    if (x * x + y * y <= TOUCH_MM * TOUCH_MM) return { x: a.drawn.x + x / 2, y: a.drawn.y + y / 2 };
  }
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const apart = Math.sqrt(dx * dx + dy * dy);
  const cross = a.ox * b.oy - a.oy * b.ox;
  const most = maxGap(a.wall, b.wall) + ROUND_OFF_MM;
  if (Math.abs(cross) >= SHARPEST_TEE && apart <= most) {
    const alongA = (dx * b.oy - dy * b.ox) / cross;
    const alongB = (dx * a.oy - dy * a.ox) / cross;
    const short =
      Math.abs(dx * a.oy - dy * a.ox) <= a.wall.half + ROUND_OFF_MM &&
      Math.abs(dx * b.oy - dy * b.ox) <= b.wall.half + ROUND_OFF_MM &&
      Math.abs(alongA) <= most &&
      Math.abs(alongB) <= most &&
      keepsFacet(a.wall, alongA) &&
      keepsFacet(b.wall, alongB);
    if (short) return { x: a.x + a.ox * alongA, y: a.y + a.oy * alongA };
  }
  return apart <= TOUCH_MM + ROUND_OFF_MM ? { x: a.x + dx / 2, y: a.y + dy / 2 } : null;
}

/** Whether a change of length affects only the outermost facet of an arc; always true for a straight wall. */
function keepsFacet({ chain, length }: PreparedWall, along: number): boolean {
  return chain === null || along >= (0 - length) / chain.units.length / 2;
}

function joins({ wall }: PreparedWall): boolean {
  return wall.join !== 'none';
}

/** Whether an end of one wall makes a corner with an end of the other without sharing its point. */
export function endsNearly(a: PreparedWall, b: PreparedWall): boolean {
  return endNearly(a, 'start', b) || endNearly(a, 'end', b);
}

/** `endsNearly` for one end of the first wall. */
export function endNearly(a: PreparedWall, end: WallEnd, b: PreparedWall): boolean {
  if (!joins(a) || !joins(b) || !shareHeight(a, b)) return false;
  const from = outwards(a, end === 'start' ? 0 : 1);
  const most = maxGap(a, b) + TOUCH_MM;
  return [0, 1].some((number) => {
    const to = outwards(b, number);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const same = to.drawn.x === from.drawn.x && to.drawn.y === from.drawn.y;
    const near = isWithin(dx, dy, most) && !same;
    return near && cornerOf(from, to) !== null;
  });
}

type Plan = {
  readonly walls: readonly PreparedWall[];
  readonly nodes: WallNodes;
  readonly grid: WallGrid;
};

/** Two nodes whose ends make a corner, and the intersection of the axes. */
type Pair = { readonly one: number; readonly other: number; readonly corner: Point2 };

/** Pairs in discovery order, keyed by their two nodes. */
type PairList = Map<number, Pair>;

/**
 * The nodes after merging those whose ends make a corner without sharing a point; the same object if there are none.
 */
export function withNearEnds(plan: Plan): WallNodes {
  const pairs = nearPairs(plan);
  if (pairs.length === 0) return plan.nodes;
  const { nodes } = plan;
  const groups = groupsOf(pairs).filter((group) => isCorner(plan, group));
  return groups.length === 0 ? nodes : mergeNodes(plan, groups);
}

function endsAt({ first, ends }: WallNodes, node: number): readonly number[] {
  return ends.slice(intAt(first, node), intAt(first, node + 1));
}

function nearPairs(plan: Plan): readonly Pair[] {
  const { walls, nodes, grid } = plan;
  const pairs: PairList = new Map();
  for (let node = 0; node < nodes.points.length; node++) {
    const { x, y } = at(nodes.points, node);
    const to = intAt(nodes.first, node + 1);
    let half = 0;
    for (let i = intAt(nodes.first, node); i < to; i++) {
      const wall = at(walls, intAt(nodes.ends, i) >> 1);
      half = Math.max(half, wall.half + Math.abs(wall.line));
    }
    grid.eachNear(x, y, half + TOUCH_MM, (near) => {
      const most = half + near.half + TOUCH_MM;
      const { start, end, index } = near;
      if (isWithin(start.x - x, start.y - y, most)) {
        addPairs(plan, { node, other: 2 * index }, pairs);
      }
      if (isWithin(end.x - x, end.y - y, most)) {
        addPairs(plan, { node, other: 2 * index + 1 }, pairs);
      }
    });
  }
  return [...pairs.values()];
}

/**
 * Adds the pair of a node and the node of a nearby end if one of its ends makes a corner with that end; the first
 * such end counts.
 */
function addPairs(
  plan: Plan,
  { node, other }: { readonly node: number; readonly other: number },
  pairs: PairList,
): void {
  const { walls, nodes } = plan;
  const to = intAt(nodes.nodeOf, other);
  const b = at(walls, other >> 1);
  const key = node * nodes.points.length + to;
  if (node >= to || !joins(b) || pairs.has(key)) return;
  for (const end of endsAt(nodes, node)) {
    const a = at(walls, end >> 1);
    if (!joins(a) || !shareHeight(a, b)) continue;
    const corner = cornerOf(outwards(a, end), outwards(b, other));
    if (corner !== null && mayJoin(plan, node, to)) {
      pairs.set(key, { one: node, other: to, corner });
      return;
    }
  }
}

/** Whether all walls of two nodes are close enough to be in each other's candidates. */
function mayJoin({ walls, nodes }: Plan, one: number, other: number): boolean {
  const [a, b] = [at(nodes.points, one), at(nodes.points, other)];
  const [dx, dy] = [a.x - b.x, a.y - b.y];
  const thinnest = (node: number): number =>
    Math.min(...wallsAt(nodes, node, walls).map(({ half }) => half));
  const most = thinnest(one) + thinnest(other) + ROUND_OFF_MM;
  return dx * dx + dy * dy <= most * most;
}

/** The walls that end at a node and take part in joining. */
function wallsAt(
  nodes: WallNodes,
  node: number,
  walls: readonly PreparedWall[],
): readonly PreparedWall[] {
  return endsAt(nodes, node)
    .map((end) => at(walls, end >> 1))
    .filter(joins);
}

function isOnePoint({ positions }: WallNodes, members: readonly number[]): boolean {
  const { x, y } = at(positions, at(members, 0));
  return members.every((node) => {
    const other = at(positions, node);
    return Math.abs(other.x - x) <= ROTATED_POINT_UM && Math.abs(other.y - y) <= ROTATED_POINT_UM;
  });
}

/**
 * Whether the nodes of a group are merged: no wall has both ends there, and none stops at the side of a wall that does
 * not end there. If one of only two walls passes the other by more than rounding, they remain a tee, unless one is an
 * arc, whose faces deviate from the line of its end.
 */
function isCorner({ walls, nodes, grid }: Plan, { members }: Group): boolean {
  const ends = members.flatMap((node) => endsAt(nodes, node));
  const own = new Set(ends.map((end) => at(walls, end >> 1)));
  if (own.size < ends.length) return false;
  const isAny = ends.length > 2 || isOnePoint(nodes, members);
  return members.every((node) => {
    const [position, point] = [at(nodes.positions, node), at(nodes.points, node)];
    const stems = { position, point, walls: wallsAt(nodes, node, walls) };
    const host = hostOf(stems, grid.around(point), walls);
    return host === null || (own.has(host) && (isAny || host.chain !== null));
  });
}

type Group = { readonly members: readonly number[]; readonly corners: readonly Point2[] };

/** Connected components of the pairs, each ascending. */
function groupsOf(pairs: readonly Pair[]): readonly Group[] {
  const groups: { members: Set<number>; corners: Point2[] }[] = [];
  for (const { one, other, corner } of pairs) {
    const [known, second] = groups.filter(({ members }) => members.has(one) || members.has(other));
    if (known === undefined) {
      groups.push({ members: new Set([one, other]), corners: [corner] });
      continue;
    }
    for (const node of [one, other, ...(second?.members ?? [])]) known.members.add(node);
    known.corners.push(corner, ...(second?.corners ?? []));
    if (second !== undefined) groups.splice(groups.indexOf(second), 1);
  }
  return groups.map(({ members, corners }) => ({
    members: [...members].toSorted((a, b) => a - b),
    corners,
  }));
}

/**
 * Position of a group: its node with the most wall ends if that is unique, else the mean of the corners; integer
 * micrometres.
 */
function placeOf(nodes: WallNodes, { members, corners }: Group): Point2 {
  const counts = members.map((node) => endsAt(nodes, node).length);
  const most = Math.max(...counts);
  const strongest = members.filter((_, i) => counts[i] === most);
  const [only] = strongest;
  if (strongest.length === 1 && only !== undefined) return at(nodes.positions, only);
  const middle = (coordinate: (point: Point2) => number): number =>
    micrometres(
      Float64Array.from(corners, coordinate)
        .toSorted()
        .reduce((a, b) => a + b, 0) / corners.length,
    );
  return { x: middle(({ x }) => x), y: middle(({ y }) => y) };
}

/**
 * The nodes with each group moved to its position under the number of its first member; the other members keep no
 * ends.
 */
function mergeNodes({ walls, nodes }: Plan, groups: readonly Group[]): WallNodes {
  const positions = nodes.positions.slice();
  const points = nodes.points.slice();
  const nodeOf = nodes.nodeOf.slice();
  const moved = new Map<number, Point2>();
  for (const group of groups) {
    const number = at(group.members, 0);
    const place = placeOf(nodes, group);
    const point = { x: place.x / 1000, y: place.y / 1000 };
    for (const end of group.members.flatMap((node) => endsAt(nodes, node))) {
      const wall = at(walls, end >> 1);
      nodeOf[end] = number;
      if (joins(wall)) moved.set(end, footOn(wall, point, end));
    }
    positions[number] = place;
    points[number] = point;
  }
  const { first, members: ends } = groupIndices(nodeOf, positions.length);
  return { positions, points, nodeOf, first, ends, moved };
}

/** Projection of a point on a wall's extended axis, for an arc on the tangent at its end; mm. */
function footOn(wall: PreparedWall, { x, y }: Point2, end: number): Point2 {
  if (wall.chain !== null) {
    const { x: fromX, y: fromY, ox, oy } = outwards(wall, end);
    const along = (x - fromX) * ox + (y - fromY) * oy;
    return { x: fromX + ox * along, y: fromY + oy * along };
  }
  const { start, ux, uy } = wall;
  const along = (x - start.x) * ux + (y - start.y) * uy;
  return { x: start.x + ux * along, y: start.y + uy * along };
}

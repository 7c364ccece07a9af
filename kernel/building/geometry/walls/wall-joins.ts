/** @module wall joins: computes the footprints of joined walls, which never overlap at a joint. */

import { compareText, inOrder } from '../in-order.ts';
import { at, filled, intAt } from '../indexed.ts';
import type { CornerList } from '../plan/corner-list.ts';
import {
  createCornerList,
  fillCorners,
  isCounterClockwise,
  isSimple,
  ringOf,
} from '../plan/corner-list.ts';
import type { Ring } from '../plan/polygon.ts';
import { onGrid, orientation, type Point2, samePoint } from '../vector.ts';
import { bendsOnFace, BOTH_SIDES } from './arcs/chain.ts';
import { putButts } from './butt-nodes.ts';
import { compareDirections, fromEnd, type HalfEdge } from './half-edge.ts';
import { endsNearly, withNearEnds } from './near-ends.ts';
import type { EndShape, EndShapes, JoinKind } from './node-corners.ts';
import { freeEnd, nodeShapes } from './node-corners.ts';
import { pinnedOutline } from './pins/pinned-ends.ts';
import { type FarEnds, shapesWithLegs } from './short-legs.ts';
import { teeShapes } from './tee-corners.ts';
import type { PreparedWall, StraightWall, WallEnd } from './wall-contacts.ts';
import {
  endNumber,
  prepareWall,
  prepareWalls,
  reachesMeet,
  shareHeight,
  WALL_ENDS,
} from './wall-contacts.ts';
import { createWallGrid, type WallGrid } from './wall-grid.ts';
import { hostOf, landingDistance, sideOfEdge } from './wall-hosts.ts';
import { nodesOf, type WallNodes } from './wall-nodes.ts';

/** Corners of a wall end, mm, left and right seen from the wall's start towards its end. */
export type EndCorners = {
  readonly left: Point2;
  readonly right: Point2;
};

/** The joint at one end of a wall; `with` are the ids of the neighbours, sorted. */
export type WallJoin = {
  readonly end: WallEnd;
  readonly with: readonly string[];
  readonly kind: JoinKind;
};

/** Plan outline of a joined wall; all points on the 0.001 mm grid. */
export type WallOutline = {
  /** Counter-clockwise, mm. */
  readonly ring: Ring;
  readonly startCorners: EndCorners;
  readonly endCorners: EndCorners;
  readonly joins: readonly WallJoin[];
};

/** The outline of a wall between two heights, mm above the reference of `StraightWall`. */
export type HeightBand = WallOutline & { readonly low: number; readonly high: number };

/** The outline of a wall among all walls with which it shares a height. */
export type WallFootprint = WallOutline & {
  /**
   * The outlines over parts of its height, from below, if they differ from that outline, because walls of other heights
   * meet it (see `withBands`).
   */
  readonly bands?: readonly HeightBand[];
};

/**
 * Footprints of walls by id; an arc has one corner on each face for every facet corner.
 *
 * Ends at the same grid point, or that make a corner (see `withNearEnds`), are joined:
 * - `miter`: the faces of adjacent walls meet in one corner
 * - `step`: nearly straight walls of unequal thickness end on a shared ray
 * - `bevel`: sharp outer spikes are cut off
 * - `butt`: one wall runs through and the other stops, if one is marked so or is infill next to the other
 * - `tee`: an end on the side of another wall (see `landingDistance`) is cut at its near face; that wall stays whole
 *
 * An end that is pinned has the given outline and the joint `pinned`; its neighbours are as if it were not pinned.
 * A wall with `join: 'none'` ends square and is ignored by the ends of others. Walls that cross without ending on
 * each other keep their full outlines and overlap; so do walls in the same direction, and walls shorter than the
 * joint at their end. Walls without a common height are not joined. The result does not depend on the input order.
 * Throws `RangeError` for a wall without length or thickness and for repeated ids.
 */
export function solveJoins(walls: Iterable<StraightWall>): ReadonlyMap<string, WallFootprint> {
  const prepared = prepareWalls(walls);
  return solve(prepared, prepared);
}

/**
 * Footprints of the walls `ids` only, bit-identical to those of `solveJoins` over all walls if `candidates` contains
 * the `joinCandidates` of each of them.
 */
export function solveJoinsFor(
  ids: Iterable<string>,
  candidates: Iterable<StraightWall>,
): ReadonlyMap<string, WallFootprint> {
  const prepared = prepareWalls(candidates);
  const wanted = new Set(ids);
  return solve(
    prepared.filter((wall) => wanted.has(wall.id)),
    prepared,
  );
}

/**
 * Sorted ids of the walls among `walls` whose footprint may change if `changed` appear, disappear or move: pass both
 * their old and new versions. Includes the changed walls that are present.
 */
export function affectedWalls(
  changed: readonly StraightWall[],
  walls: Iterable<StraightWall>,
): readonly string[] {
  const moved = byLeftEdge(changed.map((wall) => prepareWall(wall)));
  const ids = new Set(changed.map(({ id }) => id));
  const all = prepareWalls(walls);
  const reached = all.filter(
    (wall) => ids.has(wall.id) || meetsAny(moved, wall, (other) => touches(wall, other)),
  );
  // Merged ends and corners longer than a wall propagate changes through the walls between them.
  const remaining = new Set(all);
  for (const wall of reached) remaining.delete(wall);
  for (const wall of reached) {
    if (remaining.size === 0) break;
    const far = all.some((other) => other !== wall && endsNearly(wall, other));
    if (!far && wall.length > SHORT_MM) continue;
    for (const other of remaining) {
      if (!touches(wall, other)) continue;
      remaining.delete(other);
      reached.push(other);
    }
  }
  return reached.map(({ id }) => id).toSorted(compareText);
}

/** Walls sorted by left edge; `furthest[i]` is the greatest right edge of the walls up to i. */
type FromLeft = { readonly walls: readonly PreparedWall[]; readonly furthest: readonly number[] };

function byLeftEdge(list: readonly PreparedWall[]): FromLeft {
  const walls = list.toSorted((a, b) => a.minX - b.minX);
  let right = -Infinity;
  return { walls, furthest: walls.map(({ maxX }) => (right = Math.max(right, maxX))) };
}

/** Whether the reach of a wall intersects one of the walls that satisfies the predicate. */
function meetsAny(
  { walls, furthest }: FromLeft,
  wall: PreparedWall,
  matches: (other: PreparedWall) => boolean,
): boolean {
  let [low, high] = [0, walls.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(walls, middle).minX <= wall.maxX) low = middle + 1;
    else high = middle;
  }
  for (let i = low - 1; i >= 0 && intAt(furthest, i) >= wall.minX; i--) {
    const other = at(walls, i);
    if (reachesMeet(wall, other) && matches(other)) return true;
  }
  return false;
}

/** Wall length above which corners of walls of ordinary thickness and angle fit, mm. */
const SHORT_MM = 1000;

function touches(a: PreparedWall, b: PreparedWall): boolean {
  if (!shareHeight(a, b)) return false;
  return (
    samePoint(a.drawnA, b.drawnA) ||
    samePoint(a.drawnA, b.drawnB) ||
    samePoint(a.drawnB, b.drawnA) ||
    samePoint(a.drawnB, b.drawnB) ||
    landingDistance(a.drawnA, b) !== null ||
    landingDistance(a.drawnB, b) !== null ||
    landingDistance(b.drawnA, a) !== null ||
    landingDistance(b.drawnB, a) !== null ||
    endsNearly(a, b)
  );
}

/** A plan whose nodes are solved on demand. */
type Joining = {
  readonly walls: readonly PreparedWall[];
  readonly nodes: WallNodes;
  readonly grid: WallGrid;
  /** Shapes by `endNumber`. */
  readonly shapes: EndShapes;
  /** 1 for each solved node. */
  readonly done: number[];
  /** Meetings by node, cached: short legs of neighbours query them repeatedly. */
  readonly meetings: (Meeting | null)[];
};

function solve(
  wanted: readonly PreparedWall[],
  walls: readonly PreparedWall[],
): ReadonlyMap<string, WallFootprint> {
  const grid = createWallGrid(walls);
  const nodes = withNearEnds({ walls, nodes: nodesOf(walls), grid });
  const joining: Joining = {
    walls,
    nodes,
    grid,
    shapes: filled<EndShape | null>(2 * walls.length, null),
    done: filled(nodes.points.length, 0),
    meetings: filled<Meeting | null>(nodes.points.length, null),
  };
  const corners = createCornerList();
  const footprints = new Map<string, WallFootprint>();
  for (let i = 0; i < wanted.length; i++) {
    const wall = at(wanted, i);
    shapeOf(joining, wall, 'end');
    const start = shapeOf(joining, wall, 'start');
    // A short wall may get the shapes of both ends from one of them.
    const end = shapeOf(joining, wall, 'end');
    const solved = footprint(wall, { start, end }, corners);
    footprints.set(wall.id, withPins(joining, wall, solved, corners));
  }
  return footprints;
}

/** The footprint with the pinned ends of the wall, if it has any and they form a simple outline. */
function withPins(
  joining: Joining,
  wall: PreparedWall,
  solved: WallFootprint,
  corners: CornerList,
): WallFootprint {
  const { start = null, end = null } = wall.wall.pins ?? {};
  if (start === null && end === null) return solved;
  const outline = pinnedOutline(wall, solved, corners);
  if (outline === null) return solved;
  const { ring, startCorners, endCorners } = outline;
  const joins = WALL_ENDS.flatMap((name): readonly WallJoin[] =>
    (name === 'start' ? start : end) === null
      ? solved.joins.filter((join) => join.end === name)
      : [{ end: name, with: metAt(joining, wall, name), kind: 'pinned' }],
  );
  return {
    ring,
    startCorners: {
      left: cornerOf(ring, startCorners.left),
      right: cornerOf(ring, startCorners.right),
    },
    endCorners: { left: cornerOf(ring, endCorners.left), right: cornerOf(ring, endCorners.right) },
    joins,
  };
}

/** Ids of all walls that end at the node of an end, and of the wall on whose side it lies; sorted, without its own. */
function metAt(joining: Joining, wall: PreparedWall, end: WallEnd): readonly string[] {
  const { walls, nodes, grid } = joining;
  const node = intAt(nodes.nodeOf, endNumber(wall, end));
  const ended: PreparedWall[] = [];
  for (let i = intAt(nodes.first, node); i < intAt(nodes.first, node + 1); i++) {
    ended.push(at(walls, intAt(nodes.ends, i) >> 1));
  }
  const point = at(nodes.points, node);
  const position = at(nodes.positions, node);
  const host = hostOf({ position, point, walls: ended }, grid.around(point), walls);
  const ids = new Set([...ended, ...(host === null ? [] : [host])].map(({ id }) => id));
  ids.delete(wall.id);
  return [...ids].toSorted(compareText);
}

function shapeOf(joining: Joining, wall: PreparedWall, end: WallEnd): EndShape {
  const number = endNumber(wall, end);
  const node = intAt(joining.nodes.nodeOf, number);
  if (joining.done[node] === 0) {
    joining.done[node] = 1;
    solveNode(joining, node);
  }
  return joining.shapes[number] ?? freeEnd(fromEnd(wall, number));
}

/** Sets the shapes of all ends at a node that take part in joining. */
function solveNode(joining: Joining, node: number): void {
  const { nodes, shapes } = joining;
  const { edges, host } = meetingAt(joining, node);
  if (edges.length === 0) return;
  const point = at(nodes.points, node);
  if (host === null) {
    // A free end whose wall was cut at its other node already has its shape from there.
    const known = edges.length === 1 && shapes[at(edges, 0).index] !== null;
    if (edges.length > 2 && putButts(point, edges, shapes)) return;
    if (!known && !nodeShapes(point, edges, shapes)) {
      shapesWithLegs(point, edges, shapes, farEnds(joining));
    }
    return;
  }
  for (const side of BOTH_SIDES) {
    const group = edges.filter((edge) => sideOfFarEnd(host, point, edge) === side);
    teeShapes(point, group, { host, side }, shapes);
  }
}

type Meeting = {
  /** Half-edges that take part in joining, in order of direction. */
  readonly edges: readonly HalfEdge[];
  readonly host: PreparedWall | null;
};

function meetingAt(joining: Joining, node: number): Meeting {
  const known = joining.meetings[node] ?? null;
  if (known !== null) return known;
  const meeting = findMeeting(joining, node);
  joining.meetings[node] = meeting;
  return meeting;
}

/** The walls that end at a node, and the wall at whose side they stop. */
function findMeeting({ walls, nodes, grid }: Joining, node: number): Meeting {
  const edges: HalfEdge[] = [];
  const stems: PreparedWall[] = [];
  const to = intAt(nodes.first, node + 1);
  for (let i = intAt(nodes.first, node); i < to; i++) {
    const number = intAt(nodes.ends, i);
    const wall = at(walls, number >> 1);
    if (wall.wall.join !== 'none') {
      edges.push(fromEnd(wall, number, nodes.moved.get(number)));
      stems.push(wall);
    }
  }
  if (edges.length === 0) return { edges, host: null };
  const point = at(nodes.points, node);
  const position = at(nodes.positions, node);
  return {
    edges: inOrder(edges, compareDirections),
    host: hostOf({ position, point, walls: stems }, grid.around(point), walls),
  };
}

function farEnds(joining: Joining): FarEnds {
  const { nodes } = joining;
  return {
    edgesAt: ({ index }) => {
      const { edges, host } = meetingAt(joining, intAt(nodes.nodeOf, index ^ 1));
      return host === null ? edges : null;
    },
    backFrom: ({ wall, index }) => fromEnd(wall, index ^ 1, nodes.moved.get(index ^ 1)),
  };
}

/** Side (1 left, -1 right, 0 collinear) of the host on which the other end of a wall is; exact. */
function sideOfFarEnd(host: PreparedWall, node: Point2, edge: HalfEdge): number {
  const { wall, index, bend } = edge;
  // The far end of an arc, or of a wall on an arc, may be on the other side.
  if (host.chain !== null || bend !== null) return sideOfEdge(host, node, edge);
  return orientation(host.a, host.b, (index & 1) === 0 ? wall.b : wall.a);
}

type BothEnds = { readonly start: EndShape; readonly end: EndShape };

function footprint(wall: PreparedWall, ends: BothEnds, corners: CornerList): WallFootprint {
  const whole = ends.start.outline ?? ends.end.outline;
  if (whole === null) fillOutline(wall, ends, corners);
  else fillCorners(corners, whole);
  const { start, end } = isSound(corners) ? ends : plainerEnds(wall, ends, corners);
  const ring = ringOf(corners);
  return {
    ring,
    startCorners: { left: cornerOf(ring, start.left), right: cornerOf(ring, start.right) },
    endCorners: { left: cornerOf(ring, end.right), right: cornerOf(ring, end.left) },
    joins: joinsOf('start', start).concat(joinsOf('end', end)),
  };
}

/** The point on the grid; the ring's own object if it has that corner, so that it is stored once. */
function cornerOf(ring: Ring, point: Point2): Point2 {
  const x = onGrid(point.x);
  const y = onGrid(point.y);
  for (let i = 0; i < ring.length; i++) {
    const corner = at(ring, i);
    if (corner.x === x && corner.y === y) return corner;
  }
  return { x, y };
}

function isSound(corners: CornerList): boolean {
  return corners.convex || (isSimple(corners) && isCounterClockwise(corners));
}

/**
 * Simpler ends for an outline that is not simple, and that outline: ends without points between their corners, else
 * square ends. If simplifying either end alone suffices, both are simplified, so that the result does not depend on
 * which end is the start.
 */
function plainerEnds(wall: PreparedWall, ends: BothEnds, corners: CornerList): BothEnds {
  const square = {
    start: freeEnd(fromEnd(wall, endNumber(wall, 'start'))),
    end: freeEnd(fromEnd(wall, endNumber(wall, 'end'))),
  };
  const isWhole = (ends.start.outline ?? ends.end.outline) !== null;
  const plain = { start: withoutBetween(ends.start), end: withoutBetween(ends.end) };
  for (const other of isWhole ? [] : [plain, square]) {
    const sound = [
      { ...ends, start: other.start },
      { ...ends, end: other.end },
    ].filter((one) => {
      fillOutline(wall, one, corners);
      return isSound(corners);
    });
    const [only = other] = sound.length === 1 ? sound : [];
    fillOutline(wall, only, corners);
    if (isSound(corners)) return only;
  }
  fillOutline(wall, square, corners);
  return square;
}

function withoutBetween(shape: EndShape): EndShape {
  return { ...shape, between: [] };
}

/**
 * Fills the outline: right face forwards, around the end, left face backwards, around the start; drops collinear
 * corners.
 */
function fillOutline(wall: PreparedWall, { start, end }: BothEnds, corners: CornerList): void {
  const points = [start.right, ...bendsOnFace(wall.chain, -1, [start.right, end.left]), end.left];
  for (let i = 0; i < end.between.length; i++) {
    points.push(at(end.between, i));
  }
  points.push(
    end.right,
    ...bendsOnFace(wall.chain, 1, [start.left, end.right]).toReversed(),
    start.left,
  );
  for (let i = 0; i < start.between.length; i++) {
    points.push(at(start.between, i));
  }
  fillCorners(corners, points);
}

/** The joints of one end by kind, each with its neighbours sorted by id. */
function joinsOf(end: WallEnd, shape: EndShape): readonly WallJoin[] {
  const { host, next, nextKind, before, beforeKind } = shape;
  if (host === null && next === null) return [{ end, with: [], kind: 'none' }];
  // The usual case, without a map: one neighbour, or two that meet in the same way.
  if (host === null && next !== null && (before === null || beforeKind === nextKind)) {
    const ids = before === null || before === next ? [next] : [next, before];
    return [{ end, with: ids.toSorted(compareText), kind: nextKind }];
  }
  const byKind = new Map<JoinKind, Set<string>>();
  const add = (id: string | null, kind: JoinKind): void => {
    if (id !== null) byKind.set(kind, (byKind.get(kind) ?? new Set()).add(id));
  };
  add(host, 'tee');
  add(next, nextKind);
  add(before, beforeKind);
  return [...byKind]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([kind, ids]) => ({ end, with: [...ids].toSorted(compareText), kind }));
}

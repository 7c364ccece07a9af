/** @module wall footprints: how walls end where they meet, computed so that they never overlap there. */

import { insertAt } from './in-order.ts';
import { at, cyclic } from './indexed.ts';
import type { EndShape, HalfEdge, JoinKind } from './node-corners.ts';
import { compareDirections, freeEnd, nodeShapes } from './node-corners.ts';
import type { Ring } from './polygon.ts';
import { cornersInMicrometres, isSimpleRing, signedArea } from './polygon.ts';
import { teeShapes } from './tee-corners.ts';
import type { Point2 } from './vector.ts';
import { orientation, planBoxIntersects, pointOnGrid } from './vector.ts';
import type { NearWalls, PreparedWall, StraightWall, WallEnd, WallNode } from './wall-contacts.ts';
import {
  halfEdgeOf,
  hostOf,
  landingDistance,
  nodesOf,
  prepareWall,
  prepareWalls,
  sideOfHost,
} from './wall-contacts.ts';
import { createWallGrid } from './wall-grid.ts';

/** Corners of one wall end, mm, left and right as seen from the wall's start towards its end. */
export type EndCorners = {
  readonly left: Point2;
  readonly right: Point2;
};

/** What happens at one end of a wall; `with` are the ids of the neighbours, sorted. */
export type WallJoin = {
  readonly end: WallEnd;
  readonly with: readonly string[];
  readonly kind: JoinKind;
};

/** Plan outline of a wall after joining; all points on the 0.001 mm grid. */
export type WallFootprint = {
  /** Counter-clockwise, mm. */
  readonly ring: Ring;
  readonly startCorners: EndCorners;
  readonly endCorners: EndCorners;
  readonly joins: readonly WallJoin[];
};

/**
 * Footprints of straight walls by id.
 *
 * Ends on exactly the same grid point are joined: the faces of angular neighbours meet in one corner
 * (`miter`), nearly straight ones of unequal thickness on a shared ray (`step`), sharp outer spikes are
 * cut (`bevel`), two walls of which one asks for it as a running and a stopping one (`butt`). An end
 * that lands on the side of another wall (see `landingDistance`) is cut at the near face of that wall,
 * which itself stays whole (`tee`). A wall with `join: 'none'` ends square and nobody reckons with its
 * ends. Walls that cross without ending on each other keep their full outlines and overlap; so do walls
 * in the same direction, and walls shorter than the joint at their end. Nothing depends on the order
 * of the input. Throws `RangeError` for a wall without length or thickness and for repeated ids.
 */
export function solveJoins(walls: Iterable<StraightWall>): ReadonlyMap<string, WallFootprint> {
  const prepared = prepareWalls(walls);
  return solve(prepared, prepared);
}

/**
 * Footprints of the walls `ids` only, bit for bit those of `solveJoins` over all walls, provided that
 * `candidates` holds these walls and every wall whose `wallReach` meets one of theirs.
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
 * Ids (sorted) of the walls among `walls` whose footprint may change when `changed` appear, disappear
 * or move: pass their old and new versions both. The changed ones themselves are included if present.
 */
export function affectedWalls(
  changed: readonly StraightWall[],
  walls: Iterable<StraightWall>,
): readonly string[] {
  const moved = changed.map((wall) => prepareWall(wall));
  return prepareWalls(walls)
    .filter((wall) =>
      moved.some(
        (other) =>
          other.id === wall.id ||
          (planBoxIntersects(wall.reach, other.reach) && touches(wall, other)),
      ),
    )
    .map((wall) => wall.id);
}

function touches(a: PreparedWall, b: PreparedWall): boolean {
  return (
    samePoint(a.a, b.a) ||
    samePoint(a.a, b.b) ||
    samePoint(a.b, b.a) ||
    samePoint(a.b, b.b) ||
    landingDistance(a.a, b) !== null ||
    landingDistance(a.b, b) !== null ||
    landingDistance(b.a, a) !== null ||
    landingDistance(b.b, a) !== null
  );
}

function samePoint(a: Point2, b: Point2): boolean {
  return a.x === b.x && a.y === b.y;
}

function solve(
  wanted: readonly PreparedWall[],
  all: readonly PreparedWall[],
): ReadonlyMap<string, WallFootprint> {
  const { nodes, nodeOf } = nodesOf(all);
  const grid = createWallGrid(all);
  const shapes: (EndShape | undefined)[] = Array.from({ length: 2 * all.length });
  const done = new Uint8Array(nodes.length);
  const shapeAt = (wall: PreparedWall, end: WallEnd): EndShape => {
    const slot = slotOf(wall, end);
    const node = at(nodeOf, slot);
    if (done[node] === 0) {
      done[node] = 1;
      const { point } = at(nodes, node);
      solveNode(at(nodes, node), { near: grid.around(point), walls: all }, shapes);
    }
    return shapes[slot] ?? freeEnd(halfEdgeOf(wall, end));
  };
  const footprints = new Map<string, WallFootprint>();
  for (const wall of wanted) {
    footprints.set(wall.id, footprint(wall, shapeAt(wall, 'start'), shapeAt(wall, 'end')));
  }
  return footprints;
}

function slotOf(wall: PreparedWall, end: WallEnd): number {
  return 2 * wall.index + (end === 'start' ? 0 : 1);
}

/** Fills in the shapes of all ends at a node that take part in joining. */
function solveNode(
  node: WallNode,
  { near, walls }: { readonly near: NearWalls; readonly walls: readonly PreparedWall[] },
  shapes: (EndShape | undefined)[],
): void {
  const taking = node.ends.filter(({ wall }) => wall.wall.join !== 'none');
  if (taking.length === 0) {
    return;
  }
  const host = hostOf({ at: node.at, point: node.point, ends: taking }, near, walls);
  for (const side of host === null ? NO_SIDE : BOTH_SIDES) {
    const group = taking.filter(
      ({ wall, end }) => host === null || sideOfHost(host, wall, end) === side,
    );
    const slots: number[] = [];
    const edges: HalfEdge[] = [];
    for (const { wall, end } of group) {
      const edge = halfEdgeOf(wall, end);
      // Insertion: hardly ever are there more than four, and none is equal to another.
      let place = edges.length;
      while (place > 0 && compareDirections(at(edges, place - 1), edge) > 0) {
        place -= 1;
      }
      insertAt(edges, place, edge);
      insertAt(slots, place, slotOf(wall, end));
    }
    const found =
      host === null ? nodeShapes(node.point, edges) : teeShapes(node.point, edges, host, side);
    for (let i = 0; i < slots.length; i++) {
      shapes[at(slots, i)] = found[i];
    }
  }
}

const NO_SIDE = [0] as const;
const BOTH_SIDES = [1, -1] as const;

function footprint(wall: PreparedWall, start: EndShape, end: EndShape): WallFootprint {
  const exact = outline(start, end);
  if (!isSound(exact)) {
    return squareFootprint(wall);
  }
  return {
    ring: inMillimetres(exact),
    startCorners: cornersOf(start.left, start.right),
    endCorners: cornersOf(end.right, end.left),
    joins: [...joinsOf('start', start), ...joinsOf('end', end)],
  };
}

/** Outline when the joints would turn the wall inside out, because it is shorter than they are wide. */
function squareFootprint(wall: PreparedWall): WallFootprint {
  const start = freeEnd(halfEdgeOf(wall, 'start'));
  const end = freeEnd(halfEdgeOf(wall, 'end'));
  return {
    ring: inMillimetres(outline(start, end)),
    startCorners: cornersOf(start.left, start.right),
    endCorners: cornersOf(end.right, end.left),
    joins: [...joinsOf('start', start), ...joinsOf('end', end)],
  };
}

function cornersOf(left: Point2, right: Point2): EndCorners {
  return { left: pointOnGrid(left), right: pointOnGrid(right) };
}

function joinsOf(end: WallEnd, shape: EndShape): readonly WallJoin[] {
  if (shape.joins.length === 0) {
    return [{ end, with: [], kind: 'none' }];
  }
  const [first, second] = shape.joins;
  if (first !== undefined && (second === undefined || sameJoin(first, second, shape))) {
    return [{ end, with: [first.with], kind: first.kind }];
  }
  if (first !== undefined && second !== undefined && shape.joins.length === 2) {
    return joinsOfTwo(end, first, second);
  }
  const kinds = [...new Set(shape.joins.map((join) => join.kind))].toSorted(compareText);
  return kinds.map((kind) => {
    const ids = shape.joins.filter((join) => join.kind === kind).map((join) => join.with);
    return { end, with: [...new Set(ids)].toSorted(compareText), kind };
  });
}

type Meeting = EndShape['joins'][number];

/** Two different meetings: by kind when the kinds differ, else one join with both ids. */
function joinsOfTwo(end: WallEnd, first: Meeting, second: Meeting): readonly WallJoin[] {
  if (first.kind === second.kind) {
    const ids = first.with < second.with ? [first.with, second.with] : [second.with, first.with];
    return [{ end, with: ids, kind: first.kind }];
  }
  const one: WallJoin = { end, with: [first.with], kind: first.kind };
  const other: WallJoin = { end, with: [second.with], kind: second.kind };
  return first.kind < second.kind ? [one, other] : [other, one];
}

function sameJoin(first: Meeting, second: Meeting, { joins }: EndShape): boolean {
  return joins.length === 2 && first.with === second.with && first.kind === second.kind;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function inMillimetres(exact: Ring): Ring {
  return exact.map(({ x, y }) => ({ x: x / 1000, y: y / 1000 }));
}

/** Right face forwards, round the end, left face backwards, round the start; flat corners dropped. In micrometres. */
function outline(start: EndShape, end: EndShape): Ring {
  return cornersInMicrometres([
    start.right,
    end.left,
    ...end.between,
    end.right,
    start.left,
    ...start.between,
  ]);
}

/** Whether the outline in micrometres is simple and counter-clockwise: else the wall is inside out. */
function isSound(exact: Ring): boolean {
  return (exact.length === 4 && isConvex(exact)) || (isSimpleRing(exact) && signedArea(exact) > 0);
}

function isConvex(ring: Ring): boolean {
  let [before, point] = [cyclic(ring, -2), cyclic(ring, -1)];
  for (const after of ring) {
    if (orientation(before, point, after) <= 0) {
      return false;
    }
    before = point;
    point = after;
  }
  return true;
}

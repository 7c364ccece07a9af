/** @module rooms: the spaces enclosed by walls, measured between their inner faces. */

import { compareText } from '../in-order.ts';
import { at, cyclic, filled, intAt } from '../indexed.ts';
import type { CornerList } from '../plan/corner-list.ts';
import { createCornerList, fillCorners, isSimple, ringOf } from '../plan/corner-list.ts';
import { clippedBy } from '../plan/half-plane.ts';
import { withoutSpikes } from '../plan/needles.ts';
import type { Ring } from '../plan/polygon.ts';
import {
  locatePoint,
  pointInRing,
  ringBounds,
  signedArea,
  validateRegion,
} from '../plan/polygon.ts';
import { GRID_MM, ROUND_OFF_MM, ROUNDED_AREA_MM2 } from '../tolerances.ts';
import { type Box2, determinantSign, type Point2 } from '../vector.ts';
import { bendsOfAxis, bendsOfFace } from './arcs/arc-outline.ts';
import { type Crossed, crossedOf, freeParts } from './arcs/crossed-spaces.ts';
import type { HalfEdge } from './half-edge.ts';
import { type EndShape, SPIKE_LIMIT } from './node-corners.ts';
import { shareHeight, type StraightWall } from './wall-contacts.ts';
import { buildWallGraph, type WallGraph } from './wall-graph.ts';
import { solveJoinsFor } from './wall-joins.ts';

/** A space enclosed by walls. */
export type RoomFace = {
  /** Counter-clockwise outline along the inner faces of the walls, mm on the grid. */
  readonly ring: Ring;
  /** Clockwise outlines of free-standing groups of walls in the room. */
  readonly holes: readonly Ring[];
  /** Net area: ring less holes, mm². */
  readonly area_mm2: number;
  /** Area between the axes of the bounding walls, mm². */
  readonly grossArea: number;
  /** Ids of the bounding walls, including those of holes, sorted. */
  readonly wallIds: readonly string[];
  /** Lowest foot of the bounding walls, mm in their frame; -Infinity for walls of any height. */
  readonly low: number;
  /**
   * False if a non-convex space is too narrow for its walls somewhere, or they overlap without a joint: outline and
   * area are then unreliable. Convex spaces are always exact.
   */
  readonly simple: boolean;
};

type Loop = {
  readonly edges: readonly number[];
  /** Area between the axes; positive around a space, otherwise the loop surrounds a group of walls from outside. */
  readonly gross: number;
};

/**
 * All spaces enclosed by the walls: the bounded faces of the graph of their axes, split at junctions and crossings.
 * Walls that end inside a space are part of its outline. Spaces completely filled by walls are omitted. Ordered by
 * wall ids, independently of the input order. Throws `RangeError` as `solveJoins` does.
 */
export function findRooms(walls: Iterable<StraightWall>): readonly RoomFace[] {
  return [...eachRoom(walls)];
}

/** Yields all spaces, or those that may contain a point. */
function* eachRoom(
  walls: Iterable<StraightWall>,
  point: Point2 | null = null,
): Generator<RoomFace> {
  const graph = buildWallGraph(walls);
  const loops = loopsOf(graph);
  const inner = loops.filter(({ gross }) => gross > ROUNDED_AREA_MM2);
  const wanted = inner.map((loop) => point === null || holdsPoint(extentOf(graph, loop), point));
  if (!wanted.includes(true)) return;
  const outer = loops.filter(({ gross }) => gross <= ROUNDED_AREA_MM2);
  const holes = assignHoles(graph, inner, outer);
  const corners = createCornerList();
  const crossed = crossedOf(graph.bowed, graph.walls);
  for (let i = 0; i < inner.length; i++) {
    if (wanted[i] !== true) continue;
    const space = { loop: at(inner, i), holes: at(holes, i) };
    const ids = wallIdsOf(graph, [space.loop, ...space.holes]);
    const isCrossed = crossed.size > 0 && ids.some((id) => crossed.has(id));
    const room = isCrossed ? null : roomOf(graph, space, corners);
    if (room !== null && isPlain(room, corners)) yield room;
    else if (isCrossed || room !== null) yield* partsOf(graph, space, { crossed, ids });
  }
}

/** Whether the outline of a room crosses neither itself nor its holes, as long corners of its walls can make it do. */
function isPlain({ ring, holes, simple }: RoomFace, corners: CornerList): boolean {
  if (holes.length > 0 && !validateRegion(ring, holes).ok) return false;
  if (simple) return true;
  fillCorners(corners, ring);
  return isSimple(corners);
}

/** The free parts of a space between wall axes, if its walls overlap or leave no simple outline. */
function partsOf(
  graph: WallGraph,
  { loop, holes }: Space,
  { crossed, ids }: { readonly crossed: Crossed; readonly ids: readonly string[] },
): readonly RoomFace[] {
  const walls = graph.walls.map(({ wall }) => wall);
  const footprints = solveJoinsFor(ids, walls);
  const axes = [loop, ...holes].map((one) => axesOf(graph, one));
  const round = new Map(ids.map((id) => [id, footprints.get(id)?.ring ?? []]));
  return freeParts(axes, round, crossed).map(
    ({ ring, holes: inside, area_mm2, ids: bounding }, i) => ({
      ring,
      holes: inside,
      area_mm2,
      grossArea: i === 0 ? loop.gross : area_mm2,
      wallIds: bounding,
      low: lowOf(graph, loop),
      simple: true,
    }),
  );
}

/** The axes around a space or a group of walls as a ring, mm; it may run back along itself. */
function axesOf(graph: WallGraph, { edges }: Pick<Loop, 'edges'>): Ring {
  return edges.flatMap((edge) => [
    at(graph.points, intAt(graph.nodeOf, edge)),
    ...bendsOfAxis(graph, edge),
  ]);
}

function lowOf({ edges }: WallGraph, loop: Loop): number {
  return Math.min(...loop.edges.map((index) => at(edges, index).wall.low));
}

/**
 * The space whose net outline contains `point` (mm); null inside a wall or outside all spaces. If several spaces above
 * each other contain it, the one with the lowest walls, or the one whose lowest wall begins closest to `foot` (mm, measured
 * as the heights of the walls).
 */
export function findRoomAt(
  point: Point2,
  walls: Iterable<StraightWall>,
  foot: number | null = null,
): RoomFace | null {
  return roomAround(point, eachRoom(walls, point), foot);
}

/** `findRoomAt` among known spaces, as `findRooms` returns them. */
export function roomAround(
  point: Point2,
  rooms: Iterable<RoomFace>,
  foot: number | null = null,
): RoomFace | null {
  let best: RoomFace | null = null;
  const off = (room: RoomFace): number => (foot === null ? room.low : Math.abs(room.low - foot));
  for (const room of rooms) {
    const { ring, holes, low } = room;
    if (pointInRing(point, ring) && holes.every((hole) => locatePoint(point, hole) !== 'inside')) {
      // Walls without heights do not pass above each other: no other space contains the point.
      if (low === -Infinity) return room;
      const isCloser = best === null || off(room) < off(best);
      if (isCloser || (best !== null && off(room) === off(best) && low < best.low)) best = room;
    }
  }
  return best;
}

function loopsOf(graph: WallGraph): readonly Loop[] {
  const { next } = graph;
  const seen = filled(next.length, 0);
  const loops: Loop[] = [];
  for (let start = 0; start < next.length; start++) {
    if (seen[start] === 1) continue;
    const edges: number[] = [];
    for (let edge = start; seen[edge] === 0; edge = intAt(next, edge)) {
      seen[edge] = 1;
      edges.push(edge);
    }
    loops.push({ edges, gross: signedArea(axesOf(graph, { edges })) });
  }
  return loops;
}

/** A bounding box of a space: its corners are within mitre length of its nodes. */
function extentOf(graph: WallGraph, { edges }: Loop): Box2 {
  const [min, max] = [
    { x: Infinity, y: Infinity },
    { x: -Infinity, y: -Infinity },
  ];
  for (const edge of edges) {
    const margin = 2 * SPIKE_LIMIT * at(graph.edges, edge).wall.half;
    for (const { x, y } of axesOf(graph, { edges: [edge] })) {
      [min.x, min.y] = [Math.min(min.x, x - margin), Math.min(min.y, y - margin)];
      [max.x, max.y] = [Math.max(max.x, x + margin), Math.max(max.y, y + margin)];
    }
  }
  return { min, max };
}

type Outline = {
  readonly points: readonly Point2[];
  /** Whether a side runs against its wall: the space is too narrow for its walls there. */
  readonly reversed: boolean;
};

/** Whether the step between two points is antiparallel to a half-edge, or parallel to it (`way` -1). */
function runsBack(from: Point2, to: Point2, { ux, uy }: HalfEdge, way: 1 | -1 = 1): boolean {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  return Math.abs(dx * uy - dy * ux) < ROUND_OFF_MM && way * (dx * ux + dy * uy) < 0;
}

type CornerPoints = { readonly arriving: EndShape; readonly to: Point2 };

/** A half-edge seen from the node where it arrives, and the following one. */
type AtNode = { readonly edge: HalfEdge; readonly following: HalfEdge };

/** Adds the corner between the faces of an arriving half-edge and the following one. */
function pushCorner(
  points: Point2[],
  { arriving, to }: CornerPoints,
  { edge, following }: AtNode,
): void {
  if (arriving.corner !== null) {
    for (let i = 0; i < arriving.corner.length; i++) {
      points.push(at(arriving.corner, i));
    }
    return;
  }
  const { right: from, rightMiddle: middle } = arriving;
  // If one wall stops at the face of the other, that face continues behind the end: skip the corner to which the
  // outline would run and straight back.
  const backAlong = from !== to && runsBack(from, to, edge, -1);
  if (!backAlong) {
    points.push(from);
  }
  if (middle !== null) {
    points.push(middle);
  }
  if (backAlong || (from !== to && !runsBack(from, to, following))) {
    points.push(to);
  }
}

/** Adds the face corners of half-edge i of a loop, if it is an arc; false if they would run backwards. */
function pushBends(
  points: Point2[],
  { edges, shapeOf }: WallGraph,
  { loop, i }: { readonly loop: Loop; readonly i: number },
): boolean {
  const index = at(loop.edges, i);
  const { bend, origin } = at(edges, index);
  if (bend === null) return true;
  const [before, after] = [cyclic(loop.edges, i - 1), cyclic(loop.edges, i + 1)];
  const [stemBefore, stemAfter] = [shapeOf(before ^ 1), shapeOf(after)];
  const from = shapeOf(index)?.left ?? stemBefore?.feet?.right ?? stemBefore?.right ?? null;
  const to =
    shapeOf(index ^ 1)?.right ??
    stemAfter?.feet?.left ??
    stemAfter?.left ??
    at(edges, index ^ 1).origin;
  const bends = bendsOfFace(bend, { from: from ?? origin, to, open: from === null });
  points.push(...(bends ?? []));
  return bends !== null;
}

/** Outline along the faces on the left of the loop, mm, unrounded. */
function outlineOf(graph: WallGraph, loop: Loop): Outline {
  const { edges, shapeOf } = graph;
  const points: Point2[] = [];
  let reversed = false;
  /** Half-edges of the sides that end at a corner, and the index of that corner among the points. */
  const sides: HalfEdge[] = [];
  const sideEnds: number[] = [];
  for (let i = 0; i < loop.edges.length; i++) {
    const index = at(loop.edges, i);
    const following = loop.edges[i + 1] ?? at(loop.edges, 0);
    const edge = at(edges, index);
    const arriving = shapeOf(index ^ 1);
    const going = shapeOf(following);
    if (edge.bend !== null) {
      reversed = !pushBends(points, graph, { loop, i }) || reversed;
    } else if (arriving !== null || going !== null) {
      sides.push(edge);
      sideEnds.push(points.length);
    }
    if (arriving === null || going === null) {
      // One of them runs through: the other ends at its face.
      const corner =
        arriving === null
          ? [going?.feet?.left, going?.left]
          : [arriving.right, arriving.feet?.right];
      points.push(...corner.filter((point) => point !== undefined && point !== null));
      continue;
    }
    const ending = { edge: at(edges, index ^ 1), following: at(edges, following) };
    pushCorner(points, { arriving, to: going.left }, ending);
  }
  for (let i = 0; i < sides.length && !reversed; i++) {
    const { ux, uy } = at(sides, i);
    const end = at(sideEnds, i);
    const from = end === 0 ? cyclic(points, -1) : at(points, end - 1);
    const to = at(points, end);
    reversed = (to.x - from.x) * ux + (to.y - from.y) * uy < -GRID_MM;
  }
  return { points, reversed };
}

/** A loop around a space, and the outer loops of its free-standing groups of walls. */
type Space = { readonly loop: Loop; readonly holes: readonly Loop[] };

function roomOf(graph: WallGraph, { loop, holes }: Space, corners: CornerList): RoomFace | null {
  const { points, reversed } = outlineOf(graph, loop);
  const convex = reversed && isConvex(graph, loop);
  fillCorners(corners, convex ? insideAllFaces(graph, loop) : points);
  // A face that ends at a corner of another wall may be traversed past it and back.
  const ring = withoutSpikes(ringOf(corners));
  const area = signedArea(ring);
  if (ring.length < 3 || area <= 0) return null;
  const simple = (!reversed || convex) && isSimple(corners);
  const outlines = holes.map((hole) => {
    fillCorners(corners, outlineOf(graph, hole).points);
    return ringOf(corners);
  });
  return {
    ring,
    holes: outlines,
    area_mm2: outlines.reduce((sum, hole) => sum + signedArea(hole), area),
    grossArea: loop.gross,
    wallIds: wallIdsOf(graph, [loop, ...holes]),
    low: lowOf(graph, loop),
    simple,
  };
}

/** Ids of the walls along the loops, sorted. */
function wallIdsOf({ edges }: WallGraph, loops: readonly Loop[]): readonly string[] {
  const ids: string[] = [];
  for (const loop of loops) {
    for (let i = 0; i < loop.edges.length; i++) ids.push(at(edges, at(loop.edges, i)).wall.id);
  }
  return ids.toSorted(compareText).filter((id, i, all) => id !== all[i - 1]);
}

/** Whether the walls around a space turn left only. */
function isConvex({ edges }: WallGraph, loop: Loop): boolean {
  if (loop.edges.some((index) => at(edges, index).bend !== null)) return false;
  return loop.edges.every((index, i) => {
    const edge = at(edges, index);
    const next = at(edges, cyclic(loop.edges, i + 1));
    const turn = determinantSign(edge.dx, edge.dy, next.dx, next.dy);
    return turn > 0 || (turn === 0 && edge.ux * next.ux + edge.uy * next.uy > 0);
  });
}

/** Margin of the box that is clipped, mm: above any thickness, for spaces that hardly extend in one direction. */
const MARGIN_MM = 10_000;

/** A convex space inside the faces of its walls: a box clipped by half-planes. */
function insideAllFaces({ edges }: WallGraph, loop: Loop): readonly Point2[] {
  const sides = loop.edges.map((index) => at(edges, index));
  const { min, max } = ringBounds(sides.map(({ origin }) => origin));
  // A wall may stop next to the axis of another, so that a corner is outside the hull of the axis points.
  const [w, h] = [max.x - min.x + MARGIN_MM, max.y - min.y + MARGIN_MM];
  let rest: readonly Point2[] = [
    { x: min.x - w, y: min.y - h },
    { x: max.x + w, y: min.y - h },
    { x: max.x + w, y: max.y + h },
    { x: min.x - w, y: max.y + h },
  ];
  for (const { wall, origin, ux, uy } of sides) {
    const depth = (p: Point2): number => (p.y - origin.y) * ux - (p.x - origin.x) * uy - wall.half;
    rest = clippedBy(rest, depth);
  }
  return rest;
}

function holdsPoint({ min, max }: Box2, { x, y }: Point2): boolean {
  return min.x <= x && x <= max.x && min.y <= y && y <= max.y;
}

/** For each space the outer loops of the free-standing groups of walls in it. */
function assignHoles(
  graph: WallGraph,
  inner: readonly Loop[],
  outer: readonly Loop[],
): readonly (readonly Loop[])[] {
  const holes: Loop[][] = inner.map(() => []);
  if (outer.length < 2) return holes;
  const groupOf = groupsOf(graph);
  const nodeAt = (edge: number): number => intAt(graph.nodeOf, edge);
  const group = (loop: Loop): number => intAt(groupOf, nodeAt(at(loop.edges, 0)));
  const rings = inner.map((loop) => axesOf(graph, loop));
  const boxes = rings.map((ring) => ringBounds(ring));
  for (const loop of outer) {
    const probe = at(graph.points, nodeAt(at(loop.edges, 0)));
    let best = -1;
    for (const [i, space] of inner.entries()) {
      const smaller = best < 0 || space.gross < at(inner, best).gross;
      if (
        smaller &&
        holdsPoint(at(boxes, i), probe) &&
        group(space) !== group(loop) &&
        shareHeights(graph, space, loop) &&
        pointInRing(probe, at(rings, i))
      ) {
        best = i;
      }
    }
    holes[best]?.push(loop);
  }
  return holes;
}

/** Whether a wall around a space shares a height with a wall of a group. */
function shareHeights({ edges }: WallGraph, space: Loop, group: Loop): boolean {
  return space.edges.some((one) =>
    group.edges.some((other) => shareHeight(at(edges, one).wall, at(edges, other).wall)),
  );
}

/** Number of the connected component of each node. */
function groupsOf({ points, nodeOf }: WallGraph): readonly number[] {
  const parent = [...points.keys()];
  const root = (node: number): number => {
    let top = node;
    while (intAt(parent, top) !== top) {
      parent[top] = intAt(parent, intAt(parent, top));
      top = intAt(parent, top);
    }
    return top;
  };
  for (let i = 0; i + 1 < nodeOf.length; i += 2) {
    parent[root(intAt(nodeOf, i))] = root(intAt(nodeOf, i + 1));
  }
  return parent.map((_, node) => root(node));
}

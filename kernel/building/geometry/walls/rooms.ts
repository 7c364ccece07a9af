/** @module rooms: the spaces that walls enclose, measured between the inner faces. */

import { at, cyclic, filled, intAt } from '../indexed.ts';
import type { CornerList } from '../plan/corner-list.ts';
import { createCornerList, fillCorners, isSimple, ringOf } from '../plan/corner-list.ts';
import { withoutSpikes } from '../plan/needles.ts';
import type { Ring } from '../plan/polygon.ts';
import {
  locatePoint,
  pointInRing,
  ringBounds,
  signedArea,
  validateRegion,
} from '../plan/polygon.ts';
import type { Box2, Point2 } from '../vector.ts';
import { determinantSign } from '../vector.ts';
import { bendsOfFace, bendsOfAxis } from './arcs/arc-outline.ts';
import type { Crossed } from './arcs/crossed-spaces.ts';
import { crossedOf, freeParts } from './arcs/crossed-spaces.ts';
import type { HalfEdge } from './half-edge.ts';
import type { EndShape } from './node-corners.ts';
import { SLACK, SPIKE_LIMIT } from './node-corners.ts';
import type { StraightWall } from './wall-contacts.ts';
import { shareHeight } from './wall-contacts.ts';
import type { WallGraph } from './wall-graph.ts';
import { buildWallGraph } from './wall-graph.ts';
import { solveJoinsFor } from './wall-joins.ts';

/** A space enclosed by walls. */
export type RoomFace = {
  /** Counter-clockwise outline along the inner faces of the walls, mm on the grid. */
  readonly ring: Ring;
  /** Clockwise outlines of free-standing groups of walls inside. */
  readonly holes: readonly Ring[];
  /** Net area: ring less holes, mm². */
  readonly area_mm2: number;
  /** Area between the axes of the bounding walls, mm². */
  readonly grossArea: number;
  /** Ids of the bounding walls, those inside included, sorted. */
  readonly wallIds: readonly string[];
  /** The lowest foot of the walls round it, mm as they have it; -Infinity for walls of any height. */
  readonly low: number;
  /**
   * False when a space that is not convex is too narrow for its walls somewhere, or they overlap
   * without a joint: outline and area are then not reliable. Convex spaces are always exact.
   */
  readonly simple: boolean;
};

type Loop = {
  readonly edges: readonly number[];
  /** Area between the axes; positive round a space, else round the outside of a group of walls. */
  readonly gross: number;
};

/**
 * All spaces enclosed by the walls: the bounded faces of their axes, cut where walls end on each other
 * or cross. Walls that end inside a space are part of its outline. Spaces that the walls fill
 * completely are left out. Ordered by wall ids, whatever the order of the input. Throws `RangeError`
 * as `solveJoins` does.
 */
export function findRooms(walls: Iterable<StraightWall>): readonly RoomFace[] {
  return [...eachRoom(walls)];
}

/** A way there along an arc and back comes to no more than rounding, mm². */
const NO_SPACE_MM2 = 1e-3;

/** All spaces, or those that may hold a point. */
function* eachRoom(
  walls: Iterable<StraightWall>,
  point: Point2 | null = null,
): Generator<RoomFace> {
  const graph = buildWallGraph(walls);
  const loops = loopsOf(graph);
  const inner = loops.filter(({ gross }) => gross > NO_SPACE_MM2);
  const wanted = inner.map((loop) => point === null || holdsPoint(extentOf(graph, loop), point));
  if (!wanted.includes(true)) return;
  const outer = loops.filter(({ gross }) => gross <= NO_SPACE_MM2);
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

/** Whether the outline of a room does not cross itself, nor what stands free in it: corners of walls go past their reach. */
function isPlain({ ring, holes, simple }: RoomFace, corners: CornerList): boolean {
  if (holes.length > 0 && !validateRegion(ring, holes).ok) return false;
  if (simple) return true;
  fillCorners(corners, ring);
  return isSimple(corners);
}

/** What the walls round a space leave of it between their axes, where they lie in each other or leave no plain outline. */
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

/** The axes round a space or a group of walls, as an outline that may run back along itself. */
function axesOf(graph: WallGraph, { edges }: Loop): Ring {
  return edges.flatMap((edge) => [
    at(graph.points, intAt(graph.nodeOf, edge)),
    ...bendsOfAxis(graph, edge),
  ]);
}

function lowOf({ edges }: WallGraph, loop: Loop): number {
  return Math.min(...loop.edges.map((index) => at(edges, index).wall.low));
}

/**
 * The space whose net outline holds `point` (mm), or null: inside a wall or not enclosed. Of spaces above each other the
 * one whose walls stand lowest.
 */
export function findRoomAt(point: Point2, walls: Iterable<StraightWall>): RoomFace | null {
  return roomAround(point, eachRoom(walls, point));
}

/** `findRoomAt` among spaces that are known, as `findRooms` gives them. */
export function roomAround(point: Point2, rooms: Iterable<RoomFace>): RoomFace | null {
  let best: RoomFace | null = null;
  for (const room of rooms) {
    const { ring, holes, low } = room;
    if (pointInRing(point, ring) && holes.every((hole) => locatePoint(point, hole) !== 'inside')) {
      // Walls of unknown height do not pass above each other: there is no other space at the point.
      if (low === -Infinity) {
        return room;
      }
      best = best === null || low < best.low ? room : best;
    }
  }
  return best;
}

function loopsOf(graph: WallGraph): readonly Loop[] {
  const { points, nodeOf, next } = graph;
  const seen = filled(next.length, 0);
  const loops: Loop[] = [];
  for (let start = 0; start < next.length; start++) {
    if (seen[start] === 1) {
      continue;
    }
    const edges: number[] = [];
    const origin = at(points, intAt(nodeOf, start));
    let [fromX, fromY, twice] = [0, 0, 0];
    const goTo = (corner: Point2): void => {
      const [x, y] = [corner.x - origin.x, corner.y - origin.y];
      twice += fromX * y - fromY * x;
      [fromX, fromY] = [x, y];
    };
    for (let edge = start; seen[edge] === 0; edge = intAt(next, edge)) {
      seen[edge] = 1;
      edges.push(edge);
      goTo(at(points, intAt(nodeOf, edge)));
      if (at(graph.edges, edge).bend === null) continue;
      for (const corner of bendsOfAxis(graph, edge)) goTo(corner);
    }
    loops.push({ edges, gross: twice / 2 });
  }
  return loops;
}

/** A box round all that a space may have: its corners lie beside its nodes by no more than mitres reach. */
function extentOf(graph: WallGraph, { edges }: Loop): Box2 {
  const [min, max] = [
    { x: Infinity, y: Infinity },
    { x: -Infinity, y: -Infinity },
  ];
  const add = ({ x, y }: Point2, margin: number): void => {
    [min.x, min.y] = [Math.min(min.x, x - margin), Math.min(min.y, y - margin)];
    [max.x, max.y] = [Math.max(max.x, x + margin), Math.max(max.y, y + margin)];
  };
  for (const edge of edges) {
    const { half } = at(graph.edges, edge).wall;
    add(at(graph.points, intAt(graph.nodeOf, edge)), 2 * SPIKE_LIMIT * half);
    if (at(graph.edges, edge).bend === null) continue;
    for (const corner of bendsOfAxis(graph, edge)) add(corner, 2 * SPIKE_LIMIT * half);
  }
  return { min, max };
}

type Outline = {
  readonly points: readonly Point2[];
  /** Whether a side runs against its wall: the space is too narrow there for its walls. */
  readonly reversed: boolean;
};

/** Whether the step from one point to another goes straight against a half edge, or along with it (-1). */
function runsBack(from: Point2, to: Point2, { ux, uy }: HalfEdge, way: 1 | -1 = 1): boolean {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  return Math.abs(dx * uy - dy * ux) < SLACK && way * (dx * ux + dy * uy) < 0;
}

type CornerPoints = { readonly arriving: EndShape; readonly to: Point2 };

/** A half edge seen back from the node where it arrives, and the one that follows. */
type AtNode = { readonly edge: HalfEdge; readonly following: HalfEdge };

/** Adds the corner between the face of a half edge that arrives and that of the one that follows. */
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
  // Where one wall stops at the face of the other, that face goes on behind it: the outline would go
  // there and straight back.
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

/** Adds the corners of the face of the arc that is half edge i of a loop; false where they would run back. */
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

/** Outline along the faces to the left of the loop, mm, unrounded. */
function outlineOf(graph: WallGraph, loop: Loop): Outline {
  const { edges, shapeOf } = graph;
  const points: Point2[] = [];
  let reversed = false;
  /** Of each side that ends at a corner its half edge, and the place of that corner among the points. */
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
      // One of them runs on: the other ends at its face.
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
    reversed = (to.x - from.x) * ux + (to.y - from.y) * uy < -1e-3;
  }
  return { points, reversed };
}

/** A loop round a space, and the outer loops of what stands free in it. */
type Space = { readonly loop: Loop; readonly holes: readonly Loop[] };

function roomOf(graph: WallGraph, { loop, holes }: Space, corners: CornerList): RoomFace | null {
  const { points, reversed } = outlineOf(graph, loop);
  const convex = reversed && isConvex(graph, loop);
  fillCorners(corners, convex ? insideAllFaces(graph, loop) : points);
  // Where a face ends at a corner of another wall it may be followed past that and back.
  const ring = withoutSpikes(ringOf(corners));
  const area = signedArea(ring);
  if (ring.length < 3 || area <= 0) {
    return null;
  }
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

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether the walls round a space turn left only. */
function isConvex({ edges }: WallGraph, loop: Loop): boolean {
  if (loop.edges.some((index) => at(edges, index).bend !== null)) return false;
  return loop.edges.every((index, i) => {
    const edge = at(edges, index);
    const next = at(edges, cyclic(loop.edges, i + 1));
    const turn = determinantSign(edge.dx, edge.dy, next.dx, next.dy);
    return turn > 0 || (turn === 0 && edge.ux * next.ux + edge.uy * next.uy > 0);
  });
}

/** More than walls are thick, for spaces that hardly extend in one direction. */
const MARGIN_MM = 10_000;

/** What a convex space has left inside the faces of its walls: half planes cut from a box around it. */
function insideAllFaces({ edges }: WallGraph, loop: Loop): readonly Point2[] {
  const sides = loop.edges.map((index) => at(edges, index));
  const { min, max } = ringBounds(sides.map(({ origin }) => origin));
  // A wall may stop beside the axis of another, so that a corner lies outside the points on the axes.
  const [w, h] = [max.x - min.x + MARGIN_MM, max.y - min.y + MARGIN_MM];
  let rest: readonly Point2[] = [
    { x: min.x - w, y: min.y - h },
    { x: max.x + w, y: min.y - h },
    { x: max.x + w, y: max.y + h },
    { x: min.x - w, y: max.y + h },
  ];
  for (const { wall, origin, ux, uy } of sides) {
    const depth = (p: Point2): number => (p.y - origin.y) * ux - (p.x - origin.x) * uy - wall.half;
    rest = rest.flatMap((point, i) => {
      const next = cyclic(rest, i + 1);
      const [here, there] = [depth(point), depth(next)];
      const kept = here >= 0 ? [point] : [];
      if (here >= 0 === there >= 0) {
        return kept;
      }
      const share = here / (here - there);
      const x = point.x + (next.x - point.x) * share;
      return [...kept, { x, y: point.y + (next.y - point.y) * share }];
    });
  }
  return rest;
}

function holdsPoint({ min, max }: Box2, { x, y }: Point2): boolean {
  return min.x <= x && x <= max.x && min.y <= y && y <= max.y;
}

/** For each space the outer loops of the groups of walls that stand free in it. */
function assignHoles(
  graph: WallGraph,
  inner: readonly Loop[],
  outer: readonly Loop[],
): readonly (readonly Loop[])[] {
  const holes: Loop[][] = inner.map(() => []);
  if (outer.length < 2) {
    return holes;
  }
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

/** Whether some wall round a space has a height in common with some wall of a group. */
function shareHeights({ edges }: WallGraph, space: Loop, group: Loop): boolean {
  return space.edges.some((one) =>
    group.edges.some((other) => shareHeight(at(edges, one).wall, at(edges, other).wall)),
  );
}

/** Number of the connected group of each node. */
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

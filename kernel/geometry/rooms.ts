/** @module rooms: the spaces that walls enclose, measured between the inner faces. */

import { at, cyclic } from './indexed.ts';
import { SLACK } from './node-corners.ts';
import type { Ring } from './polygon.ts';
import {
  isSimpleRing,
  locatePoint,
  pointInRing,
  ringBounds,
  signedArea,
  withoutFlatCorners,
} from './polygon.ts';
import type { Box2, Point2 } from './vector.ts';
import { determinantSign, pointInMicrometres } from './vector.ts';
import type { StraightWall } from './wall-contacts.ts';
import type { GraphEdge, WallGraph } from './wall-graph.ts';
import { buildWallGraph } from './wall-graph.ts';

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

function* eachRoom(walls: Iterable<StraightWall>): Generator<RoomFace> {
  const graph = buildWallGraph(walls);
  const loops = loopsOf(graph);
  const inner = loops.filter(({ gross }) => gross > 0);
  const outer = loops.filter(({ gross }) => gross <= 0);
  const holes = assignHoles(graph, inner, outer);
  for (let i = 0; i < inner.length; i++) {
    const room = roomOf(graph, at(inner, i), at(holes, i));
    if (room !== null) {
      yield room;
    }
  }
}

/** The space whose net outline holds `point` (mm), or null: inside a wall or not enclosed. */
export function findRoomAt(point: Point2, walls: Iterable<StraightWall>): RoomFace | null {
  for (const room of eachRoom(walls)) {
    const { ring, holes } = room;
    if (pointInRing(point, ring) && holes.every((hole) => locatePoint(point, hole) !== 'inside')) {
      return room;
    }
  }
  return null;
}

function loopsOf({ nodes, edges, next }: WallGraph): readonly Loop[] {
  const seen = new Uint8Array(edges.length);
  const loops: Loop[] = [];
  for (let start = 0; start < edges.length; start++) {
    const loop: number[] = [];
    for (let edge = start; seen[edge] === 0; edge = at(next, edge)) {
      seen[edge] = 1;
      loop.push(edge);
    }
    if (loop.length > 0) {
      const points = loop.map((index) => at(nodes, at(edges, index).node).point);
      loops.push({ edges: loop, gross: signedArea(points) });
    }
  }
  return loops;
}

type Outline = {
  readonly points: readonly Point2[];
  /** Sides that run against their wall: the space is too narrow there for its walls. */
  readonly reversed: number;
};

type FaceEnds = { readonly from: Point2 | null; readonly to: Point2 | null };

/**
 * The end of the face of one wall and the beginning of that of the next. Where one stops at the face of
 * the other, that face goes on behind it: the outline would go there and straight back.
 */
function withoutSpur({ from, to }: FaceEnds, before: GraphEdge, after: GraphEdge): FaceEnds {
  if (from === null || to === null) {
    return { from, to };
  }
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const runsBack = ({ edge }: GraphEdge): boolean =>
    Math.abs(dx * edge.uy - dy * edge.ux) < SLACK && dx * edge.ux + dy * edge.uy < 0;
  if (runsBack(before)) {
    return { from: null, to };
  }
  return runsBack(after) ? { from, to: null } : { from, to };
}

/** Outline along the faces to the left of the loop, mm, unrounded. */
function outlineOf({ edges, shapeOf }: WallGraph, loop: Loop): Outline {
  const points: Point2[] = [];
  const sideEnds: { readonly end: number; readonly side: GraphEdge }[] = [];
  for (const [i, index] of loop.edges.entries()) {
    const arriving = shapeOf(index ^ 1);
    const going = shapeOf(cyclic(loop.edges, i + 1));
    if (arriving !== null || going !== null) {
      sideEnds.push({ end: points.length, side: at(edges, index) });
    }
    const ends = { from: arriving?.right ?? null, to: going?.left ?? null };
    const { from, to } = withoutSpur(ends, at(edges, index), at(edges, cyclic(loop.edges, i + 1)));
    if (from !== null) {
      points.push(from);
    }
    if (arriving !== null && going !== null && arriving.rightMiddle !== null) {
      points.push(arriving.rightMiddle);
    }
    if (to !== null) {
      points.push(to);
    }
  }
  const reversed = sideEnds.filter(({ end, side: { edge } }) => {
    const from = cyclic(points, end - 1);
    const to = at(points, end);
    return (to.x - from.x) * edge.ux + (to.y - from.y) * edge.uy < -1e-3;
  }).length;
  return { points, reversed };
}

function roomOf(graph: WallGraph, loop: Loop, holes: readonly Loop[]): RoomFace | null {
  const { points, reversed } = outlineOf(graph, loop);
  const sides = loop.edges.map((index) => at(graph.edges, index));
  const convex = reversed > 0 && isConvex(sides);
  const ring = withoutFlatCorners(convex ? insideAllFaces(sides) : points);
  const area = signedArea(ring);
  if (ring.length < 3 || area <= 0) {
    return null;
  }
  const outlines = holes.map((hole) => withoutFlatCorners(outlineOf(graph, hole).points));
  const ids = [loop, ...holes].flatMap(({ edges }) =>
    edges.map((index) => at(graph.edges, index).wall.id),
  );
  return {
    ring,
    holes: outlines,
    area_mm2: outlines.reduce((sum, hole) => sum + signedArea(hole), area),
    grossArea: loop.gross,
    wallIds: [...new Set(ids)].toSorted((a, b) => (a < b ? -1 : 1)),
    simple:
      (reversed === 0 || convex) && isSimpleRing(ring.map((point) => pointInMicrometres(point))),
  };
}

/** Whether the walls round a space turn left only. */
function isConvex(sides: readonly GraphEdge[]): boolean {
  return sides.every(({ edge }, i) => {
    const next = cyclic(sides, i + 1).edge;
    const turn = determinantSign(edge.dx, edge.dy, next.dx, next.dy);
    return turn > 0 || (turn === 0 && edge.ux * next.ux + edge.uy * next.uy > 0);
  });
}

/** More than walls are thick, for spaces that hardly extend in one direction. */
const MARGIN_MM = 10_000;

/** What a convex space has left inside the faces of its walls: half planes cut from a box around it. */
function insideAllFaces(sides: readonly GraphEdge[]): readonly Point2[] {
  const { min, max } = ringBounds(sides.map(({ edge }) => edge.origin));
  // A wall may stop beside the axis of another, so that a corner lies outside the points on the axes.
  const [w, h] = [max.x - min.x + MARGIN_MM, max.y - min.y + MARGIN_MM];
  let rest: readonly Point2[] = [
    { x: min.x - w, y: min.y - h },
    { x: max.x + w, y: min.y - h },
    { x: max.x + w, y: max.y + h },
    { x: min.x - w, y: max.y + h },
  ];
  for (const { edge } of sides) {
    const depth = (p: Point2): number =>
      (p.y - edge.origin.y) * edge.ux - (p.x - edge.origin.x) * edge.uy - edge.half;
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
  const group = (loop: Loop): number => at(groupOf, at(graph.edges, at(loop.edges, 0)).node);
  const rings = inner.map((loop) =>
    loop.edges.map((edge) => at(graph.nodes, at(graph.edges, edge).node).point),
  );
  const boxes = rings.map((ring) => ringBounds(ring));
  for (const loop of outer) {
    const probe = at(graph.nodes, at(graph.edges, at(loop.edges, 0)).node).point;
    let best = -1;
    for (const [i, space] of inner.entries()) {
      const smaller = best < 0 || space.gross < at(inner, best).gross;
      if (
        smaller &&
        holdsPoint(at(boxes, i), probe) &&
        group(space) !== group(loop) &&
        pointInRing(probe, at(rings, i))
      ) {
        best = i;
      }
    }
    holes[best]?.push(loop);
  }
  return holes;
}

/** Number of the connected group of each node. */
function groupsOf({ nodes, edges }: WallGraph): Int32Array {
  const parent = Int32Array.from(nodes.keys());
  const root = (node: number): number => {
    let top = node;
    while (at(parent, top) !== top) {
      parent[top] = at(parent, at(parent, top));
      top = at(parent, top);
    }
    return top;
  };
  for (let i = 0; i + 1 < edges.length; i += 2) {
    parent[root(at(edges, i).node)] = root(at(edges, i + 1).node);
  }
  return parent.map((_, node) => root(node));
}

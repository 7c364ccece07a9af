/** @module the planar graph of wall axes, cut where walls end on each other or cross. */

import { insertAt } from './in-order.ts';
import { at, cyclic } from './indexed.ts';
import type { EndShape, HalfEdge } from './node-corners.ts';
import { compareDirections, freeEnd, nodeShapes } from './node-corners.ts';
import type { PointNumbers } from './point-numbers.ts';
import { teeShapes } from './tee-corners.ts';
import type { Point2 } from './vector.ts';
import { determinantSign, micrometres, orientation } from './vector.ts';
import type { PreparedWall, StraightWall } from './wall-contacts.ts';
import { halfEdgeOf, hostOf, nodesOf, prepareWalls } from './wall-contacts.ts';
import type { WallGrid } from './wall-grid.ts';
import { createWallGrid } from './wall-grid.ts';

/** A node of the graph; `host` is the wall that runs through and at whose faces the others stop. */
type GraphNode = { readonly at: Point2; readonly point: Point2; host: PreparedWall | null };

/** One direction of one piece of a wall. Piece p has the half edges 2p (forwards) and 2p + 1. */
export type GraphEdge = {
  readonly wall: PreparedWall;
  /** Node it leaves. */
  readonly node: number;
  readonly edge: HalfEdge;
};

/** `next[e]` follows e round the face on its left. */
export type WallGraph = {
  /** Corners where a half edge leaves, made when first asked for; null for a wall running through. */
  readonly shapeOf: (index: number) => EndShape | null;
  readonly nodes: readonly { readonly at: Point2; readonly point: Point2 }[];
  readonly edges: readonly GraphEdge[];
  readonly next: Int32Array;
};

type Draft = {
  readonly walls: readonly PreparedWall[];
  readonly grid: WallGrid;
  readonly nodes: GraphNode[];
  /** For each wall the node numbers of its ends, then of the cuts between, perhaps repeated. */
  readonly cuts: readonly number[][];
  readonly numbers: PointNumbers;
};

/** Builds the graph. Ends marked `join: 'none'` bound rooms like all others. */
export function buildWallGraph(input: Iterable<StraightWall>): WallGraph {
  const walls = prepareWalls(input);
  const grid = createWallGrid(walls);
  const { nodes: ends, nodeOf, numbers } = nodesOf(walls);
  const draft: Draft = {
    walls,
    grid,
    nodes: ends.map(({ at: position, point }) => ({ at: position, point, host: null })),
    cuts: walls.map(({ index }) => [at(nodeOf, 2 * index), at(nodeOf, 2 * index + 1)]),
    numbers,
  };
  const stopsAt = new Set<number>();
  for (const [number, node] of ends.entries()) {
    const host = hostOf(node, grid.around(node.point), walls);
    if (host !== null) {
      at(draft.nodes, number).host = host;
      at(draft.cuts, host.index).push(number);
      for (const { wall } of node.ends) {
        stopsAt.add(pairKey(wall, host, walls.length));
      }
    }
  }
  cutCrossings(draft, stopsAt);
  return linkFaces(draft.nodes, piecesOf(draft));
}

function pairKey(a: PreparedWall, b: PreparedWall, size: number): number {
  return Math.min(a.index, b.index) * size + Math.max(a.index, b.index);
}

/** Cuts walls that properly cross; one that already stops at the other does not cross it. */
function cutCrossings(draft: Draft, stopsAt: ReadonlySet<number>): void {
  const { walls, nodes, cuts, numbers } = draft;
  draft.grid.eachPair((first, second) => {
    const wall = at(walls, first);
    const other = at(walls, second);
    if (!properlyCross(wall, other) || stopsAt.has(pairKey(wall, other, walls.length))) {
      return;
    }
    const point = crossing(wall, other);
    const number = numbers.numberOf(point);
    if (number === nodes.length) {
      nodes.push({ at: point, point: { x: point.x / 1000, y: point.y / 1000 }, host: wall });
    }
    at(nodes, number).host ??= wall;
    at(cuts, first).push(number);
    at(cuts, second).push(number);
  });
}

function properlyCross(a: PreparedWall, b: PreparedWall): boolean {
  return (
    orientation(a.a, a.b, b.a) * orientation(a.a, a.b, b.b) < 0 &&
    orientation(b.a, b.b, a.a) * orientation(b.a, b.b, a.b) < 0
  );
}

/** Crossing of two axes, rounded to whole micrometres. */
function crossing(a: PreparedWall, b: PreparedWall): Point2 {
  const cross = a.ux * b.uy - a.uy * b.ux;
  const along = ((b.start.x - a.start.x) * b.uy - (b.start.y - a.start.y) * b.ux) / cross;
  return {
    x: micrometres(a.start.x + a.ux * along),
    y: micrometres(a.start.y + a.uy * along),
  };
}

function piecesOf({ walls, nodes, cuts }: Draft): GraphEdge[] {
  const edges: GraphEdge[] = [];
  for (const wall of walls) {
    const own = at(cuts, wall.index);
    if (own.length === 2) {
      edges.push(
        leaving(wall, { number: at(own, 0), origin: wall.start }, 'start'),
        leaving(wall, { number: at(own, 1), origin: wall.end }, 'end'),
      );
      continue;
    }
    const stations = stationsOf(wall, own, nodes);
    for (let i = 0; i + 1 < stations.length; i++) {
      const [from, to] = [at(stations, i), at(stations, i + 1)];
      edges.push(leaving(wall, from, 'start'), leaving(wall, to, 'end'));
    }
  }
  return edges;
}

/** A cut of a wall: its node, and the point of the axis nearest to it. */
type Station = { readonly number: number; readonly origin: Point2 };

/** From start to end. */
function stationsOf(
  wall: PreparedWall,
  [first, last, ...inner]: readonly number[],
  nodes: readonly GraphNode[],
): readonly Station[] {
  if (first === undefined || last === undefined) {
    return [];
  }
  const ends = [
    { number: first, origin: wall.start },
    { number: last, origin: wall.end },
  ] as const;
  const between = [...new Set(inner)]
    .filter((number) => number !== first && number !== last)
    .map((number) => {
      const { point } = at(nodes, number);
      const along = (point.x - wall.start.x) * wall.ux + (point.y - wall.start.y) * wall.uy;
      const origin = { x: wall.start.x + wall.ux * along, y: wall.start.y + wall.uy * along };
      return { number, origin, along };
    })
    .toSorted((a, b) => a.along - b.along || a.number - b.number);
  return [ends[0], ...between, ends[1]];
}

/** The wall seen from a station of its axis, forwards (`start`) or backwards (`end`). */
function leaving(wall: PreparedWall, station: Station, end: 'start' | 'end'): GraphEdge {
  const edge = halfEdgeOf(wall, end, station.origin);
  return { wall, node: station.number, edge };
}

function linkFaces(nodes: readonly GraphNode[], edges: GraphEdge[]): WallGraph {
  const around: number[][] = nodes.map(() => []);
  for (let index = 0; index < edges.length; index++) {
    insertByDirection(at(around, at(edges, index).node), index, edges);
  }
  const next = new Int32Array(edges.length);
  for (let number = 0; number < around.length; number++) {
    const list = at(around, number);
    let before = list.length === 0 ? 0 : cyclic(list, -1);
    for (const index of list) {
      // Arriving against `index`, the face on the left goes on with its clockwise neighbour.
      next[index ^ 1] = before;
      before = index;
    }
  }
  const shapes: (EndShape | null)[] = Array.from({ length: edges.length }, () => null);
  const done = new Uint8Array(nodes.length);
  const shapeOf = (index: number): EndShape | null => {
    const { node } = at(edges, index);
    if (done[node] === 0) {
      done[node] = 1;
      shapeNode(at(nodes, node), at(around, node), { edges, shapes });
    }
    return shapes[index] ?? null;
  };
  return { shapeOf, nodes, edges, next };
}

/** Keeps `list` in order of direction, then of number; `index` is greater than all in it. */
function insertByDirection(list: number[], index: number, edges: readonly GraphEdge[]): void {
  const { edge } = at(edges, index);
  let place = list.length;
  while (place > 0 && compareDirections(at(edges, at(list, place - 1)).edge, edge) > 0) {
    place -= 1;
  }
  insertAt(list, place, index);
}

function shapeNode(
  { point, host }: GraphNode,
  around: readonly number[],
  into: { readonly edges: readonly GraphEdge[]; readonly shapes: (EndShape | null)[] },
): void {
  const { edges, shapes } = into;
  const put = (members: readonly number[], found: readonly EndShape[]): void => {
    for (let i = 0; i < members.length; i++) {
      shapes[at(members, i)] = at(found, i);
    }
  };
  const edgesOf = (members: readonly number[]): readonly HalfEdge[] =>
    members.map((index) => at(edges, index).edge);
  if (host === null) {
    put(around, nodeShapes(point, edgesOf(around)));
    return;
  }
  for (const side of [1, -1]) {
    const stems = around.filter((index) => {
      const { wall, edge } = at(edges, index);
      return wall !== host && sideOf(host, edge) === side;
    });
    put(stems, teeShapes(point, edgesOf(stems), host, side));
  }
  for (const index of around) {
    const { wall, edge } = at(edges, index);
    if (wall !== host) {
      shapes[index] ??= freeEnd(edge);
    }
  }
}

function sideOf(host: PreparedWall, edge: HalfEdge): number {
  return determinantSign(host.b.x - host.a.x, host.b.y - host.a.y, edge.dx, edge.dy);
}

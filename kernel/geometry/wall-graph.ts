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
  const stems: (readonly [PreparedWall, PreparedWall])[] = [];
  for (const [number, node] of ends.entries()) {
    const host = hostOf(node, grid.around(node.point), walls);
    if (host !== null) {
      at(draft.nodes, number).host = host;
      at(draft.cuts, host.index).push(number);
      for (const { wall } of node.ends) {
        stems.push([wall, host]);
      }
    }
  }
  const overlaps = cutContacts(draft, stems);
  for (const [wall, other] of overlaps) {
    shareCuts(wall, other, draft);
    shareCuts(other, wall, draft);
  }
  const pieces = piecesOf(draft);
  return linkFaces(draft.nodes, overlaps.length > 0 ? withoutRepeats(pieces) : pieces);
}

type Pairs = readonly (readonly [PreparedWall, PreparedWall])[];

/**
 * Cuts walls that properly cross; one of `stems` (wall and host), which already stops at the host, does
 * not cross it. Answers the pairs that lie on each other.
 */
function cutContacts(draft: Draft, stems: Pairs): Pairs {
  const { walls, nodes, cuts } = draft;
  const ends = nodes.length;
  const overlaps: (readonly [PreparedWall, PreparedWall])[] = [];
  const crossings: (readonly [PreparedWall, PreparedWall])[] = [];
  draft.grid.eachPair((first, second) => {
    const wall = at(walls, first);
    const other = at(walls, second);
    if (lieOnEachOther(wall, other)) {
      overlaps.push([wall, other]);
    } else if (properlyCross(wall, other)) {
      crossings.push([wall, other]);
    }
  });
  const stops = crossings.length === 0 ? new Set<number>() : stoppedPairs(stems, overlaps, walls);
  for (const [wall, other] of crossings) {
    if (stops.has(pairKey(wall, other, walls.length))) {
      continue;
    }
    const number = crossingNode(wall, other, draft);
    const node = at(nodes, number);
    if (number >= ends) {
      node.host = throughWall(node.host, throughWall(wall, other));
    } else {
      node.host ??= wall;
    }
    at(cuts, wall.index).push(number);
    at(cuts, other.index).push(number);
  }
  return overlaps;
}

/** Keys of walls with those at which they stop: their host, and what lies on it. */
function stoppedPairs(
  stems: Pairs,
  overlaps: Pairs,
  walls: readonly PreparedWall[],
): ReadonlySet<number> {
  const stops = new Set(stems.map(([wall, host]) => pairKey(wall, host, walls.length)));
  for (const [first, second] of overlaps) {
    for (const [wall, host] of stems) {
      if (host === first || host === second) {
        stops.add(pairKey(wall, host === first ? second : first, walls.length));
      }
    }
  }
  return stops;
}

function pairKey(a: PreparedWall, b: PreparedWall, size: number): number {
  return Math.min(a.index, b.index) * size + Math.max(a.index, b.index);
}

/** Of walls that cross at one point the thickest runs through, of equal ones that with the smallest id. */
function throughWall(known: PreparedWall | null, wall: PreparedWall): PreparedWall {
  if (known === null || wall.half > known.half) {
    return wall;
  }
  return wall.half === known.half && wall.index < known.index ? wall : known;
}

/** Number of the node where two walls cross: one that is there already, within rounding, or a new one. */
function crossingNode(wall: PreparedWall, other: PreparedWall, { nodes, numbers }: Draft): number {
  const point = crossing(wall, other);
  for (let dx = -CROSSING_UM; dx <= CROSSING_UM; dx++) {
    for (let dy = -CROSSING_UM; dy <= CROSSING_UM; dy++) {
      const near = numbers.find({ x: point.x + dx, y: point.y + dy });
      if (near !== null) {
        return near;
      }
    }
  }
  nodes.push({ at: point, point: { x: point.x / 1000, y: point.y / 1000 }, host: null });
  return numbers.numberOf(point);
}

/** Distance along the wall from its start, micrometres. */
function alongOf({ a, ux, uy }: PreparedWall, position: Point2): number {
  return (position.x - a.x) * ux + (position.y - a.y) * uy;
}

/** Crossings of three walls at one point, computed pair by pair, are within this of each other, micrometres. */
const CROSSING_UM = 2;
/** Half the distance between neighbours on the grid, micrometres. */
const APART_UM = 0.5;

/** Whether the axes are on one line (exactly) and share more than a point. */
function lieOnEachOther(wall: PreparedWall, other: PreparedWall): boolean {
  if (orientation(wall.a, wall.b, other.a) !== 0 || orientation(wall.a, wall.b, other.b) !== 0) {
    return false;
  }
  const [from, to] = [alongOf(wall, other.a), alongOf(wall, other.b)];
  return Math.max(from, to) > APART_UM && Math.min(from, to) < 1000 * wall.length - APART_UM;
}

/** Cuts `wall` where `other`, which lies on it, ends or is cut between the ends of `wall`. */
function shareCuts(wall: PreparedWall, other: PreparedWall, { nodes, cuts }: Draft): void {
  for (const number of at(cuts, other.index)) {
    const node = at(nodes, number);
    const along = alongOf(wall, node.at);
    if (along > APART_UM && along < 1000 * wall.length - APART_UM) {
      at(cuts, wall.index).push(number);
      if (node.host === other && wall.half > other.half) {
        node.host = wall;
      }
    }
  }
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

/**
 * Of pieces between the same two nodes, which lie on each other, only the thickest (of equal ones that
 * with the smallest id): a wall drawn twice bounds the same rooms as once.
 */
function withoutRepeats(pieces: GraphEdge[]): GraphEdge[] {
  const best = new Map<string, number>();
  for (let i = 0; i < pieces.length; i += 2) {
    const [forwards, backwards] = [at(pieces, i), at(pieces, i + 1)];
    const from = Math.min(forwards.node, backwards.node);
    const key = `${from} ${Math.max(forwards.node, backwards.node)}`;
    const known = best.get(key);
    if (known === undefined || forwards.wall.half > at(pieces, known).wall.half) {
      best.set(key, i);
    }
  }
  return [...best.values()].flatMap((i) => [at(pieces, i), at(pieces, i + 1)]);
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
    .toSorted((a, b) => micrometres(a.along) - micrometres(b.along) || a.number - b.number);
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

/** @module wall cuts: splits wall axes where walls end on each other, cross or overlap. */

import { at, intAt } from '../indexed.ts';
import { createPointGrid, type PointGrid } from '../plan/point-grid.ts';
import { HALF_GRID_UM, SAME_PLACE_MM, SHARPEST_TEE } from '../tolerances.ts';
import { micrometres, orientation, type Point2 } from '../vector.ts';
import { arcCrossings, isSameArc, onChain } from './arcs/arc-cuts.ts';
import { placeOnPath } from './arcs/chain.ts';
import type { BowedPair } from './arcs/crossed-spaces.ts';
import { leavingOf } from './arcs/leaving.ts';
import { backwards, forwards, fromEnd, type HalfEdge, type Origin } from './half-edge.ts';
import { withNearEnds } from './near-ends.ts';
import type { PreparedWall, StraightWall } from './wall-contacts.ts';
import { prepareWalls, shareHeight } from './wall-contacts.ts';
import { createWallGrid, type WallGrid } from './wall-grid.ts';
import { hostOf } from './wall-hosts.ts';
import { nodesOf, type WallNodes } from './wall-nodes.ts';

/** State while walls are being cut. */
type Draft = {
  readonly walls: readonly PreparedWall[];
  readonly grid: WallGrid;
  /** Nodes at the ends of walls. */
  readonly ends: WallNodes;
  /** All nodes: integer micrometres, mm, and the through wall at whose faces the others stop. */
  readonly positions: Point2[];
  readonly points: Point2[];
  readonly hosts: (PreparedWall | null)[];
  /** Node numbers of the cuts of each wall, possibly repeated. */
  readonly cuts: Map<PreparedWall, number[]>;
  /** Nodes by position, built when walls cross. */
  byPlace: PointGrid | null;
};

/** The pieces of walls between their cuts. Piece p has the half-edges 2p (forwards) and 2p + 1 (backwards). */
export type WallPieces = {
  /** Half-edges by their own number. */
  readonly edges: readonly HalfEdge[];
  /** Node that each half-edge leaves. */
  readonly nodeOf: readonly number[];
  /** Positions of the nodes, mm. */
  readonly points: readonly Point2[];
  /** The through wall of each node, at whose faces the others stop; null if there is none. */
  readonly hosts: readonly (PreparedWall | null)[];
  /** Number of the node of each wall end (see `endNumber`). */
  readonly nodeOfEnd: readonly number[];
  /** The walls in order of id, and the pairs whose reaches intersect and of which at least one is an arc. */
  readonly walls: readonly PreparedWall[];
  readonly bowed: readonly BowedPair[];
};

/** Splits walls where others end on their sides, cross them or overlap them. */
export function cutWalls(input: Iterable<StraightWall>): WallPieces {
  const walls = prepareWalls(input);
  const grid = createWallGrid(walls);
  const ends = withNearEnds({ walls, nodes: nodesOf(walls), grid });
  const draft: Draft = {
    walls,
    grid,
    ends,
    positions: ends.positions.slice(),
    points: ends.points.slice(),
    hosts: ends.points.map(() => null),
    cuts: new Map(),
    byPlace: null,
  };
  const { overlaps, bowed } = cutContacts(draft, cutAtStems(draft));
  for (const [wall, other] of overlaps) {
    shareCuts(wall, other, draft);
    shareCuts(other, wall, draft);
  }
  const all = piecesOf(draft);
  const pieces = overlaps.length > 0 ? withoutRepeats(all) : all;
  const { points, hosts } = draft;
  return { ...pieces, points, hosts, nodeOfEnd: ends.nodeOf, walls, bowed };
}

function cutAt({ cuts }: Draft, wall: PreparedWall, node: number): void {
  const known = cuts.get(wall);
  if (known === undefined) cuts.set(wall, [node]);
  else known.push(node);
}

/** Cuts walls where others end on their sides; returns the pairs of an ending wall and its host. */
function cutAtStems(draft: Draft): Pairs {
  const { walls, grid, ends, hosts } = draft;
  const stems: (readonly [PreparedWall, PreparedWall])[] = [];
  for (let node = 0; node < ends.points.length; node++) {
    const ending: PreparedWall[] = [];
    const to = intAt(ends.first, node + 1);
    for (let i = intAt(ends.first, node); i < to; i++) {
      ending.push(at(walls, intAt(ends.ends, i) >> 1));
    }
    if (ending.length === 0) continue;
    const position = at(ends.positions, node);
    const point = at(ends.points, node);
    const host = hostOf({ position, point, walls: ending }, grid.around(point), walls);
    if (host !== null) {
      hosts[node] = host;
      cutAt(draft, host, node);
      for (const wall of ending) {
        stems.push([wall, host]);
      }
    }
  }
  return stems;
}

type Pairs = readonly (readonly [PreparedWall, PreparedWall])[];

/**
 * Cuts walls at proper crossings; a pair in `stems` (wall and host) stops and does not cross. Returns the overlapping
 * collinear pairs, and the nearby pairs with an arc.
 */
function cutContacts(
  draft: Draft,
  stems: Pairs,
): { readonly overlaps: Pairs; readonly bowed: readonly BowedPair[] } {
  const { walls, ends } = draft;
  const overlaps: (readonly [PreparedWall, PreparedWall])[] = [];
  const crossings: (readonly [PreparedWall, PreparedWall])[] = [];
  const bowed: BowedPair[] = [];
  draft.grid.eachPair((wall, other) => {
    if (!shareHeight(wall, other)) return;
    if (wall.chain !== null || other.chain !== null) {
      if (isSameArc(wall, other)) overlaps.push([wall, other]);
      else bowed.push([wall, other]);
      return;
    }
    // Sides of the first wall on which the ends of the second are; usually they are equal, or one end is on the line.
    const from = orientation(wall.a, wall.b, other.a);
    const to = orientation(wall.a, wall.b, other.b);
    if (from === 0 && to === 0) {
      if (overlapInLine(wall, other)) {
        overlaps.push([wall, other]);
      }
    } else if (from * to < 0 && areOpposite(other, wall) && !meetAtNode(wall, other, ends)) {
      crossings.push([wall, other]);
    }
  });
  const stops = crossings.length === 0 ? new Set<number>() : stoppedPairs(stems, overlaps, walls);
  for (const [wall, other] of crossings) {
    if (stops.has(pairKey(wall, other, walls.length))) continue;
    cutAtCrossing(wall, other, { draft, place: crossing(wall, other) });
  }
  for (const [wall, other] of bowed) {
    const joints = jointsOf(wall, other, draft);
    for (const place of arcCrossings(wall, other)) {
      const isJoint = joints.some(({ point: { x, y }, reach }) => {
        const [dx, dy] = [place.x / 1000 - x, place.y / 1000 - y];
        return dx * dx + dy * dy <= reach * reach;
      });
      if (!isJoint) cutAtCrossing(wall, other, { draft, place });
    }
  }
  return { overlaps, bowed };
}

type Crossing = { readonly draft: Draft; readonly place: Point2 };

/** Cuts two walls at a crossing, integer micrometres. */
function cutAtCrossing(wall: PreparedWall, other: PreparedWall, { draft, place }: Crossing): void {
  const { hosts, ends } = draft;
  const node = crossingNode(wall, other, { draft, place });
  const known = at(hosts, node);
  if (node >= ends.points.length) {
    hosts[node] = throughWall(known, throughWall(wall, other));
  } else {
    hosts[node] = known ?? wall;
  }
  cutAt(draft, wall, node);
  cutAt(draft, other, node);
}

/** A common node (mm) of two walls, and the radius around it within which they do not cross. */
type Joint = { readonly point: Point2; readonly reach: number };

function jointsOf(
  wall: PreparedWall,
  other: PreparedWall,
  { ends, hosts, points }: Draft,
): readonly Joint[] {
  const near = wall.half + other.half + SAME_PLACE_MM;
  const joints: Joint[] = [];
  for (const [own, its] of [
    [wall, other],
    [other, wall],
  ] as const) {
    for (const number of [2 * own.index, 2 * own.index + 1]) {
      const node = intAt(ends.nodeOf, number);
      const point = at(points, node);
      if (hosts[node] === its) {
        const edge = fromEnd(own, number, ends.moved.get(number));
        // A wall that starts along another may cross its axis before leaving it.
        const along = leavingOf(its, point, edge)?.along ?? 0;
        joints.push({ point, reach: Math.max(near, along) });
        continue;
      }
      for (const other_end of [2 * its.index, 2 * its.index + 1]) {
        if (node !== ends.nodeOf[other_end]) continue;
        const [edge, far] = [fromEnd(own, number), fromEnd(its, other_end)];
        joints.push({ point, reach: Math.max(near, axesApart(edge, far)) });
      }
    }
  }
  return joints;
}

/** Upper bound (mm) for the distance between the drawn joint and the intersection of the offset axes. */
function axesApart(a: HalfEdge, b: HalfEdge): number {
  const sine = Math.max(SHARPEST_TEE, Math.abs(a.ux * b.uy - a.uy * b.ux));
  return (1.1 * (Math.abs(a.side) + Math.abs(b.side))) / sine;
}

/** Whether two walls share an end node; if they also cross, an end merely extends past their corner. */
function meetAtNode(wall: PreparedWall, other: PreparedWall, { nodeOf }: WallNodes): boolean {
  const [start, end] = [intAt(nodeOf, 2 * wall.index), intAt(nodeOf, 2 * wall.index + 1)];
  const [from, to] = [intAt(nodeOf, 2 * other.index), intAt(nodeOf, 2 * other.index + 1)];
  return start === from || start === to || end === from || end === to;
}

/** Keys of the pairs of a wall and a wall at which it stops: its host, or a wall that overlaps the host. */
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

/** Of two walls the one that runs through a crossing: the thicker, then the smaller id. */
function throughWall(known: PreparedWall | null, wall: PreparedWall): PreparedWall {
  if (known === null || wall.half > known.half) return wall;
  return wall.half === known.half && wall.index < known.index ? wall : known;
}

/** Number of the node at a crossing: an existing one within rounding, or a new one. */
function crossingNode(
  wall: PreparedWall,
  other: PreparedWall,
  { draft, place: point }: Crossing,
): number {
  const { positions, points, hosts } = draft;
  const nodes = nodesByPlace(draft);
  const known = nodes
    .near(point)
    .find((node) => sharesHeightAt(draft, node, wall) && sharesHeightAt(draft, node, other));
  if (known !== undefined) return known;
  positions.push(point);
  points.push({ x: point.x / 1000, y: point.y / 1000 });
  hosts.push(null);
  nodes.add(point, positions.length - 1);
  return positions.length - 1;
}

function nodesByPlace(draft: Draft): PointGrid {
  if (draft.byPlace !== null) return draft.byPlace;
  const byPlace = createPointGrid(micrometres(SAME_PLACE_MM));
  for (const [node, position] of draft.positions.entries()) byPlace.add(position, node);
  draft.byPlace = byPlace;
  return byPlace;
}

/** Whether a wall shares a height with a wall that ends, or runs through, at a node. */
function sharesHeightAt({ walls, hosts, ends }: Draft, node: number, wall: PreparedWall): boolean {
  const host = at(hosts, node);
  if (host !== null && shareHeight(host, wall)) return true;
  for (let i = ends.first[node] ?? 0; i < (ends.first[node + 1] ?? 0); i++) {
    if (shareHeight(at(walls, intAt(ends.ends, i) >> 1), wall)) return true;
  }
  return false;
}

/** Distance along the wall from its start, micrometres; for an arc any increasing number. */
function alongOf({ a, ux, uy, chain, length }: PreparedWall, position: Point2): number {
  if (chain !== null) {
    const place = placeOnPath(chain.nodes, { x: position.x / 1000, y: position.y / 1000 });
    return (1000 * length * place) / chain.units.length;
  }
  return (position.x - a.x) * ux + (position.y - a.y) * uy;
}

/** Whether two collinear axes share more than a point. */
function overlapInLine(wall: PreparedWall, other: PreparedWall): boolean {
  const [from, to] = [alongOf(wall, other.a), alongOf(wall, other.b)];
  return (
    Math.max(from, to) > HALF_GRID_UM && Math.min(from, to) < 1000 * wall.length - HALF_GRID_UM
  );
}

/** Cuts `wall` at the ends and cuts of an overlapping wall that are between its own ends. */
function shareCuts(wall: PreparedWall, other: PreparedWall, draft: Draft): void {
  const { positions, hosts, ends, cuts } = draft;
  const { nodeOf } = ends;
  const [first, last] = [intAt(nodeOf, 2 * other.index), intAt(nodeOf, 2 * other.index + 1)];
  for (const node of [first, last, ...(cuts.get(other) ?? [])]) {
    const along = alongOf(wall, at(positions, node));
    if (along > HALF_GRID_UM && along < 1000 * wall.length - HALF_GRID_UM) {
      cutAt(draft, wall, node);
      if (hosts[node] === other && wall.half > other.half) {
        hosts[node] = wall;
      }
    }
  }
}

/** Whether the ends of `other` are on opposite sides of the line through the axis of `wall`; exact. */
function areOpposite(wall: PreparedWall, other: PreparedWall): boolean {
  return orientation(wall.a, wall.b, other.a) * orientation(wall.a, wall.b, other.b) < 0;
}

/** Crossing of two axes, in integer micrometres. */
function crossing(a: PreparedWall, b: PreparedWall): Point2 {
  const cross = a.ux * b.uy - a.uy * b.ux;
  const along = ((b.start.x - a.start.x) * b.uy - (b.start.y - a.start.y) * b.ux) / cross;
  return {
    x: micrometres(a.start.x + a.ux * along),
    y: micrometres(a.start.y + a.uy * along),
  };
}

/** Half-edges, and the nodes that they leave. */
type Pieces = { readonly edges: HalfEdge[]; readonly nodeOf: readonly number[] };

function piecesOf({ walls, ends, points, cuts }: Draft): Pieces {
  const edges: HalfEdge[] = [];
  const { moved } = ends;
  const add = (wall: PreparedWall, from?: Origin, to?: Origin): void => {
    edges.push(forwards(wall, edges.length, from));
    edges.push(backwards(wall, edges.length, to));
  };
  const nodeOf: number[] = [];
  for (const wall of walls) {
    const bounds = [intAt(ends.nodeOf, 2 * wall.index), intAt(ends.nodeOf, 2 * wall.index + 1)];
    const own = cuts.get(wall);
    const number = 2 * wall.index;
    const [start = wall.start, end = wall.end] = [moved.get(number), moved.get(number + 1)];
    if (own === undefined) {
      add(wall, originOf(wall, 0, start), originOf(wall, 1, end));
      nodeOf.push(...bounds);
      continue;
    }
    const stations = stationsOf({ wall, start, end }, [...bounds, ...own], points);
    for (let i = 0; i + 1 < stations.length; i++) {
      const [from, to] = [at(stations, i), at(stations, i + 1)];
      add(wall, from.origin, to.origin);
      nodeOf.push(from.number, to.number);
    }
  }
  return { edges, nodeOf };
}

/** The origin of a half-edge at an end (0 start, 1 end). */
function originOf({ chain }: PreparedWall, end: 0 | 1, point: Point2): Origin {
  return { point, facet: chain === null || end === 0 ? 0 : chain.units.length - 1 };
}

/**
 * Removes overlapping pieces between the same two nodes except the thickest (then the smallest id): a wall drawn
 * twice bounds the same rooms as once.
 */
function withoutRepeats({ edges, nodeOf }: Pieces): Pieces {
  const best = new Map<number | string, number>();
  const nodes = nodeOf.reduce((most, node) => Math.max(most, node), 0) + 1;
  for (let i = 0; i < edges.length; i += 2) {
    const [one, other] = [intAt(nodeOf, i), intAt(nodeOf, i + 1)];
    const { chain } = at(edges, i).wall;
    const pair = Math.min(one, other) * nodes + Math.max(one, other);
    const key =
      chain === null ? pair : `${pair} ${pointKey(at(chain.nodes, chain.nodes.length >> 1))}`;
    const known = best.get(key);
    if (known === undefined || at(edges, i).wall.half > at(edges, known).wall.half) {
      best.set(key, i);
    }
  }
  const kept = [...best.values()].flatMap((i) => [i, i + 1]);
  return {
    edges: kept.map((old, index) => ({ ...at(edges, old), index })),
    nodeOf: kept.map((old) => intAt(nodeOf, old)),
  };
}

function pointKey({ x, y }: Point2): string {
  return `${x} ${y}`;
}

/** A cut of a wall: its node, and the projection of the node on the axis. */
type Station = { readonly number: number; readonly origin: Origin };

/** A wall, and the points (mm) that replace its own ends. */
type PieceEnds = {
  readonly wall: PreparedWall;
  readonly start: Point2;
  readonly end: Point2;
};

/** The stations of a wall from start to end. */
function stationsOf(
  { wall, start, end }: PieceEnds,
  [first, last, ...inner]: readonly number[],
  points: readonly Point2[],
): readonly Station[] {
  if (first === undefined || last === undefined) return [];
  const ends = [
    { number: first, origin: originOf(wall, 0, start) },
    { number: last, origin: originOf(wall, 1, end) },
  ] as const;
  const between = [...new Set(inner)]
    .filter((number) => number !== first && number !== last)
    .map((number) => {
      const point = at(points, number);
      const { chain } = wall;
      if (chain !== null) {
        const { along, origin } = onChain(chain, point);
        return { number, origin, along };
      }
      const along = (point.x - wall.start.x) * wall.ux + (point.y - wall.start.y) * wall.uy;
      const foot = { x: wall.start.x + wall.ux * along, y: wall.start.y + wall.uy * along };
      const origin = { point: foot, facet: 0 };
      return { number, origin, along };
    })
    .toSorted((a, b) => micrometres(a.along) - micrometres(b.along) || a.number - b.number);
  return [ends[0], ...between, ends[1]];
}

/** @module the planar graph of wall axes, cut where walls end on each other or cross. */

import { at, filled, intAt } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import { determinantSign } from '../vector.ts';
import type { BowedPair } from './arcs/crossed-spaces.ts';
import { directionThere } from './arcs/leaving.ts';
import type { HalfEdge } from './half-edge.ts';
import { compareDirections } from './half-edge.ts';
import type { EndShape, EndShapes } from './node-corners.ts';
import { freeEnd, nodeShapes } from './node-corners.ts';
import type { FarEnds } from './short-legs.ts';
import { shapesWithLegs } from './short-legs.ts';
import { teeShapes } from './tee-corners.ts';
import type { PreparedWall, StraightWall } from './wall-contacts.ts';
import { grouped } from './wall-contacts.ts';
import { cutWalls } from './wall-cuts.ts';
import { sideOfEdge } from './wall-hosts.ts';

/**
 * The graph. Piece p of a wall has the half edges 2p (forwards) and 2p + 1 (backwards), each with its
 * own number as index.
 */
export type WallGraph = {
  readonly edges: readonly HalfEdge[];
  /** Node that each half edge leaves. */
  readonly nodeOf: readonly number[];
  /** Where the nodes lie, mm. */
  readonly points: readonly Point2[];
  /** `next[e]` follows half edge e round the face on its left. */
  readonly next: readonly number[];
  /** The walls in order of id, and those of them whose reaches meet and of which at least one is an arc. */
  readonly walls: readonly PreparedWall[];
  readonly bowed: readonly BowedPair[];
  /** Corners where a half edge leaves, made when first asked for; null for a wall running through. */
  readonly shapeOf: (index: number) => EndShape | null;
};

/** Builds the graph. Ends marked `join: 'none'` bound rooms like all others. */
export function buildWallGraph(input: Iterable<StraightWall>): WallGraph {
  const { edges, nodeOf, points, hosts, nodeOfEnd, walls, bowed } = cutWalls(input);
  const { first, members: around } = grouped(nodeOf, points.length);
  const next = filled(edges.length, 0);
  for (let node = 0; node < points.length; node++) {
    const from = intAt(first, node);
    const to = intAt(first, node + 1);
    sortByDirection(around, { from, to }, edges);
    const host = at(hosts, node);
    if (host !== null) sortBySide(around, { from, to }, edges, { host, point: at(points, node) });
    let before = to > from ? intAt(around, to - 1) : 0;
    for (let i = from; i < to; i++) {
      // Arriving against a half edge, the face on the left goes on with its clockwise neighbour.
      const index = intAt(around, i);
      next[index ^ 1] = before;
      before = index;
    }
  }
  const shapes: EndShapes = filled<EndShape | null>(edges.length, null);
  const done = filled(points.length, 0);
  const leavingFrom = (node: number): readonly HalfEdge[] => {
    const leaving: HalfEdge[] = [];
    for (let i = intAt(first, node); i < intAt(first, node + 1); i++) {
      leaving.push(at(edges, intAt(around, i)));
    }
    return leaving;
  };
  const isWhole = ({ wall, index }: HalfEdge): boolean => {
    const [one, other] = [intAt(nodeOf, index), intAt(nodeOf, index ^ 1)];
    const [start, end] = [intAt(nodeOfEnd, 2 * wall.index), intAt(nodeOfEnd, 2 * wall.index + 1)];
    return (one === start && other === end) || (one === end && other === start);
  };
  const far: FarEnds = {
    edgesAt: ({ index }) => {
      const node = intAt(nodeOf, index ^ 1);
      return at(hosts, node) === null ? leavingFrom(node) : null;
    },
    backFrom: (edge) => (isWhole(edge) ? at(edges, edge.index ^ 1) : null),
  };
  const shapeOf = (index: number): EndShape | null => {
    const node = intAt(nodeOf, index);
    if (done[node] === 0) {
      done[node] = 1;
      const leaving = leavingFrom(node);
      // A short wall that ends freely has the shape of that end from its other one.
      if (leaving.length === 1) {
        shapeOf(at(leaving, 0).index ^ 1);
      }
      shapeNode({ point: at(points, node), host: at(hosts, node), far }, leaving, shapes);
    }
    return shapes[index] ?? null;
  };
  return { edges, nodeOf, points, next, walls, bowed, shapeOf };
}

type Range = { readonly from: number; readonly to: number };

/** Sorts the numbers of a few half edges by direction; they must be rising, and equal directions stay so. */
function sortByDirection(around: number[], { from, to }: Range, edges: readonly HalfEdge[]): void {
  for (let i = from + 1; i < to; i++) {
    const index = intAt(around, i);
    const edge = at(edges, index);
    let place = i;
    for (; place > from; place--) {
      const before = intAt(around, place - 1);
      if (compareDirections(at(edges, before), edge) <= 0) {
        break;
      }
      around[place] = before;
    }
    around[place] = index;
  }
}

type Hosted = { readonly host: PreparedWall; readonly point: Point2 };

/** Nearer to the direction of a host than what starts along it is sorted, radians. */
const BESIDE = 1e-9;

/** Puts arcs that start along a host, perhaps towards its other side, among those on the side where they leave it. */
function sortBySide(
  around: number[],
  { from, to }: Range,
  edges: readonly HalfEdge[],
  { host, point }: Hosted,
): void {
  const unit = directionThere(host, point);
  let isSorted = true;
  const places: { readonly index: number; readonly angle: number }[] = [];
  for (let i = from; i < to; i++) {
    const index = intAt(around, i);
    const edge = at(edges, index);
    const angle = Math.atan2(
      unit.x * edge.uy - unit.y * edge.ux,
      unit.x * edge.ux + unit.y * edge.uy,
    );
    const side =
      edge.wall === host || (host.chain === null && edge.bend === null)
        ? 0
        : sideOf(host, point, edge);
    const isBeside = side !== 0 && side !== Math.sign(angle);
    if (isBeside) isSorted = false;
    const near = Math.abs(angle) < Math.PI / 2 ? BESIDE : Math.PI - BESIDE;
    const own = isBeside ? side * near : angle;
    const isBack = edge.wall === host && (index & 1) === 1;
    places.push({ index, angle: isBack ? Math.PI : own < 0 ? own + 2 * Math.PI : own });
  }
  if (isSorted) return;
  for (const [i, { index }] of places.toSorted((a, b) => a.angle - b.angle).entries()) {
    around[from + i] = index;
  }
}

type ShapedNode = {
  readonly point: Point2;
  readonly host: PreparedWall | null;
  readonly far: FarEnds;
};

function shapeNode(
  { point, host, far }: ShapedNode,
  leaving: readonly HalfEdge[],
  shapes: EndShapes,
): void {
  if (host === null) {
    const known = leaving.length === 1 && shapes[at(leaving, 0).index] !== null;
    if (!known && !nodeShapes(point, leaving, shapes)) {
      shapesWithLegs(point, leaving, shapes, far);
    }
    return;
  }
  for (const side of BOTH_SIDES) {
    const stems = leaving.filter(
      (edge) => edge.wall !== host && sideOf(host, point, edge) === side,
    );
    teeShapes(point, stems, { host, side }, shapes);
  }
  for (const edge of leaving) {
    if (edge.wall !== host) {
      shapes[edge.index] ??= freeEnd(edge);
    }
  }
}

const BOTH_SIDES = [1, -1] as const;

function sideOf(host: PreparedWall, node: Point2, edge: HalfEdge): number {
  if (host.chain !== null || edge.bend !== null) return sideOfEdge(host, node, edge);
  const { a, b } = host;
  const { dx, dy } = edge;
  return determinantSign(b.x - a.x, b.y - a.y, dx, dy);
}

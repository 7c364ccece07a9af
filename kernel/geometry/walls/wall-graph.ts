/** @module the planar graph of wall axes, cut where walls end on each other or cross. */

import { at, filled, intAt } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import { determinantSign } from '../vector.ts';
import type { HalfEdge } from './half-edge.ts';
import { compareDirections } from './half-edge.ts';
import type { EndShape, EndShapes } from './node-corners.ts';
import { freeEnd, nodeShapes } from './node-corners.ts';
import type { FarEnds } from './short-legs.ts';
import { shapesWithLegs } from './short-legs.ts';
import { sideOfEdge, teeShapes } from './tee-corners.ts';
import type { PreparedWall, StraightWall } from './wall-contacts.ts';
import { grouped } from './wall-contacts.ts';
import { cutWalls } from './wall-cuts.ts';

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
  /** Corners where a half edge leaves, made when first asked for; null for a wall running through. */
  readonly shapeOf: (index: number) => EndShape | null;
};

/** Builds the graph. Ends marked `join: 'none'` bound rooms like all others. */
export function buildWallGraph(walls: Iterable<StraightWall>): WallGraph {
  const { edges, nodeOf, points, hosts, nodeOfEnd } = cutWalls(walls);
  const { first, members: around } = grouped(nodeOf, points.length);
  const next = filled(edges.length, 0);
  for (let node = 0; node < points.length; node++) {
    const from = intAt(first, node);
    const to = intAt(first, node + 1);
    sortByDirection(around, { from, to }, edges);
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
  return { edges, nodeOf, points, next, shapeOf };
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
  if (host.chain !== null) return sideOfEdge(host, node, edge);
  const { a, b } = host;
  const { dx, dy } = edge;
  return determinantSign(b.x - a.x, b.y - a.y, dx, dy);
}

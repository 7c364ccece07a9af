/** @module wall graph: the planar graph (half-edges) of wall axes, split at junctions and crossings. */

import { inOrder } from '../in-order.ts';
import { at, filled, intAt } from '../indexed.ts';
import { BESIDE_HOST_RAD } from '../tolerances.ts';
import { determinantSign, type Point2 } from '../vector.ts';
import { BOTH_SIDES } from './arcs/chain.ts';
import type { BowedPair } from './arcs/crossed-spaces.ts';
import { directionThere } from './arcs/leaving.ts';
import { compareDirections, type HalfEdge } from './half-edge.ts';
import { type EndShape, type EndShapes, freeEnd, nodeShapes } from './node-corners.ts';
import { type FarEnds, shapesWithLegs } from './short-legs.ts';
import { teeShapes } from './tee-corners.ts';
import { groupIndices, type PreparedWall, type StraightWall } from './wall-contacts.ts';
import { cutWalls } from './wall-cuts.ts';
import { sideOfEdge } from './wall-hosts.ts';

/**
 * The graph. Piece p of a wall has the half-edges 2p (forwards) and 2p + 1 (backwards), each with its own number as
 * index.
 */
export type WallGraph = {
  readonly edges: readonly HalfEdge[];
  /** Node that each half-edge leaves. */
  readonly nodeOf: readonly number[];
  /** Positions of the nodes, mm. */
  readonly points: readonly Point2[];
  /** `next[e]` follows half-edge e around the face on its left. */
  readonly next: readonly number[];
  /** The walls in order of id, and the pairs whose reaches intersect and of which at least one is an arc. */
  readonly walls: readonly PreparedWall[];
  readonly bowed: readonly BowedPair[];
  /** End shape of a half-edge, computed on demand; null for a wall that runs through. */
  readonly shapeOf: (index: number) => EndShape | null;
};

/** Builds the graph. Ends with `join: 'none'` bound rooms like all others. */
export function buildWallGraph(input: Iterable<StraightWall>): WallGraph {
  const { edges, nodeOf, points, hosts, nodeOfEnd, walls, bowed } = cutWalls(input);
  const { first, members: around } = groupIndices(nodeOf, points.length);
  const next = filled(edges.length, 0);
  for (let node = 0; node < points.length; node++) {
    const from = intAt(first, node);
    const to = intAt(first, node + 1);
    sortByDirection(around, { from, to }, edges);
    const host = at(hosts, node);
    if (host !== null) sortBySide(around, { from, to }, edges, { host, point: at(points, node) });
    let before = to > from ? intAt(around, to - 1) : 0;
    for (let i = from; i < to; i++) {
      // Against an arriving half-edge, the face on the left continues with its clockwise neighbour.
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
      // The free end of a short wall may get its shape from its other end.
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

/** Sorts the numbers of half-edges by direction, stably. */
function sortByDirection(around: number[], { from, to }: Range, edges: readonly HalfEdge[]): void {
  const sorted = inOrder(around.slice(from, to), (a, b) =>
    compareDirections(at(edges, a), at(edges, b)),
  );
  for (const [i, index] of sorted.entries()) around[from + i] = index;
}

type Hosted = { readonly host: PreparedWall; readonly point: Point2 };

/**
 * Moves arcs that start tangentially to a host to the side on which they leave it, which may differ from their first
 * direction.
 */
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
    const near = Math.abs(angle) < Math.PI / 2 ? BESIDE_HOST_RAD : Math.PI - BESIDE_HOST_RAD;
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

function sideOf(host: PreparedWall, node: Point2, edge: HalfEdge): number {
  if (host.chain !== null || edge.bend !== null) return sideOfEdge(host, node, edge);
  const { a, b } = host;
  const { dx, dy } = edge;
  return determinantSign(b.x - a.x, b.y - a.y, dx, dy);
}

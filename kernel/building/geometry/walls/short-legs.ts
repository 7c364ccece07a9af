/** @module short legs: end shapes at nodes where a wall is shorter than its corners with other walls. */

import { at, cyclic } from '../indexed.ts';
import { clippedBy } from '../plan/half-plane.ts';
import { ROUND_OFF_MM } from '../tolerances.ts';
import { determinantSign, type Point2 } from '../vector.ts';
import { squareCorner } from './face-paths.ts';
import type { HalfEdge } from './half-edge.ts';
import type { EndShapes } from './node-corners.ts';
import { cornerDistances, freeEnd, nodeShapes, SPIKE_LIMIT } from './node-corners.ts';

/** Access to the other ends of the walls at a node. */
export type FarEnds = {
  /** The walls at the other end, in order of direction; null if that end is not a free node. */
  readonly edgesAt: (edge: HalfEdge) => readonly HalfEdge[] | null;
  /** The wall seen from its other end, with the index of its shape there; null if it is cut in between. */
  readonly backFrom: (edge: HalfEdge) => HalfEdge | null;
};

/** Clearance along a face (1 left, -1 right) up to the corner of the other end, mm. */
function clearanceAlong(edge: HalfEdge, side: 1 | -1, far: FarEnds): number {
  const { length } = edge.wall;
  if (edge.bend !== null) return length;
  const back = far.backFrom(edge);
  const edges = back === null ? null : far.edgesAt(edge);
  if (back === null || edges === null || edges.length < 2) return length;
  const place = edges.findIndex(({ wall }) => wall === edge.wall);
  if (place < 0) return length;
  const own = at(edges, place);
  // The left face from here is the right face from there.
  const distance =
    side === 1
      ? cornerDistances(cyclic(edges, place - 1), own).b
      : cornerDistances(own, cyclic(edges, place + 1)).a;
  const limit = SPIKE_LIMIT * edge.wall.half;
  return Math.abs(distance) > limit ? length : length - distance;
}

function isFree(edge: HalfEdge, far: FarEnds): boolean {
  return edge.bend === null && far.backFrom(edge) !== null && far.edgesAt(edge)?.length === 1;
}

/** The legs between a wall and the next one, by the wall. */
type KnownLegs = Map<HalfEdge, { readonly next: HalfEdge; readonly legs: readonly HalfEdge[] }>;

/** The walls of a pair of neighbours that their common corner would consume completely. */
function legsBetween(a: HalfEdge, b: HalfEdge, far: FarEnds): readonly HalfEdge[] {
  if (determinantSign(a.dx, a.dy, b.dx, b.dy) <= 0) return [];
  const distances = cornerDistances(a, b);
  const legs: HalfEdge[] = [];
  if (distances.a > clearanceAlong(a, 1, far) + ROUND_OFF_MM && isFree(a, far)) legs.push(a);
  if (distances.b > clearanceAlong(b, -1, far) + ROUND_OFF_MM && isFree(b, far)) legs.push(b);
  return legs;
}

/**
 * A wall that its corners with its neighbours would consume completely: the shortest, then the thinnest; null if there
 * is none. `known` caches the result for pairs that are still neighbours.
 */
function shortLeg(edges: readonly HalfEdge[], far: FarEnds, known: KnownLegs): HalfEdge | null {
  const legs: HalfEdge[] = [];
  for (const [i, edge] of edges.entries()) {
    const next = cyclic(edges, i + 1);
    let pair = known.get(edge);
    if (pair === undefined || pair.next !== next) {
      pair = { next, legs: legsBetween(edge, next, far) };
      known.set(edge, pair);
    }
    legs.push(...pair.legs);
  }
  return legs.toSorted(compareLegs)[0] ?? null;
}

function compareLegs(a: HalfEdge, b: HalfEdge): number {
  const shorter = Math.round((a.wall.length - b.wall.length) * 1000);
  if (shorter !== 0) return shorter;
  return a.wall.half - b.wall.half || (a.wall.id < b.wall.id ? 1 : -1);
}

/**
 * Sets the shapes of walls that share `node`, some of which are shorter than their corners: a free leg is cut at the
 * faces of its neighbours, which are joined without it; a leg between two nodes keeps corners beyond its own ends,
 * unless those of both ends cross.
 */
export function shapesWithLegs(
  node: Point2,
  edges: readonly HalfEdge[],
  shapes: EndShapes,
  far: FarEnds,
): void {
  const legs: HalfEdge[] = [];
  const known: KnownLegs = new Map();
  let rest = edges;
  let leg = shortLeg(rest, far, known);
  while (leg !== null && rest.length > 1) {
    const removed = leg;
    legs.push(removed);
    rest = rest.filter((edge) => edge !== removed);
    leg = shortLeg(rest, far, known);
  }
  const clearance = (edge: HalfEdge, side: 1 | -1): number => clearanceAlong(edge, side, far);
  nodeShapes(node, rest, shapes, clearance);
  for (const cut of legs.toReversed()) putLeg(cut, { node, edges, rest, legs }, shapes, far);
}

type Around = {
  readonly node: Point2;
  readonly edges: readonly HalfEdge[];
  readonly rest: readonly HalfEdge[];
  readonly legs: readonly HalfEdge[];
};

function putLeg(leg: HalfEdge, around: Around, shapes: EndShapes, far: FarEnds): void {
  shapes[leg.index] = freeEnd(leg);
  const back = far.backFrom(leg);
  if (back === null) return;
  const { edges, rest, legs } = around;
  const place = edges.indexOf(leg);
  const [before, next] = [cyclic(edges, place - 1), cyclic(edges, place + 1)];
  // Two legs between the same walls would overlap: both keep square ends.
  if (legs.includes(before) || legs.includes(next)) return;
  const body = bodyOf(leg, back);
  if (rest.length === 1) {
    const side = determinantSign(before.dx, before.dy, leg.dx, leg.dy) > 0 ? 1 : -1;
    const outline = clipOutside(body, before, side);
    if (outline.length < 3) return;
    putRunning(before, leg, side, shapes);
    putCut({ leg, back, before, next }, outline, shapes);
    const inner = side === 1 ? leg : before;
    const corner = side === 1 ? shapes[leg.index]?.right : shapes[leg.index]?.left;
    setCorner(shapes, inner, corner === undefined ? [] : [corner]);
    return;
  }
  // The remainder of the leg is convex only if the neighbours leave less than half a turn for it.
  if (determinantSign(before.dx, before.dy, next.dx, next.dy) <= 0) return;
  const outline = clipOutside(clipOutside(body, before, 1), next, -1);
  if (outline.length < 3) return;
  putCut({ leg, back, before, next }, outline, shapes);
  putCornersOf({ leg, back, before, next }, shapes);
}

/** A leg seen from the node and from its other end, and its neighbours. */
type Leg = {
  readonly leg: HalfEdge;
  readonly back: HalfEdge;
  readonly before: HalfEdge;
  readonly next: HalfEdge;
};

/** The wall as a rectangle from the node to its other end, counter-clockwise from its right corner at the node. */
function bodyOf(leg: HalfEdge, back: HalfEdge): readonly Point2[] {
  return [
    squareCorner(leg, -1),
    squareCorner(back, 1),
    squareCorner(back, -1),
    squareCorner(leg, 1),
  ];
}

/** Distance of a point from a face of a wall, positive outside; mm. */
function outside(point: Point2, { origin, ux, uy, wall }: HalfEdge, side: 1 | -1): number {
  return side * ((point.y - origin.y) * ux - (point.x - origin.x) * uy) - wall.half;
}

/** The part of a convex outline outside a face of a wall. */
function clipOutside(points: readonly Point2[], wall: HalfEdge, side: 1 | -1): readonly Point2[] {
  return clippedBy(points, (point) => outside(point, wall, side));
}

/** Extends the only wall that meets a leg to the far face of the leg; it ends square if that would be a spike. */
function putRunning(runs: HalfEdge, leg: HalfEdge, side: 1 | -1, shapes: EndShapes): void {
  const free = freeEnd(runs);
  const cross = runs.ux * leg.uy - runs.uy * leg.ux;
  const along = (from: Point2): number => outside(from, leg, side) / (side * cross);
  const [toLeft, toRight] = [along(free.left), along(free.right)];
  const limit = SPIKE_LIMIT * Math.max(runs.wall.half, leg.wall.half) + ROUND_OFF_MM;
  const spike = Math.max(Math.abs(toLeft), Math.abs(toRight)) > limit;
  const on = (from: Point2, way: number): Point2 => ({
    x: from.x + runs.ux * way,
    y: from.y + runs.uy * way,
  });
  shapes[runs.index] = {
    ...free,
    ...(spike ? {} : { left: on(free.left, toLeft), right: on(free.right, toRight) }),
    next: leg.wall.id,
    nextKind: 'butt',
    before: leg.wall.id,
    beforeKind: 'butt',
  };
}

/** Sets the shape of a leg of which only `outline` remains outside its neighbours. */
function putCut(
  { leg, back, before, next }: Leg,
  outline: readonly Point2[],
  shapes: EndShapes,
): void {
  const place = (p: Point2): readonly [number, number] => [
    (p.x - leg.origin.x) * leg.ux + (p.y - leg.origin.y) * leg.uy,
    (p.y - leg.origin.y) * leg.ux - (p.x - leg.origin.x) * leg.uy,
  ];
  /** The corner furthest to one side (1 left); of several the nearest to the node (`end` 1) or the furthest (-1). */
  const furthest = (side: 1 | -1, end: 1 | -1): Point2 =>
    outline.reduce((best, point) => {
      const [[along, off], [bestAlong, bestOff]] = [place(point), place(best)];
      const more = side * (off - bestOff);
      return more > ROUND_OFF_MM || (more > -ROUND_OFF_MM && end * (bestAlong - along) > 0)
        ? point
        : best;
    });
  shapes[leg.index] = {
    ...freeEnd(leg),
    left: furthest(1, 1),
    right: furthest(-1, 1),
    next: next.wall.id,
    nextKind: 'tee',
    before: before.wall.id,
    beforeKind: 'tee',
    outline,
  };
  const far = { left: furthest(-1, -1), right: furthest(1, -1) };
  shapes[back.index] = { ...freeEnd(back), ...far, outline };
}

function setCorner(shapes: EndShapes, { index }: HalfEdge, corner: readonly Point2[]): void {
  const shape = shapes[index];
  if (shape !== undefined && shape !== null) shapes[index] = { ...shape, corner };
}

/**
 * Sets the outlines between a leg and its two neighbours; if the leg stands on only one of them, the outline runs
 * around the corner of the two.
 */
function putCornersOf({ leg, before, next }: Leg, shapes: EndShapes): void {
  const [own, a, c] = [shapes[leg.index], shapes[before.index], shapes[next.index]];
  if (own === undefined || own === null || a === undefined || c === undefined) return;
  if (a === null || c === null) return;
  const apex = [c.right, ...(c.rightMiddle === null ? [] : [c.rightMiddle]), a.left];
  const onBefore = outside(own.right, before, 1) < ROUND_OFF_MM * 100;
  const onNext = outside(own.left, next, -1) < ROUND_OFF_MM * 100;
  setCorner(shapes, leg, onBefore ? [own.right] : [own.right, ...apex]);
  setCorner(shapes, next, onNext ? [own.left] : [...apex, own.left]);
}

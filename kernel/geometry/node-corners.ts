/** @module the corners that walls meeting at one point share: mitre, step, bevel and butt. */

import { at, cyclic } from './indexed.ts';
import type { Point2 } from './vector.ts';
import { determinantSign } from './vector.ts';

/** How two neighbouring walls meet. */
export type JoinKind = 'miter' | 'butt' | 'tee' | 'step' | 'bevel' | 'none';

/** A wall seen from one point of its axis, outwards. */
export type HalfEdge = {
  /** Wall id; breaks ties, so that the order of the input never matters. */
  readonly id: string;
  /** Exact direction away from the node, integer micrometres. */
  readonly dx: number;
  readonly dy: number;
  /** Unit direction. */
  readonly ux: number;
  readonly uy: number;
  /** A point of the axis in mm: the node itself, or a wall end when the node lies beside the axis. */
  readonly origin: Point2;
  /** Half the thickness, mm. */
  readonly half: number;
  /** Length of the axis available on this side, mm. */
  readonly length: number;
  readonly butt: boolean;
};

/** The corner between a half edge and its counter-clockwise neighbour. */
export type PairCorner = {
  readonly kind: JoinKind;
  /** End of the left face of the first. */
  readonly left: Point2;
  /** End of the right face of the second. */
  readonly right: Point2;
  /** Point of a bevel on the line that parts the two; else null. */
  readonly middle: Point2 | null;
};

/** A mitre longer than this many half thicknesses becomes a bevel or a step. */
const SPIKE_LIMIT = 4;
/**
 * Far below the grid, mm: what lies exactly on a limit is within it wherever in the plane it stands,
 * though rounding differs from place to place.
 */
export const SLACK = 1e-6;
/** sin 0.6 rad: walls bent by less count as nearly in line. */
const NEARLY_COLLINEAR = 0.564_642_473_395_035_4;

/** Counter-clockwise order from +x, exact; equal directions by id. */
export function compareDirections(a: HalfEdge, b: HalfEdge): number {
  const halfA = a.dy > 0 || (a.dy === 0 && a.dx > 0) ? 0 : 1;
  const halfB = b.dy > 0 || (b.dy === 0 && b.dx > 0) ? 0 : 1;
  return (
    halfA - halfB ||
    0 - determinantSign(a.dx, a.dy, b.dx, b.dy) ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}

/** From the origin to the left face (`side` 1) or right face (-1), square to the axis. */
function faceOffset(edge: HalfEdge, side: 1 | -1): Point2 {
  return { x: 0 - side * edge.uy * edge.half, y: side * edge.ux * edge.half };
}

/** Point on the left face (`side` 1) or right face (-1) square to the axis at `origin`. */
export function squareCorner(edge: HalfEdge, side: 1 | -1): Point2 {
  const offset = faceOffset(edge, side);
  return { x: edge.origin.x + offset.x, y: edge.origin.y + offset.y };
}

/** From the square corner of `a` on `sideA` to that of `b` on `sideB`. */
function cornerGap(a: HalfEdge, sideA: 1 | -1, b: HalfEdge, sideB: 1 | -1): Point2 {
  const from = faceOffset(a, sideA);
  const to = faceOffset(b, sideB);
  return {
    x: b.origin.x - a.origin.x + (to.x - from.x),
    y: b.origin.y - a.origin.y + (to.y - from.y),
  };
}

/** Where the line along `u` meets the line along `v` that is `gap` away, as s; Infinity when parallel. */
function meetAt(gap: Point2, u: HalfEdge, v: HalfEdge): number {
  const cross = u.ux * v.uy - u.uy * v.ux;
  if (Math.abs(cross) < 1e-12) {
    return Infinity;
  }
  return (gap.x * v.uy - gap.y * v.ux) / cross;
}

function opposite({ x, y }: Point2): Point2 {
  return { x: 0 - x, y: 0 - y };
}

function along(p: Point2, edge: HalfEdge, distance: number): Point2 {
  return { x: p.x + edge.ux * distance, y: p.y + edge.uy * distance };
}

/**
 * Corner between `a` and its counter-clockwise neighbour `b`, mm, unrounded.
 * - Equal thickness or a clear angle: both faces end where they meet (miter).
 * - Nearly in line with unequal thickness: both end on the ray that halves the angle (step).
 * - A spike longer than four half thicknesses on the outside: both end square and the wedge between
 *   is halved (bevel).
 * - Faces that would meet beyond a wall's other end, and walls in the same direction: square (none).
 */
export function pairCorner(a: HalfEdge, b: HalfEdge): PairCorner {
  const left = squareCorner(a, 1);
  const right = squareCorner(b, -1);
  const square: PairCorner = { kind: 'none', left, right, middle: null };
  const turn = determinantSign(a.dx, a.dy, b.dx, b.dy);
  const dot = a.ux * b.ux + a.uy * b.uy;
  const cross = a.ux * b.uy - a.uy * b.ux;
  if (turn === 0 && dot > 0) {
    return square;
  }
  const gap = cornerGap(a, 1, b, -1);
  const s = meetAt(gap, a, b);
  const r = meetAt(opposite(gap), b, a);
  const limit = Math.max(a.half, b.half) * SPIKE_LIMIT + SLACK;
  const far = Math.abs(s) > limit || Math.abs(r) > limit;
  if (dot < 0 && Math.abs(cross) < NEARLY_COLLINEAR && (far || a.half === b.half)) {
    return stepCorner(a, b);
  }
  if (far && turn < 0) {
    const middle = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 };
    return { kind: 'bevel', left, right, middle };
  }
  if (s > a.length + SLACK || r > b.length + SLACK) {
    return square;
  }
  const corner = along(left, a, s);
  return { kind: 'miter', left: corner, right: corner, middle: null };
}

/** Both faces end on the bisecting ray; with n the face normals, offset t·2(na+nb)/|na+nb|². */
function stepCorner(a: HalfEdge, b: HalfEdge): PairCorner {
  const nx = b.uy - a.uy;
  const ny = a.ux - b.ux;
  const scale = 2 / (nx * nx + ny * ny);
  const left = {
    x: a.origin.x + nx * scale * a.half,
    y: a.origin.y + ny * scale * a.half,
  };
  if (a.half === b.half) {
    return { kind: 'miter', left, right: left, middle: null };
  }
  const right = {
    x: b.origin.x + nx * scale * b.half,
    y: b.origin.y + ny * scale * b.half,
  };
  return { kind: 'step', left, right, middle: null };
}

/** What one wall end gets: its corners seen outwards and the points between them. */
export type EndShape = {
  readonly left: Point2;
  readonly right: Point2;
  /** From `left` round the end to `right`, both excluded. */
  readonly between: readonly Point2[];
  /** Bevel point beside `right`, on the outline of what lies between the walls; else null. */
  readonly rightMiddle: Point2 | null;
  readonly joins: readonly { readonly with: string; readonly kind: JoinKind }[];
};

/** Shapes of all walls that share `node`, in the order of `edges`, which must be sorted. */
export function nodeShapes(node: Point2, edges: readonly HalfEdge[]): readonly EndShape[] {
  const [first, second] = edges;
  if (first === undefined) {
    return [];
  }
  if (edges.length === 1) {
    return [freeEnd(first)];
  }
  if (second !== undefined && edges.length === 2) {
    const butt = buttShapes(first, second);
    if (butt !== null) {
      return butt;
    }
  }
  const shapes: EndShape[] = [];
  let before = cyclic(edges, -1);
  let fromBefore = pairCorner(before, first);
  const closing = fromBefore;
  for (let i = 0; i < edges.length; i++) {
    const edge = at(edges, i);
    const next = edges[i + 1] ?? first;
    const toNext = i + 1 < edges.length ? pairCorner(edge, next) : closing;
    shapes.push({
      left: toNext.left,
      right: fromBefore.right,
      between:
        toNext.middle === null && fromBefore.middle === null
          ? [node]
          : [toNext.middle, node, fromBefore.middle].filter((point) => point !== null),
      rightMiddle: fromBefore.middle,
      joins: [
        { with: next.id, kind: toNext.kind },
        { with: before.id, kind: fromBefore.kind },
      ],
    });
    before = edge;
    fromBefore = toNext;
  }
  return shapes;
}

/** A square end without neighbour. */
export function freeEnd(edge: HalfEdge): EndShape {
  return {
    left: squareCorner(edge, 1),
    right: squareCorner(edge, -1),
    between: [],
    rightMiddle: null,
    joins: [],
  };
}

/**
 * A corner where one wall runs through to the far face of the other, which stops at its near face.
 * The wall marked `butt` stops; when both are, the thinner one, then the one with the larger id. Null
 * when neither is, or when the walls are nearly in line or meet so sharply that the end would be
 * longer than the spike limit: they are mitred then.
 */
function buttShapes(first: HalfEdge, second: HalfEdge): readonly EndShape[] | null {
  if (!first.butt && !second.butt) {
    return null;
  }
  const firstStops =
    first.butt === second.butt
      ? first.half < second.half || (first.half === second.half && first.id > second.id)
      : first.butt;
  const stops = firstStops ? first : second;
  const runs = firstStops ? second : first;
  const dot = first.ux * second.ux + first.uy * second.uy;
  const cross = first.ux * second.uy - first.uy * second.ux;
  const turn = determinantSign(first.dx, first.dy, second.dx, second.dy);
  if (turn === 0 || (dot < 0 && Math.abs(cross) < NEARLY_COLLINEAR)) {
    return null;
  }
  const shapes = buttWithin(runs, stops, Math.max(first.half, second.half) * SPIKE_LIMIT);
  if (shapes === null) {
    return null;
  }
  return firstStops ? [shapes.stops, shapes.runs] : [shapes.runs, shapes.stops];
}

type ButtShapes = { readonly runs: EndShape; readonly stops: EndShape };

function buttWithin(runs: HalfEdge, stops: HalfEdge, limit: number): ButtShapes | null {
  // `side` is the side of the running wall on which the other one stands.
  const side = determinantSign(runs.dx, runs.dy, stops.dx, stops.dy) > 0 ? 1 : -1;
  const other = side === 1 ? -1 : 1;
  const runsNear = meetAt(cornerGap(runs, side, stops, side), runs, stops);
  const runsFar = meetAt(cornerGap(runs, other, stops, side), runs, stops);
  const stopsInner = meetAt(cornerGap(stops, other, runs, side), stops, runs);
  const stopsOuter = meetAt(cornerGap(stops, side, runs, side), stops, runs);
  const reach = [runsNear, runsFar, stopsInner, stopsOuter].map((value) => Math.abs(value));
  if (Math.max(...reach) > Math.min(limit, runs.length, stops.length) + SLACK) {
    return null;
  }
  const shared = along(squareCorner(runs, side), runs, runsNear);
  const end = along(squareCorner(runs, other), runs, runsFar);
  const foot = along(squareCorner(stops, other), stops, stopsInner);
  const runShape: EndShape = {
    left: side === 1 ? shared : end,
    right: side === 1 ? end : shared,
    between: [],
    rightMiddle: null,
    joins: [{ with: stops.id, kind: 'butt' }],
  };
  const stopShape: EndShape = {
    left: side === 1 ? shared : foot,
    right: side === 1 ? foot : shared,
    between: [],
    rightMiddle: null,
    joins: [{ with: runs.id, kind: 'butt' }],
  };
  return { runs: runShape, stops: stopShape };
}

/** @module node corners: the corners of walls that meet at one point: mitres, steps, bevels and butt joints. */

import { at, cyclic } from '../indexed.ts';
import { divideOutline } from '../plan/outline-division.ts';
import {
  EQUAL_LENGTH_MM,
  NEARLY_COLLINEAR,
  NO_SINE,
  ROUND_OFF_MM,
  SAME_PLACE_MM,
  SHARPEST_TEE,
} from '../tolerances.ts';
import { determinantSign, type Point2 } from '../vector.ts';
import {
  facePath,
  freeCorner,
  meetFaces,
  meetLine,
  squareCorner,
  straightWay,
} from './face-paths.ts';
import type { HalfEdge } from './half-edge.ts';
import type { PreparedWall } from './wall-contacts.ts';

/** How two neighbouring walls meet. */
export type JoinKind = 'miter' | 'butt' | 'tee' | 'step' | 'bevel' | 'pinned' | 'none';

/** The corner between a half-edge and its counter-clockwise neighbour. */
export type PairCorner = {
  readonly kind: JoinKind;
  /** End of the left face of the first. */
  readonly left: Point2;
  /** End of the right face of the second. */
  readonly right: Point2;
  /** Bevel point on the line that separates the two; else null. */
  readonly middle: Point2 | null;
};

/**
 * Longest mitre, in half thicknesses of the thicker wall; a longer one becomes a bevel or a step. Also limits butt
 * joints.
 */
export const SPIKE_LIMIT = 4;
/**
 * Longest mitre of walls nearly in line, in half thicknesses of the thicker wall: its thickness; a longer one becomes a
 * step. At sin 30° or more no mitre is this long, so that the limit of the angle, 0.6 rad, changes no corner.
 */
const STEP_LIMIT = 2;

/** Vector from the origin to the left face (`side` 1) or right face (-1), perpendicular to the axis. */
function faceOffset({ wall, ux, uy }: HalfEdge, side: 1 | -1): Point2 {
  return { x: 0 - side * uy * wall.half, y: side * ux * wall.half };
}

/** Vector from the square corner of `a` on `sideA` to that of `b` on `sideB`. */
function cornerGap(a: HalfEdge, sideA: 1 | -1, b: HalfEdge, sideB: 1 | -1): Point2 {
  const from = faceOffset(a, sideA);
  const to = faceOffset(b, sideB);
  return {
    x: b.origin.x - a.origin.x + (to.x - from.x),
    y: b.origin.y - a.origin.y + (to.y - from.y),
  };
}

/** Parameter along `u` of its intersection with the line along `v` at distance `gap`; Infinity if parallel. */
function meetAt(gap: Point2, u: HalfEdge, v: HalfEdge): number {
  const cross = u.ux * v.uy - u.uy * v.ux;
  if (Math.abs(cross) < NO_SINE) return Infinity;
  return (gap.x * v.uy - gap.y * v.ux) / cross;
}

function pointAhead(p: Point2, edge: HalfEdge, distance: number): Point2 {
  return { x: p.x + edge.ux * distance, y: p.y + edge.uy * distance };
}

/** Clearance along a wall face (1 left, -1 right): the greatest distance from the node at which a corner may be, mm. */
export type Clearance = (edge: HalfEdge, side: 1 | -1) => number;

const WHOLE_LENGTH: Clearance = ({ wall }) => wall.length;

/** Distances from the node along `a` and its counter-clockwise neighbour `b` to the intersection of their faces, mm. */
export function cornerDistances(
  a: HalfEdge,
  b: HalfEdge,
): { readonly a: number; readonly b: number } {
  const gap = cornerGap(a, 1, b, -1);
  return { a: meetAt(gap, a, b), b: meetAt({ x: 0 - gap.x, y: 0 - gap.y }, b, a) };
}

/**
 * Corner between `a` and its counter-clockwise neighbour `b`, mm, unrounded.
 * - Equal thickness or a clear angle: both faces end at their intersection (mitre).
 * - Nearly collinear and drawn off their axes, or with faces that intersect further away than the thickness of the
 *   thicker wall: both end on the bisector (step). Mitre and step differ by at most half the difference of thicknesses,
 *   at right angles to the face.
 * - An outer spike longer than four half thicknesses: both end square, and the wedge between is halved (bevel).
 * - Faces that intersect beyond a wall's other end, and walls in the same direction: square (none).
 *
 * An arc takes part with its outermost facet, and with the following ones if the corner is further along it.
 */
export function pairCorner(a: HalfEdge, b: HalfEdge, clearance = WHOLE_LENGTH): PairCorner {
  if (a.bend === null && b.bend === null) return straightCorner(a, b, clearance);
  const plain = straightCorner(a, b, WITHOUT_END);
  return plain.kind === 'none' || plain.kind === 'bevel'
    ? plain
    : bentCorner(a, b, { plain, clearance });
}

const WITHOUT_END: Clearance = () => Infinity;

/** The corner of two faces, at least one of them of an arc, starting from the corner of their first facets. */
function bentCorner(
  a: HalfEdge,
  b: HalfEdge,
  { plain, clearance }: { readonly plain: PairCorner; readonly clearance: Clearance },
): PairCorner {
  const [s, r] = [distanceAlong(a, plain.left), distanceAlong(b, plain.right)];
  const fits = (edge: HalfEdge, side: 1 | -1, way: number): boolean =>
    way <= (edge.bend === null ? clearance(edge, side) : straightWay(edge, side)) + ROUND_OFF_MM;
  if (fits(a, 1, s) && fits(b, -1, r)) return plain;
  const back = Math.max(a.wall.half, b.wall.half) * SPIKE_LIMIT;
  if (plain.kind === 'step') return bentStep(a, b, { plain, back });
  const found = meetFaces(a, b, back);
  const isBeyond = (edge: HalfEdge, side: 1 | -1, way: number): boolean =>
    edge.bend === null && way > clearance(edge, side) + ROUND_OFF_MM;
  if (found === null || isBeyond(a, 1, found.a) || isBeyond(b, -1, found.b)) {
    // Faces that bend away from each other may not intersect: walls that continue each other then make a step on the
    // bisector.
    const continues = a.ux * b.ux + a.uy * b.uy < 0;
    return continues ? bentStep(a, b, { plain: stepCorner(a, b), back }) : squarePair(a, b);
  }
  return { kind: 'miter', left: found.point, right: found.point, middle: null };
}

/** Both faces end on the bisector of their first facets. */
function bentStep(
  a: HalfEdge,
  b: HalfEdge,
  { plain, back }: { readonly plain: PairCorner; readonly back: number },
): PairCorner {
  const { left: near, right: far } = plain;
  const ray = near.x === far.x && near.y === far.y ? [a.origin, near] : [near, far];
  const prolonged = { back, ahead: 0 };
  const left = meetLine(facePath(a, 1), ray, prolonged)?.point;
  const right = meetLine(facePath(b, -1), ray, prolonged)?.point;
  return left === undefined || right === undefined
    ? squarePair(a, b)
    : { kind: 'step', left, right, middle: null };
}

/** Distance of a point along the direction of a half-edge from its origin, mm. */
function distanceAlong({ origin, ux, uy }: HalfEdge, { x, y }: Point2): number {
  return (x - origin.x) * ux + (y - origin.y) * uy;
}

function straightCorner(a: HalfEdge, b: HalfEdge, clearance: Clearance): PairCorner {
  const [halfA, halfB] = [a.wall.half, b.wall.half];
  const dot = a.ux * b.ux + a.uy * b.uy;
  const cross = a.ux * b.uy - a.uy * b.ux;
  const turn = determinantSign(a.dx, a.dy, b.dx, b.dy);
  if (turn === 0 && dot > 0) return squarePair(a, b);
  // From the origins to the left face of `a` and the right face of `b`; scalars instead of points, because this is
  // the innermost loop of joining.
  const ax = 0 - a.uy * halfA;
  const ay = a.ux * halfA;
  const gapX = b.origin.x - a.origin.x + (b.uy * halfB - ax);
  const gapY = b.origin.y - a.origin.y + (0 - b.ux * halfB - ay);
  const parallel = Math.abs(cross) < NO_SINE;
  const s = parallel ? Infinity : (gapX * b.uy - gapY * b.ux) / cross;
  const r = parallel ? Infinity : (gapX * a.uy - gapY * a.ux) / cross;
  const inLine = dot < 0 && Math.abs(cross) < NEARLY_COLLINEAR;
  const limit = Math.max(halfA, halfB) * (inLine ? STEP_LIMIT : SPIKE_LIMIT) + ROUND_OFF_MM;
  const [fromA, fromB] = axesMeet(a, b) ?? NOWHERE;
  const far = Math.abs(s - fromA) > limit || Math.abs(r - fromB) > limit;
  const isOffset = a.side !== 0 || b.side !== 0;
  if (inLine && (far || isOffset || isEven(a, b))) return stepCorner(a, b);
  if (far && turn < 0) {
    const { left, right } = squarePair(a, b);
    const middle = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 };
    return { kind: 'bevel', left, right, middle };
  }
  if (s > clearance(a, 1) + ROUND_OFF_MM || r > clearance(b, -1) + ROUND_OFF_MM) {
    return squarePair(a, b);
  }
  const corner = { x: a.origin.x + ax + a.ux * s, y: a.origin.y + ay + a.uy * s };
  return { kind: 'miter', left: corner, right: corner, middle: null };
}

const NOWHERE: readonly [number, number] = [0, 0];

/**
 * Distances along two walls, at least one drawn off its axis, to the intersection of their axes, mm: spikes are
 * measured from there. Null if both were drawn on their axes, or are nearly collinear.
 */
function axesMeet(a: HalfEdge, b: HalfEdge): readonly [number, number] | null {
  const cross = a.ux * b.uy - a.uy * b.ux;
  const dot = a.ux * b.ux + a.uy * b.uy;
  const bent = Math.abs(cross) >= (dot < 0 ? NEARLY_COLLINEAR : SHARPEST_TEE);
  if ((a.side === 0 && b.side === 0) || !bent) return null;
  const gap = { x: b.origin.x - a.origin.x, y: b.origin.y - a.origin.y };
  return [meetAt(gap, a, b), meetAt({ x: 0 - gap.x, y: 0 - gap.y }, b, a)];
}

/** The point (mm) to which a wall end was drawn. */
function drawnTo({ origin, ux, uy, side }: HalfEdge): Point2 {
  return side === 0 ? origin : { x: origin.x - uy * side, y: origin.y + ux * side };
}

/**
 * Whether the faces meet on the bisector: both have the same distance from their drawn lines, which start at one point.
 */
function isEven(a: HalfEdge, b: HalfEdge): boolean {
  const even = Math.abs(a.wall.half - a.side - (b.wall.half + b.side)) <= ROUND_OFF_MM;
  if (a.side === 0 && b.side === 0) {
    return a.wall.half === b.wall.half && a.origin.x === b.origin.x && a.origin.y === b.origin.y;
  }
  const [from, to] = [drawnTo(a), drawnTo(b)];
  return even && isOnePoint(from, to);
}

function squarePair(a: HalfEdge, b: HalfEdge): PairCorner {
  return { kind: 'none', left: squareCorner(a, 1), right: squareCorner(b, -1), middle: null };
}

/** Both faces end on the bisector from their drawn points; with n the face normals, offset t·2(na+nb)/|na+nb|². */
function stepCorner(a: HalfEdge, b: HalfEdge): PairCorner {
  const nx = b.uy - a.uy;
  const ny = a.ux - b.ux;
  const scale = 2 / (nx * nx + ny * ny);
  const [from, to] = [drawnTo(a), drawnTo(b)];
  const [offA, offB] = [a.wall.half - a.side, b.wall.half + b.side];
  const left = { x: from.x + nx * scale * offA, y: from.y + ny * scale * offA };
  if (isEven(a, b)) return { kind: 'miter', left, right: left, middle: null };
  const right = { x: to.x + nx * scale * offB, y: to.y + ny * scale * offB };
  return { kind: 'step', left, right, middle: null };
}

/**
 * The shape of a wall end: its corners seen outwards, the points between them, and its neighbours with their joints.
 */
export type EndShape = {
  readonly left: Point2;
  readonly right: Point2;
  /** From `left` around the end to `right`, both excluded. */
  readonly between: readonly Point2[];
  /** Bevel point next to `right`, on the outline of the space between the walls; else null. */
  readonly rightMiddle: Point2 | null;
  /** Id of the wall at whose face it stops; else null. */
  readonly host: string | null;
  /** Ids of the counter-clockwise and clockwise neighbours; null if there is none. */
  readonly next: string | null;
  readonly nextKind: JoinKind;
  readonly before: string | null;
  readonly beforeKind: JoinKind;
  /** The whole outline of a wall too short for two separate ends; else null. */
  readonly outline: readonly Point2[] | null;
  /** The points at which an end that starts outside the face of its host meets that face, beyond `left` and `right`. */
  readonly feet?: { readonly left: Point2 | null; readonly right: Point2 | null };
  /**
   * Outline of the space between this wall and the one before it, at the corner, if it differs from the two ends;
   * else null.
   */
  readonly corner: readonly Point2[] | null;
};

/** Shapes by the index of their half-edge; null if not set. */
export type EndShapes = (EndShape | null)[];

/**
 * Sets the shapes of all walls that share `node`; `edges` must be in order of direction. Returns false if a wall is
 * too short for a corner with a neighbour, so that they overlap.
 */
export function nodeShapes(
  node: Point2,
  edges: readonly HalfEdge[],
  shapes: EndShapes,
  clearance = WHOLE_LENGTH,
): boolean {
  const [first, second] = edges;
  if (first === undefined) return true;
  if (second === undefined) {
    shapes[first.index] = freeEnd(first);
    return true;
  }
  if (edges.length === 2 && putButt(first, second, shapes)) return true;
  const corners = edges.map((edge, i) => pairCorner(edge, edges[i + 1] ?? first, clearance));
  const isOffset = edges.some(({ side }) => side !== 0);
  const fits = corners.every(({ kind }) => kind !== 'none');
  const parts = isOffset && fits ? divideOffsetEnds(edges, corners) : null;
  const centre = [node];
  for (const [i, edge] of edges.entries()) {
    const [toNext, fromBefore] = [at(corners, i), cyclic(corners, i - 1)];
    const ends = { left: toNext.left, right: fromBefore.right };
    const between = parts?.[i] ?? betweenAt(centre, toNext, fromBefore);
    shapes[edge.index] = {
      ...(isOffset ? withoutSpikes(edge, { ...ends, between }) : { ...ends, between }),
      rightMiddle: fromBefore.middle,
      host: null,
      next: cyclic(edges, i + 1).wall.id,
      nextKind: toNext.kind,
      before: cyclic(edges, i - 1).wall.id,
      beforeKind: fromBefore.kind,
      outline: null,
      corner: null,
    };
  }
  return fits;
}

/** Path of an end around the node, over adjacent bevel points. */
function betweenAt(
  centre: readonly Point2[],
  toNext: PairCorner,
  fromBefore: PairCorner,
): readonly Point2[] {
  if (toNext.middle === null && fromBefore.middle === null) return centre;
  return [toNext.middle, ...centre, fromBefore.middle].filter((point) => point !== null);
}

/**
 * The points between the corners of each end, if a wall was drawn off its axis: the space between all corners is
 * divided among the ends, because the drawn point may be anywhere. At a step the longer end gets the space.
 */
function divideOffsetEnds(
  edges: readonly HalfEdge[],
  corners: readonly PairCorner[],
): readonly (readonly Point2[])[] {
  const partings = corners.map((corner, i) =>
    partingOf(corner, [at(edges, i), cyclic(edges, i + 1)]),
  );
  const shares = edges.map((_, i) => [
    cyclic(partings, i - 1),
    cyclic(corners, i - 1).right,
    at(corners, i).left,
    at(partings, i),
  ]);
  const holds = (share: number, point: Point2): boolean => {
    const edge = at(edges, share);
    return Math.abs(offOf(edge, point)) <= edge.wall.half + SAME_PLACE_MM;
  };
  return divideOutline(shares, holds).map((way, i) => {
    const [from, , , to] = at(shares, i);
    return [to, ...way, from].filter((point) => point !== undefined);
  });
}

type EndPoints = Pick<EndShape, 'left' | 'right' | 'between'>;

/** Removes spikes, which run along a face past its corner and straight back. */
function withoutSpikes(edge: HalfEdge, { left, right, between }: EndPoints): EndPoints {
  const isOn = (point: Point2, face: 1 | -1, corner: Point2): boolean =>
    Math.abs(offOf(edge, point) - face * edge.wall.half) <= SAME_PLACE_MM &&
    distanceAlong(edge, point) > distanceAlong(edge, corner);
  const from = between.findLastIndex((point) => isOn(point, 1, left));
  const rest = between.slice(from + 1);
  const to = rest.findIndex((point) => isOn(point, -1, right));
  const ends = { left: from < 0 ? left : at(between, from), right: to < 0 ? right : at(rest, to) };
  const way = [ends.left, ...(to < 0 ? rest : rest.slice(0, to)), ends.right];
  for (let i = 1; i + 1 < way.length; i++) {
    if (!isOnePoint(at(way, i - 1), at(way, i + 1))) continue;
    way.splice(i, 2);
    i = Math.max(0, i - 2);
  }
  return { ...ends, between: way.slice(1, -1) };
}

function isOnePoint(a: Point2, b: Point2): boolean {
  return Math.abs(a.x - b.x) <= SAME_PLACE_MM && Math.abs(a.y - b.y) <= SAME_PLACE_MM;
}

/**
 * The point at which the space between the corners changes from the first end to the second; at a step, the corner of
 * the longer end.
 */
function partingOf(
  { kind, left, middle, right }: PairCorner,
  [a, b]: readonly [HalfEdge, HalfEdge],
): Point2 {
  if (middle !== null) return middle;
  if (kind === 'none') return { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 };
  return kind === 'step' && a.wall.half - a.side > b.wall.half + b.side ? right : left;
}

/** Distance of a point to the left of the axis of a half-edge, mm. */
function offOf({ origin, ux, uy }: HalfEdge, { x, y }: Point2): number {
  return (y - origin.y) * ux - (x - origin.x) * uy;
}

/** A square end without neighbours. */
export function freeEnd(edge: HalfEdge): EndShape {
  return cornersOnly(freeCorner(edge, 1), freeCorner(edge, -1), null);
}

/** An end without points between its corners and with at most the neighbour `next`, as `butt`. */
function cornersOnly(left: Point2, right: Point2, next: string | null): EndShape {
  return { ...BARE_END, left, right, next };
}

/** The fields of an end without neighbours. */
export const BARE_END: Omit<EndShape, 'left' | 'right' | 'next'> = {
  between: [],
  rightMiddle: null,
  host: null,
  nextKind: 'butt',
  before: null,
  beforeKind: 'none',
  outline: null,
  corner: null,
};

/**
 * A butt joint of two walls: one runs through to the far face of the other, which stops at its near face. The wall
 * marked `butt` stops; if both are, the last by `compareRunning`. Returns false, without setting shapes, if neither
 * is marked, the walls are nearly collinear, or they meet so sharply that the end would exceed the spike limit: they
 * are mitred then.
 */
function putButt(first: HalfEdge, second: HalfEdge, shapes: EndShapes): boolean {
  const [one, other] = [first.wall, second.wall];
  const [firstButts, secondButts] = [stopsAt(one, other), stopsAt(other, one)];
  if (!firstButts && !secondButts) return false;
  const firstStops = firstButts === secondButts ? compareRunning(one, other) > 0 : firstButts;
  const stops = firstStops ? first : second;
  const runs = firstStops ? second : first;
  const dot = first.ux * second.ux + first.uy * second.uy;
  const cross = first.ux * second.uy - first.uy * second.ux;
  const turn = determinantSign(first.dx, first.dy, second.dx, second.dy);
  if (turn === 0 || (dot < 0 && Math.abs(cross) < NEARLY_COLLINEAR)) return false;
  const found = buttWithin(runs, stops, Math.max(one.half, other.half) * SPIKE_LIMIT);
  if (found === null) return false;
  shapes[runs.index] = found.runs;
  shapes[stops.index] = found.stops;
  return true;
}

/**
 * Whether a wall stops at another one with a common end: it is marked `butt`, or it is infill, the other is not, and
 * neither has a marked joint.
 */
function stopsAt({ wall }: PreparedWall, { wall: other }: PreparedWall): boolean {
  if (wall.join === 'butt') return true;
  const isOpen = wall.join === undefined && other.join === undefined;
  return isOpen && wall.infill === true && other.infill !== true;
}

/** Order in which walls run through if all are marked to stop: the thickest, then the longest, then the smallest id. */
export function compareRunning(a: PreparedWall, b: PreparedWall): number {
  const longer = Math.abs(a.length - b.length) > EQUAL_LENGTH_MM ? b.length - a.length : 0;
  return b.half - a.half || longer || (a.id < b.id ? -1 : 1);
}

type ButtShapes = { readonly runs: EndShape; readonly stops: EndShape };

function buttWithin(runs: HalfEdge, stops: HalfEdge, limit: number): ButtShapes | null {
  // `side` is the side of the running wall on which the other one is.
  const side = determinantSign(runs.dx, runs.dy, stops.dx, stops.dy) > 0 ? 1 : -1;
  const other = side === 1 ? -1 : 1;
  const runsNear = meetAt(cornerGap(runs, side, stops, side), runs, stops);
  const runsFar = meetAt(cornerGap(runs, other, stops, side), runs, stops);
  const stopsInner = meetAt(cornerGap(stops, other, runs, side), stops, runs);
  const stopsOuter = meetAt(cornerGap(stops, side, runs, side), stops, runs);
  const reach = [runsNear, runsFar, stopsInner, stopsOuter].map((value) => Math.abs(value));
  const straight = [runs, stops].flatMap((edge) => [straightWay(edge, 1), straightWay(edge, -1)]);
  const most = Math.min(limit, runs.wall.length, stops.wall.length, ...straight);
  if (Math.max(...reach) > most + ROUND_OFF_MM) return null;
  const shared = pointAhead(squareCorner(runs, side), runs, runsNear);
  const end = pointAhead(squareCorner(runs, other), runs, runsFar);
  const foot = pointAhead(squareCorner(stops, other), stops, stopsInner);
  const leftSide = side === 1;
  return {
    runs: cornersOnly(leftSide ? shared : end, leftSide ? end : shared, stops.wall.id),
    stops: cornersOnly(leftSide ? shared : foot, leftSide ? foot : shared, runs.wall.id),
  };
}

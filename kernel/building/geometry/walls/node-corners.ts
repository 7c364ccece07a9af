/** @module the corners that walls meeting at one point share: mitre, step, bevel and butt. */

import { at, cyclic } from '../indexed.ts';
import { partedAmong } from '../plan/parted.ts';
import type { Point2 } from '../vector.ts';
import { determinantSign } from '../vector.ts';
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
export type JoinKind = 'miter' | 'butt' | 'tee' | 'step' | 'bevel' | 'none';

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
export const SPIKE_LIMIT = 4;
/**
 * Far below the grid, mm: what lies exactly on a limit is within it wherever in the plane it stands,
 * though rounding differs from place to place.
 */
export const SLACK = 1e-6;
/** Sine of the angle below which two axes never meet. */
const PARALLEL = 1e-12;
/** sin 0.6 rad: walls bent by less count as nearly in line. */
export const NEARLY_COLLINEAR = 0.564_642_473_395_035_4;

/** From the origin to the left face (`side` 1) or right face (-1), square to the axis. */
function faceOffset({ wall, ux, uy }: HalfEdge, side: 1 | -1): Point2 {
  return { x: 0 - side * uy * wall.half, y: side * ux * wall.half };
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
  if (Math.abs(cross) < PARALLEL) {
    return Infinity;
  }
  return (gap.x * v.uy - gap.y * v.ux) / cross;
}

function along(p: Point2, edge: HalfEdge, distance: number): Point2 {
  return { x: p.x + edge.ux * distance, y: p.y + edge.uy * distance };
}

/** Where a corner may lie at most along a face (1 left, -1 right) of a wall, mm. */
export type Room = (edge: HalfEdge, side: 1 | -1) => number;

const WHOLE_LENGTH: Room = ({ wall }) => wall.length;

/** Distances from the node along `a` and its counter-clockwise neighbour `b` to where their faces meet, mm. */
export function cornerDistances(
  a: HalfEdge,
  b: HalfEdge,
): { readonly a: number; readonly b: number } {
  const gap = cornerGap(a, 1, b, -1);
  return { a: meetAt(gap, a, b), b: meetAt({ x: 0 - gap.x, y: 0 - gap.y }, b, a) };
}

/**
 * Corner between `a` and its counter-clockwise neighbour `b`, mm, unrounded.
 * - Equal thickness or a clear angle: both faces end where they meet (miter).
 * - Nearly in line with unequal thickness, or drawn beside their axes: both end on the ray that halves the angle (step).
 * - A spike longer than four half thicknesses on the outside: both end square and the wedge between
 *   is halved (bevel).
 * - Faces that would meet beyond a wall's other end, and walls in the same direction: square (none).
 *
 * An arc takes part with the facets at its end, and with those behind them where the corner lies further along it.
 */
export function pairCorner(a: HalfEdge, b: HalfEdge, room = WHOLE_LENGTH): PairCorner {
  if (a.bend === null && b.bend === null) return straightCorner(a, b, room);
  const plain = straightCorner(a, b, WITHOUT_END);
  return plain.kind === 'none' || plain.kind === 'bevel'
    ? plain
    : bentCorner(a, b, { plain, room });
}

const WITHOUT_END: Room = () => Infinity;

/** The corner of two faces of which at least one is that of an arc, from that of the lines of their first facets. */
function bentCorner(
  a: HalfEdge,
  b: HalfEdge,
  { plain, room }: { readonly plain: PairCorner; readonly room: Room },
): PairCorner {
  const [s, r] = [distanceAlong(a, plain.left), distanceAlong(b, plain.right)];
  const fits = (edge: HalfEdge, side: 1 | -1, way: number): boolean =>
    way <= (edge.bend === null ? room(edge, side) : straightWay(edge, side)) + SLACK;
  if (fits(a, 1, s) && fits(b, -1, r)) return plain;
  const back = Math.max(a.wall.half, b.wall.half) * SPIKE_LIMIT;
  if (plain.kind === 'step') return bentStep(a, b, { plain, back });
  const found = meetFaces(a, b, back);
  const isBeyond = (edge: HalfEdge, side: 1 | -1, way: number): boolean =>
    edge.bend === null && way > room(edge, side) + SLACK;
  if (found === null || isBeyond(a, 1, found.a) || isBeyond(b, -1, found.b)) {
    // Faces that bend away from each other need not meet: walls that go on from each other step on the ray between them.
    const goesOn = a.ux * b.ux + a.uy * b.uy < 0;
    return goesOn ? bentStep(a, b, { plain: stepCorner(a, b), back }) : squarePair(a, b);
  }
  return { kind: 'miter', left: found.point, right: found.point, middle: null };
}

/** Both faces end on the ray that halves the angle between their first facets. */
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

/** How far a point lies along the direction of a half edge from its origin, mm. */
function distanceAlong({ origin, ux, uy }: HalfEdge, { x, y }: Point2): number {
  return (x - origin.x) * ux + (y - origin.y) * uy;
}

function straightCorner(a: HalfEdge, b: HalfEdge, room: Room): PairCorner {
  const [halfA, halfB] = [a.wall.half, b.wall.half];
  const dot = a.ux * b.ux + a.uy * b.uy;
  const cross = a.ux * b.uy - a.uy * b.ux;
  const turn = determinantSign(a.dx, a.dy, b.dx, b.dy);
  if (turn === 0 && dot > 0) {
    return squarePair(a, b);
  }
  // From the origins to the left face of `a` and the right face of `b`; as numbers, not as points,
  // because this runs once for every two neighbours of a plan.
  const ax = 0 - a.uy * halfA;
  const ay = a.ux * halfA;
  const gapX = b.origin.x - a.origin.x + (b.uy * halfB - ax);
  const gapY = b.origin.y - a.origin.y + (0 - b.ux * halfB - ay);
  const parallel = Math.abs(cross) < PARALLEL;
  const s = parallel ? Infinity : (gapX * b.uy - gapY * b.ux) / cross;
  const r = parallel ? Infinity : (gapX * a.uy - gapY * a.ux) / cross;
  const limit = Math.max(halfA, halfB) * SPIKE_LIMIT + SLACK;
  const [fromA, fromB] = axesMeet(a, b) ?? NOWHERE;
  const far = Math.abs(s - fromA) > limit || Math.abs(r - fromB) > limit;
  const beside = a.side !== 0 || b.side !== 0;
  if (dot < 0 && Math.abs(cross) < NEARLY_COLLINEAR && (far || beside || isEven(a, b))) {
    return stepCorner(a, b);
  }
  if (far && turn < 0) {
    const { left, right } = squarePair(a, b);
    const middle = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 };
    return { kind: 'bevel', left, right, middle };
  }
  if (s > room(a, 1) + SLACK || r > room(b, -1) + SLACK) {
    return squarePair(a, b);
  }
  const corner = { x: a.origin.x + ax + a.ux * s, y: a.origin.y + ay + a.uy * s };
  return { kind: 'miter', left: corner, right: corner, middle: null };
}

/** Sine of the least angle at which walls that were drawn beside their axes are seen from where these meet. */
const CLEAR = 0.173_648_177_666_930_3;
const NOWHERE: readonly [number, number] = [0, 0];

/**
 * How far along walls of which one was drawn beside its axis their axes meet, mm: spikes are measured from there, however
 * they were drawn. Null where both were drawn on their axes, or run nearly in line.
 */
function axesMeet(a: HalfEdge, b: HalfEdge): readonly [number, number] | null {
  const cross = a.ux * b.uy - a.uy * b.ux;
  const dot = a.ux * b.ux + a.uy * b.uy;
  const bent = Math.abs(cross) >= (dot < 0 ? NEARLY_COLLINEAR : CLEAR);
  if ((a.side === 0 && b.side === 0) || !bent) return null;
  const gap = { x: b.origin.x - a.origin.x, y: b.origin.y - a.origin.y };
  return [meetAt(gap, a, b), meetAt({ x: 0 - gap.x, y: 0 - gap.y }, b, a)];
}

/** The point to which a wall end was drawn, mm. */
function drawnTo({ origin, ux, uy, side }: HalfEdge): Point2 {
  return side === 0 ? origin : { x: origin.x - uy * side, y: origin.y + ux * side };
}

/** Whether faces equally far from where they were drawn meet on the ray that halves their angle: where both begin at the same point. */
function isEven(a: HalfEdge, b: HalfEdge): boolean {
  const even = Math.abs(a.wall.half - a.side - (b.wall.half + b.side)) <= SLACK;
  if (a.side === 0 && b.side === 0) {
    return a.wall.half === b.wall.half && a.origin.x === b.origin.x && a.origin.y === b.origin.y;
  }
  const [from, to] = [drawnTo(a), drawnTo(b)];
  return even && isOnePoint(from, to);
}

/** What rounding of the axes leaves between points that were drawn as one, mm. */
const DRAWN_MM = 0.002;

function squarePair(a: HalfEdge, b: HalfEdge): PairCorner {
  return { kind: 'none', left: squareCorner(a, 1), right: squareCorner(b, -1), middle: null };
}

/** Both faces end on the bisecting ray from where they were drawn; with n the face normals, offset t·2(na+nb)/|na+nb|². */
function stepCorner(a: HalfEdge, b: HalfEdge): PairCorner {
  const nx = b.uy - a.uy;
  const ny = a.ux - b.ux;
  const scale = 2 / (nx * nx + ny * ny);
  const [from, to] = [drawnTo(a), drawnTo(b)];
  const [offA, offB] = [a.wall.half - a.side, b.wall.half + b.side];
  const left = { x: from.x + nx * scale * offA, y: from.y + ny * scale * offA };
  if (isEven(a, b)) {
    return { kind: 'miter', left, right: left, middle: null };
  }
  const right = { x: to.x + nx * scale * offB, y: to.y + ny * scale * offB };
  return { kind: 'step', left, right, middle: null };
}

/** What one wall end gets: its corners seen outwards, the points between them, and whom it meets how. */
export type EndShape = {
  readonly left: Point2;
  readonly right: Point2;
  /** From `left` round the end to `right`, both excluded. */
  readonly between: readonly Point2[];
  /** Bevel point beside `right`, on the outline of what lies between the walls; else null. */
  readonly rightMiddle: Point2 | null;
  /** Id of the wall at whose face it stops; else null. */
  readonly host: string | null;
  /** Ids of the neighbours counter-clockwise and clockwise; null without one. */
  readonly next: string | null;
  readonly nextKind: JoinKind;
  readonly before: string | null;
  readonly beforeKind: JoinKind;
  /** The whole outline of a wall that its neighbours leave too little of for two ends; else null. */
  readonly outline: readonly Point2[] | null;
  /** Where the end of a wall that starts beside the face of its host meets that face, beyond `left` or `right`. */
  readonly feet?: { readonly left: Point2 | null; readonly right: Point2 | null };
  /** Outline of what lies between this wall and that before it, at the corner, where it is not that of both ends; else null. */
  readonly corner: readonly Point2[] | null;
};

/** Shapes by the index of their half edge; null where none was put. */
export type EndShapes = (EndShape | null)[];

/**
 * Puts the shapes of all walls that share `node`; `edges` must be in order of direction. Answers false when a wall has no
 * room for its corner with a neighbour, so that they overlap.
 */
export function nodeShapes(
  node: Point2,
  edges: readonly HalfEdge[],
  shapes: EndShapes,
  room = WHOLE_LENGTH,
): boolean {
  const [first, second] = edges;
  if (first === undefined) {
    return true;
  }
  if (second === undefined) {
    shapes[first.index] = freeEnd(first);
    return true;
  }
  if (edges.length === 2 && putButt(first, second, shapes)) {
    return true;
  }
  const corners = edges.map((edge, i) => pairCorner(edge, edges[i + 1] ?? first, room));
  const beside = edges.some(({ side }) => side !== 0);
  const fits = corners.every(({ kind }) => kind !== 'none');
  const parts = beside && fits ? partsBeside(edges, corners) : null;
  const centre = [node];
  for (const [i, edge] of edges.entries()) {
    const [toNext, fromBefore] = [at(corners, i), cyclic(corners, i - 1)];
    const ends = { left: toNext.left, right: fromBefore.right };
    const between = parts?.[i] ?? betweenAt(centre, toNext, fromBefore);
    shapes[edge.index] = {
      ...(beside ? withoutSpikes(edge, { ...ends, between }) : { ...ends, between }),
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

/** The way of an end round the node, over the bevel points beside it. */
function betweenAt(
  centre: readonly Point2[],
  toNext: PairCorner,
  fromBefore: PairCorner,
): readonly Point2[] {
  if (toNext.middle === null && fromBefore.middle === null) return centre;
  return [toNext.middle, ...centre, fromBefore.middle].filter((point) => point !== null);
}

/**
 * The points between the corners of ends of which one was drawn beside its axis: what lies between all of them is parted
 * by itself, as the point to which they were drawn may lie anywhere. Of a step that has the end of the one which goes
 * further out.
 */
function partsBeside(
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
    return Math.abs(offOf(edge, point)) <= edge.wall.half + DRAWN_MM;
  };
  return partedAmong(shares, holds).map((way, i) => {
    const [from, , , to] = at(shares, i);
    return [to, ...way, from].filter((point) => point !== undefined);
  });
}

type EndPoints = Pick<EndShape, 'left' | 'right' | 'between'>;

/** The way round an end without what runs along a face to its corner and straight back. */
function withoutSpikes(edge: HalfEdge, { left, right, between }: EndPoints): EndPoints {
  const isOn = (point: Point2, face: 1 | -1, corner: Point2): boolean =>
    Math.abs(offOf(edge, point) - face * edge.wall.half) <= DRAWN_MM &&
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
  return Math.abs(a.x - b.x) <= DRAWN_MM && Math.abs(a.y - b.y) <= DRAWN_MM;
}

/** Where what lies between the corners begins to be that of the second of two: of a step where the one ends that goes further out. */
function partingOf(
  { kind, left, middle, right }: PairCorner,
  [a, b]: readonly [HalfEdge, HalfEdge],
): Point2 {
  if (middle !== null) return middle;
  if (kind === 'none') return { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 };
  return kind === 'step' && a.wall.half - a.side > b.wall.half + b.side ? right : left;
}

/** How far to the left of the axis of a half edge a point is, mm. */
function offOf({ origin, ux, uy }: HalfEdge, { x, y }: Point2): number {
  return (y - origin.y) * ux - (x - origin.x) * uy;
}

/** A square end without neighbour. */
export function freeEnd(edge: HalfEdge): EndShape {
  return cornersOnly(freeCorner(edge, 1), freeCorner(edge, -1), null);
}

/** An end without points between its corners that meets at most the wall `next`, as `butt`. */
function cornersOnly(left: Point2, right: Point2, next: string | null): EndShape {
  return {
    left,
    right,
    between: NO_POINTS,
    rightMiddle: null,
    host: null,
    next,
    nextKind: 'butt',
    before: null,
    beforeKind: 'none',
    outline: null,
    corner: null,
  };
}

const NO_POINTS: readonly Point2[] = [];

/**
 * A corner where one wall runs through to the far face of the other, which stops at its near face.
 * The wall marked `butt` stops; when both are, that which `compareRunning` puts last. Puts
 * nothing and answers false when neither is, or when the walls are nearly in line or meet so sharply
 * that the end would be longer than the spike limit: they are mitred then.
 */
function putButt(first: HalfEdge, second: HalfEdge, shapes: EndShapes): boolean {
  const [one, other] = [first.wall, second.wall];
  const [firstButts, secondButts] = [stopsAt(one, other), stopsAt(other, one)];
  if (!firstButts && !secondButts) {
    return false;
  }
  const firstStops = firstButts === secondButts ? compareRunning(one, other) > 0 : firstButts;
  const stops = firstStops ? first : second;
  const runs = firstStops ? second : first;
  const dot = first.ux * second.ux + first.uy * second.uy;
  const cross = first.ux * second.uy - first.uy * second.ux;
  const turn = determinantSign(first.dx, first.dy, second.dx, second.dy);
  if (turn === 0 || (dot < 0 && Math.abs(cross) < NEARLY_COLLINEAR)) {
    return false;
  }
  const found = buttWithin(runs, stops, Math.max(one.half, other.half) * SPIKE_LIMIT);
  if (found === null) {
    return false;
  }
  shapes[runs.index] = found.runs;
  shapes[stops.index] = found.stops;
  return true;
}

/** Whether a wall is to stop at another where both end: it is marked so, or fills in between such as the other. */
function stopsAt({ wall }: PreparedWall, { wall: other }: PreparedWall): boolean {
  if (wall.join === 'butt') return true;
  const isOpen = wall.join === undefined && other.join === undefined;
  return isOpen && wall.infill === true && other.infill !== true;
}

/** Lengths that differ by less are equal: walls turned aslant end on the grid, mm. */
const EQUAL_MM = 0.1;

/** Of walls that are all to stop that first which runs: the thickest, then the longest, then that with the smallest id. */
export function compareRunning(a: PreparedWall, b: PreparedWall): number {
  const longer = Math.abs(a.length - b.length) > EQUAL_MM ? b.length - a.length : 0;
  return b.half - a.half || longer || (a.id < b.id ? -1 : 1);
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
  const straight = [runs, stops].flatMap((edge) => [straightWay(edge, 1), straightWay(edge, -1)]);
  const most = Math.min(limit, runs.wall.length, stops.wall.length, ...straight);
  if (Math.max(...reach) > most + SLACK) {
    return null;
  }
  const shared = along(squareCorner(runs, side), runs, runsNear);
  const end = along(squareCorner(runs, other), runs, runsFar);
  const foot = along(squareCorner(stops, other), stops, stopsInner);
  const leftSide = side === 1;
  return {
    runs: cornersOnly(leftSide ? shared : end, leftSide ? end : shared, stops.wall.id),
    stops: cornersOnly(leftSide ? shared : foot, leftSide ? foot : shared, runs.wall.id),
  };
}

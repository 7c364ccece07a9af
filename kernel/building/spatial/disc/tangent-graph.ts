/**
 * @module tangent graph: the segments of shortest paths of a disc: arcs around corners and the tangents between them.
 */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { at } from '../../geometry/indexed.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { Corner, FreeSpace } from './free-space.ts';
import { isClear, SLACK_MM, sidesNear } from './free-space.ts';
import { distanceTo } from './plan-distance.ts';

/**
 * Path of the centre of a disc that rolls around a corner without crossing a side: from the unit vector `from`,
 * counter-clockwise by `sweep` radians, at the radius of the disc.
 */
export type Arc = {
  readonly centre: Point2;
  readonly from: Point2;
  readonly to: Point2;
  readonly sweep: number;
};

/** A position on an arc, `turn` radians from its start. */
export type ArcPlace = { readonly arc: number; readonly turn: number };

/** An end of a tangent on an arc. `other` is the node at the other end of the tangent. */
export type Node = ArcPlace & {
  readonly point: Point2;
  readonly other: number;
  readonly length_mm: number;
};

/** The arcs for one radius, with the nodes on each arc in ascending order of `turn`. */
export type TangentGraph = {
  readonly space: FreeSpace;
  readonly radius: number;
  readonly arcs: readonly Arc[];
  readonly nodes: readonly Node[];
  readonly onArc: readonly (readonly number[])[];
};

/** A straight path from a point to a position on an arc. */
export type Tangent = ArcPlace & { readonly point: Point2; readonly length_mm: number };

/** Number of arcs examined between two checkpoints. */
const STOP_AFTER = 4;
/** Tolerance for angles on an arc, radians. */
const TURN_SLACK = 1e-9;

/** Builds the graph for a disc of this radius, mm. */
export function tangentGraphOf(space: FreeSpace, radius: number): TangentGraph {
  const arcs = space.corners.flatMap((corner) => freeArcs(space, corner, radius));
  const nodes: Node[] = [];
  const onArc: number[][] = arcs.map(() => []);
  for (let a = 0; a < arcs.length; a++) {
    if (a % STOP_AFTER === 0) {
      checkpoint({ done: a, total: arcs.length, doing: 'finding ways round corners' });
    }
    for (let b = a + 1; b < arcs.length; b++) {
      for (const { here, there } of tangentsBetween(at(arcs, a), at(arcs, b), radius)) {
        if (!isClear(space, { a: here.point, b: there.point }, radius)) continue;
        const length_mm = segmentLengthMm(here.point, there.point);
        const first = nodes.length;
        nodes.push({ arc: a, ...here, other: first + 1, length_mm });
        nodes.push({ arc: b, ...there, other: first, length_mm });
        at(onArc, a).push(first);
        at(onArc, b).push(first + 1);
      }
    }
  }
  for (const list of onArc) {
    list.sort((m, n) => at(nodes, m).turn - at(nodes, n).turn || m - n);
  }
  return { space, radius, arcs, nodes, onArc };
}

type End = { readonly turn: number; readonly point: Point2 };

/** Angle of a unit vector from the start of an arc, radians; null if it is outside the arc. */
function turnOn({ from, sweep }: Arc, u: Point2): number | null {
  const turn = Math.atan2(from.x * u.y - from.y * u.x, from.x * u.x + from.y * u.y);
  if (turn < -TURN_SLACK || turn > sweep + TURN_SLACK) return null;
  return Math.min(Math.max(turn, 0), sweep);
}

/** Whether `turnOn` can return an angle; a fast test without trigonometry. */
function mayBeOn({ from, to }: Arc, u: Point2): boolean {
  return from.x * u.y - from.y * u.x >= -TURN_SLACK && u.x * to.y - u.y * to.x >= -TURN_SLACK;
}

function endOn(arc: Arc, u: Point2, radius: number): End | null {
  if (!mayBeOn(arc, u)) return null;
  const turn = turnOn(arc, u);
  const { x, y } = arc.centre;
  return turn === null ? null : { turn, point: { x: x + radius * u.x, y: y + radius * u.y } };
}

/** The outer and inner common tangents of two arcs. */
function tangentsBetween(
  a: Arc,
  b: Arc,
  radius: number,
): readonly { readonly here: End; readonly there: End }[] {
  const [dx, dy] = [b.centre.x - a.centre.x, b.centre.y - a.centre.y];
  const distance = Math.sqrt(dx * dx + dy * dy);
  if (distance <= SLACK_MM) return [];
  const [ux, uy] = [dx / distance, dy / distance];
  const found: { here: End; there: End }[] = [];
  const add = (u: Point2, v: Point2): void => {
    if (!mayBeOn(a, u) || !mayBeOn(b, v)) return;
    const [here, there] = [endOn(a, u, radius), endOn(b, v, radius)];
    if (here !== null && there !== null) found.push({ here, there });
  };
  for (const side of [1, -1] as const) {
    const straight = { x: -uy * side, y: ux * side };
    add(straight, straight);
    const cosine = (2 * radius) / distance;
    if (cosine > 1) continue;
    const sine = Math.sqrt(1 - cosine * cosine) * side;
    const crossed = { x: ux * cosine - uy * sine, y: uy * cosine + ux * sine };
    add(crossed, { x: -crossed.x, y: -crossed.y });
  }
  return found;
}

/** Straight paths from a point to the arcs that are visible from it. */
export function tangentsFrom(graph: TangentGraph, point: Point2): readonly Tangent[] {
  const { arcs, radius, space } = graph;
  const found: Tangent[] = [];
  for (const [i, arc] of arcs.entries()) {
    const [dx, dy] = [point.x - arc.centre.x, point.y - arc.centre.y];
    const distance = Math.sqrt(dx * dx + dy * dy);
    if (distance < radius - SLACK_MM) continue;
    const cosine = Math.min(radius / distance, 1);
    const [ux, uy] = [dx / distance, dy / distance];
    for (const side of [1, -1] as const) {
      const sine = Math.sqrt(1 - cosine * cosine) * side;
      const end = endOn(arc, { x: ux * cosine - uy * sine, y: uy * cosine + ux * sine }, radius);
      if (end === null || !isClear(space, { a: point, b: end.point }, radius)) continue;
      found.push({ arc: i, ...end, length_mm: segmentLengthMm(point, end.point) });
    }
  }
  return found;
}

/** The parts of the arc around a corner on which no other side is closer to the disc's centre than the radius. */
function freeArcs(space: FreeSpace, corner: Corner, radius: number): readonly Arc[] {
  const { point, from, to, sweep, sides } = corner;
  const near = sidesNear(space, { a: point, b: point }, 2 * radius)
    .filter((side) => !sides.includes(side))
    .map((side) => at(space.grid.edges, side));
  if (near.length === 0) return [{ centre: point, from, to, sweep }];
  const placeAt = (turn: number): Point2 => {
    const u = rotated(from, turn);
    return { x: point.x + radius * u.x, y: point.y + radius * u.y };
  };
  const isFree = (turn: number): boolean => {
    const place = placeAt(turn);
    return near.every((edge) => distanceTo(edge, place) >= radius - SLACK_MM);
  };
  const turns = new Set([0, sweep]);
  for (const { a, b } of near) {
    for (const angle of criticalAngles(point, a, b, radius)) {
      const turn = angle - Math.atan2(from.y, from.x);
      const round = turn - Math.floor(turn / (2 * Math.PI)) * 2 * Math.PI;
      if (round > 0 && round < sweep) turns.add(round);
    }
  }
  const sorted = [...turns].toSorted((m, n) => m - n);
  const arcs: Arc[] = [];
  let start: number | null = null;
  for (let i = 0; i + 1 < sorted.length; i++) {
    const [low, high] = [at(sorted, i), at(sorted, i + 1)];
    const free = isFree((low + high) / 2);
    if (free) start ??= low;
    if (start !== null && (!free || i + 2 === sorted.length)) {
      const end = free ? high : low;
      arcs.push({
        centre: point,
        from: rotated(from, start),
        to: rotated(from, end),
        sweep: end - start,
      });
      start = null;
    }
  }
  return arcs;
}

/** Rotates a unit vector counter-clockwise; angle in radians. */
export function rotated({ x, y }: Point2, turn: number): Point2 {
  const [cosine, sine] = [Math.cos(turn), Math.sin(turn)];
  return { x: x * cosine - y * sine, y: x * sine + y * cosine };
}

/** Angles at which the centre of the disc is exactly one radius away from the segment a-b or from its line. */
function criticalAngles(centre: Point2, a: Point2, b: Point2, radius: number): readonly number[] {
  const found: number[] = [];
  for (const end of [a, b]) {
    const [dx, dy] = [end.x - centre.x, end.y - centre.y];
    const half = Math.sqrt(dx * dx + dy * dy) / (2 * radius);
    if (half > 1 || half === 0) continue;
    const angle = Math.atan2(dy, dx);
    found.push(angle - Math.acos(half), angle + Math.acos(half));
  }
  const length = segmentLengthMm(a, b);
  const normal = { x: (a.y - b.y) / length, y: (b.x - a.x) / length };
  const off = normal.x * (centre.x - a.x) + normal.y * (centre.y - a.y);
  const angle = Math.atan2(normal.y, normal.x);
  for (const wanted of [radius, -radius]) {
    const cosine = (wanted - off) / radius;
    if (Math.abs(cosine) > 1) continue;
    found.push(angle - Math.acos(cosine), angle + Math.acos(cosine));
  }
  return found;
}

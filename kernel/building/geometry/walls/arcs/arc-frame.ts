/** @module arc frame: the outline of an arc wall as two faceted faces and two ends. */

import { at } from '../../indexed.ts';
import { SAME_PLACE_MM } from '../../tolerances.ts';
import type { Point2 } from '../../vector.ts';
import type { StraightWall } from '../wall-contacts.ts';
import type { WallFootprint } from '../wall-joins.ts';
import { radialAt } from './arc.ts';
import type { Chain } from './chain.ts';
import { wallAxis } from './wall-axis.ts';

/** A face from start to end, mm, and the stations of its corners along the arc. */
type Face = { readonly points: readonly Point2[]; readonly stations: readonly number[] };

/** The faces and ends of an arc wall; mm. */
export type ArcFrame = {
  /** Points around the start from the left face to the right one, and around the end back, inclusive. */
  readonly startChain: readonly Point2[];
  readonly endChain: readonly Point2[];
  /** Distance along the arc of the projection of a point. */
  readonly station: (point: Point2) => number;
  /** Intersection of a face with the ray from the centre of the arc at a station. */
  readonly pointAt: (side: 'left' | 'right', station: number) => Point2;
  /** The corners of a face strictly between two stations, from start to end. */
  readonly bends: (side: 'left' | 'right', from: number, to: number) => readonly Point2[];
};

/** The frame; null if the outline lacks a corner of an end. */
export function arcFrame(
  wall: StraightWall,
  chain: Chain,
  { ring, startCorners, endCorners }: WallFootprint,
): ArcFrame | null {
  const find = (p: Point2): number => ring.findIndex((q) => q.x === p.x && q.y === p.y);
  const [right, left] = [find(startCorners.right), find(endCorners.left)];
  const [rightEnd, leftStart] = [find(endCorners.right), find(startCorners.left)];
  if (Math.min(right, left, rightEnd, leftStart) < 0) return null;
  const pathBetween = (begin: number, finish: number): Point2[] => {
    const points = [at(ring, begin)];
    for (let i = begin; i !== finish; i = (i + 1) % ring.length) {
      points.push(at(ring, (i + 1) % ring.length));
    }
    return points;
  };
  const station = wallAxis(wall).along;
  const faceOf = (points: readonly Point2[]): Face => ({
    points,
    stations: points.map((point) => station(point)),
  });
  const faces = {
    right: faceOf(pathBetween(right, rightEnd)),
    left: faceOf(pathBetween(left, leftStart).toReversed()),
  };
  if (!isAscending(faces.left) || !isAscending(faces.right)) return null;
  return {
    startChain: pathBetween(leftStart, right),
    endChain: pathBetween(rightEnd, left),
    station,
    pointAt: (side, where) => rayPoint(chain, faces[side], where),
    bends: (side, from, to) =>
      faces[side].points.filter((_, i) => {
        const own = at(faces[side].stations, i);
        const isEnd = i === 0 || i === faces[side].points.length - 1;
        return !isEnd && own > from + SAME_PLACE_MM && own < to - SAME_PLACE_MM;
      }),
  };
}

function isAscending({ stations }: Face): boolean {
  return stations.every((value, i) => i === 0 || value > at(stations, i - 1));
}

function rayPoint({ arc }: Chain, { points, stations }: Face, where: number): Point2 {
  const known = stations.findIndex((station) => Math.abs(station - where) < SAME_PLACE_MM);
  if (known >= 0) return at(points, known);
  const after = stations.findIndex((station) => station > where);
  const k = Math.max(1, after < 0 ? points.length - 1 : after);
  const [a, b] = [at(points, k - 1), at(points, k)];
  const ray = radialAt(arc, where);
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const [px, py] = [a.x - arc.centre.x, a.y - arc.centre.y];
  const share = (py * ray.x - px * ray.y) / (dx * ray.y - dy * ray.x);
  return { x: a.x + dx * share, y: a.y + dy * share };
}

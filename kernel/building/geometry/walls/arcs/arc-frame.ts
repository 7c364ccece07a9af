/** @module arc frame: the outline of an arc wall taken apart into two faces of facets and two ends. */

import { at } from '../../indexed.ts';
import type { Point2 } from '../../vector.ts';
import type { StraightWall } from '../wall-contacts.ts';
import type { WallFootprint } from '../wall-joins.ts';
import { ONE_CORNER_MM, radialAt } from './arc.ts';
import type { Chain } from './chain.ts';
import { wallAxis } from './wall-axis.ts';

/** A face from the start to the end, mm; the stations of its corners along the arc. */
type Face = { readonly points: readonly Point2[]; readonly stations: readonly number[] };

/** The faces and ends of an arc wall. */
export type ArcFrame = {
  readonly startChain: readonly Point2[];
  readonly endChain: readonly Point2[];
  readonly station: (point: Point2) => number;
  /** Where the ray at a station meets a face. */
  readonly pointAt: (side: 'left' | 'right', station: number) => Point2;
  /** The corners of a face between two stations, both excluded, from the start to the end. */
  readonly bends: (side: 'left' | 'right', from: number, to: number) => readonly Point2[];
};

/** Null when the outline has lost a corner. */
export function arcFrame(
  wall: StraightWall,
  chain: Chain,
  { ring, startCorners, endCorners }: WallFootprint,
): ArcFrame | null {
  const find = (p: Point2): number => ring.findIndex((q) => q.x === p.x && q.y === p.y);
  const [right, left] = [find(startCorners.right), find(endCorners.left)];
  const [rightEnd, leftStart] = [find(endCorners.right), find(startCorners.left)];
  if (Math.min(right, left, rightEnd, leftStart) < 0) return null;
  const stretch = (begin: number, finish: number): Point2[] => {
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
    right: faceOf(stretch(right, rightEnd)),
    left: faceOf(stretch(left, leftStart).toReversed()),
  };
  if (!rises(faces.left) || !rises(faces.right)) return null;
  return {
    startChain: stretch(leftStart, right),
    endChain: stretch(rightEnd, left),
    station,
    pointAt: (side, where) => meet(chain, faces[side], where),
    bends: (side, from, to) =>
      faces[side].points.filter((_, i) => {
        const own = at(faces[side].stations, i);
        const isEnd = i === 0 || i === faces[side].points.length - 1;
        return !isEnd && own > from + ONE_CORNER_MM && own < to - ONE_CORNER_MM;
      }),
  };
}

function rises({ stations }: Face): boolean {
  return stations.every((value, i) => i === 0 || value > at(stations, i - 1));
}

function meet({ arc }: Chain, { points, stations }: Face, where: number): Point2 {
  const known = stations.findIndex((station) => Math.abs(station - where) < ONE_CORNER_MM);
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

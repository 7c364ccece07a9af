/** @module meet paths: the first intersection of two polylines, extended at their ends. */

import { at } from '../../indexed.ts';
import { LAST_DIGIT_MM, NO_SINE } from '../../tolerances.ts';
import type { Point2 } from '../../vector.ts';

/** An intersection: distances along each path from its first corner, negative before it; mm. */
export type Meeting = { readonly point: Point2; readonly a: number; readonly b: number };

/** Extensions of a path before its first and after its last corner, mm. */
export type Prolonged = { readonly back: number; readonly ahead: number };

/** A side of a path with its unit direction. */
type Piece = {
  readonly from: Point2;
  readonly ux: number;
  readonly uy: number;
  /** Distance of `from` along the path. */
  readonly begin: number;
  /** Interval of distances from `from` that belong to the side, including extensions. */
  readonly least: number;
  readonly most: number;
};

function piecesOf(path: readonly Point2[], { back, ahead }: Prolonged): readonly Piece[] {
  let begin = 0;
  const pieces: Piece[] = [];
  for (let k = 0; k + 1 < path.length; k++) {
    const [from, to] = [at(path, k), at(path, k + 1)];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.sqrt(dx * dx + dy * dy);
    if (!(length > 0)) continue;
    pieces.push({
      from,
      ux: dx / length,
      uy: dy / length,
      begin,
      least: (k === 0 ? 0 - back : 0) - LAST_DIGIT_MM,
      most: length + (k + 2 === path.length ? ahead : 0) + LAST_DIGIT_MM,
    });
    begin += length;
  }
  return pieces;
}

type Paths = readonly [
  readonly [readonly Point2[], Prolonged],
  readonly [readonly Point2[], Prolonged],
];

/** Selects among several intersections. */
type Wanted = {
  /** Weight of the distance along the second path. */
  readonly shareB: 0 | 1;
  /** Side of the second path onto which the first continues: 1 left, -1 right, 0 either. */
  readonly onto: 1 | 0 | -1;
};

/**
 * The intersection with the shortest distance along both paths; the distance before a first corner counts as
 * positive.
 */
export function meetPaths(...paths: Paths): Meeting | null {
  return nearest(paths, { shareB: 1, onto: 0 });
}

/**
 * The intersection nearest to the first corner of the first path; with `onto`, only those where it continues to the
 * left (1) or right (-1) of the second.
 */
export function meetNearest(
  first: Paths[0],
  second: Paths[1],
  onto: 1 | 0 | -1 = 0,
): Meeting | null {
  return nearest([first, second], { shareB: 0, onto });
}

function nearest([[pathA, byA], [pathB, byB]]: Paths, { shareB, onto }: Wanted): Meeting | null {
  const piecesB = piecesOf(pathB, byB);
  let best: Meeting | null = null;
  let shortest = Infinity;
  for (const a of piecesOf(pathA, byA)) {
    if (a.begin > shortest) break;
    for (const b of piecesB) {
      if (a.begin + shareB * b.begin > shortest) break;
      const cross = a.ux * b.uy - a.uy * b.ux;
      if (Math.abs(cross) < NO_SINE || onto * cross > 0) continue;
      const [gx, gy] = [b.from.x - a.from.x, b.from.y - a.from.y];
      const s = (gx * b.uy - gy * b.ux) / cross;
      const r = (gx * a.uy - gy * a.ux) / cross;
      if (s < a.least || s > a.most || r < b.least || r > b.most) continue;
      const distance = Math.abs(a.begin + s) + shareB * Math.abs(b.begin + r);
      if (distance >= shortest) continue;
      shortest = distance;
      const point = { x: a.from.x + a.ux * s, y: a.from.y + a.uy * s };
      best = { point, a: a.begin + s, b: b.begin + r };
    }
  }
  return best;
}

/** @module meet paths: where two lines of facets, both prolonged backwards, meet first. */

import { at } from '../../indexed.ts';
import type { Point2 } from '../../vector.ts';

/** A meeting: how far along each path from its first corner, negative before it; mm. */
export type Meeting = { readonly point: Point2; readonly a: number; readonly b: number };

/** How a path is prolonged: no further than this before its first corner (mm), and without end or not behind its last. */
export type Prolonged = { readonly back: number; readonly ahead: number };

const ROUNDING = 1e-9;

type Piece = {
  readonly from: Point2;
  readonly ux: number;
  readonly uy: number;
  readonly begin: number;
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
      least: (k === 0 ? 0 - back : 0) - ROUNDING,
      most: length + (k + 2 === path.length ? ahead : 0) + ROUNDING,
    });
    begin += length;
  }
  return pieces;
}

type Paths = readonly [
  readonly [readonly Point2[], Prolonged],
  readonly [readonly Point2[], Prolonged],
];

/** Which of several meetings is looked for: `shareB` is how much of the way along the second path counts. */
type Wanted = {
  readonly shareB: 0 | 1;
  /** On which side of the second path the first goes on: 1 left, -1 right, 0 either. */
  readonly onto: 1 | 0 | -1;
};

/** The meeting with the shortest way along both paths; of prolonged paths one behind the first corner goes before others. */
export function meetPaths(...paths: Paths): Meeting | null {
  return nearest(paths, { shareB: 1, onto: 0 });
}

/** The meeting nearest to the first corner of the first path; where `onto` says so only one where it goes on to the left (1) or right (-1) of the second. */
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
      if (Math.abs(cross) < 1e-12 || onto * cross > 0) continue;
      const [gx, gy] = [b.from.x - a.from.x, b.from.y - a.from.y];
      const s = (gx * b.uy - gy * b.ux) / cross;
      const r = (gx * a.uy - gy * a.ux) / cross;
      if (s < a.least || s > a.most || r < b.least || r > b.most) continue;
      const way = Math.abs(a.begin + s) + shareB * Math.abs(b.begin + r);
      if (way >= shortest) continue;
      shortest = way;
      const point = { x: a.from.x + a.ux * s, y: a.from.y + a.uy * s };
      best = { point, a: a.begin + s, b: b.begin + r };
    }
  }
  return best;
}

/** @module self-intersection: self-intersections of a polyline. */
import type { Point } from './points.ts';

/** Maximum number of segment pairs that are compared. */
export const MAX_PAIRS = 4_000_000;
/** Comparisons of pairs that take as long as reading one value. */
const PAIRS_PER_READ = 8;

type Segment = {
  readonly at: number;
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
};

/** Indices of two segments, from 0; `none`; or `too_many` if not all pairs could be compared. */
export type Meeting = readonly [number, number] | 'none' | 'too_many';

/**
 * The first two segments that are closer than `nearer` without being adjacent, or that are adjacent and overlap. The
 * polyline counts as closed if its ends are closer than `nearer`.
 *
 * @param spend called with the number of reads that take as long as the comparisons: many outlines can share their points
 */
export function selfIntersection(
  points: readonly Point[],
  nearer: number,
  spend: (reads: number) => void,
): Meeting {
  const segments = segmentsOf(points);
  const count = segments.length;
  const [start, end] = [segments[0], segments.at(-1)];
  const isClosed =
    start !== undefined &&
    end !== undefined &&
    Math.abs(start.ax - end.bx) < nearer &&
    Math.abs(start.ay - end.by) < nearer;
  const sorted = segments.toSorted((p, q) => Math.min(p.ax, p.bx) - Math.min(q.ax, q.bx));
  let pairs = 0;
  for (const [i, p] of sorted.entries()) {
    const before = pairs;
    const right = Math.max(p.ax, p.bx) + nearer;
    for (let j = i + 1; j < count; j += 1) {
      const q = sorted[j];
      if (q === undefined || Math.min(q.ax, q.bx) > right) break;
      pairs += 1;
      if (pairs > MAX_PAIRS) return 'too_many';
      const [first, second] = p.at < q.at ? [p, q] : [q, p];
      if (meet(first, second, { nearer, gap: gapOf(first.at, second.at, isClosed ? count : 0) })) {
        return [first.at, second.at];
      }
    }
    spend(Math.ceil((pairs - before) / PAIRS_PER_READ));
  }
  return 'none';
}

function segmentsOf(points: readonly Point[]): readonly Segment[] {
  return points.slice(1).map(([bx = 0, by = 0], at) => {
    const [ax = 0, ay = 0] = points[at] ?? [];
    return { at, ax, ay, bx, by };
  });
}

type Gap = 'follows' | 'closes' | 'apart';

/** Adjacency of a segment and a later one. */
function gapOf(first: number, second: number, around: number): Gap {
  if (second === first + 1) return 'follows';
  return around > 2 && first === 0 && second === around - 1 ? 'closes' : 'apart';
}

type Rule = { readonly nearer: number; readonly gap: Gap };

function meet(p: Segment, q: Segment, { nearer, gap }: Rule): boolean {
  if (gap === 'follows') {
    return isNear(q.bx, q.by, p, nearer) || isNear(p.ax, p.ay, q, nearer);
  }
  if (gap === 'closes') {
    return isNear(q.ax, q.ay, p, nearer) || isNear(p.bx, p.by, q, nearer);
  }
  return (
    crosses(p, q) ||
    isNear(p.ax, p.ay, q, nearer) ||
    isNear(p.bx, p.by, q, nearer) ||
    isNear(q.ax, q.ay, p, nearer) ||
    isNear(q.bx, q.by, p, nearer)
  );
}

/** Whether the ends of each segment are on opposite sides of the other one. */
function crosses(p: Segment, q: Segment): boolean {
  const a = side(p, q.ax, q.ay) * side(p, q.bx, q.by);
  const b = side(q, p.ax, p.ay) * side(q, p.bx, p.by);
  return a < 0 && b < 0;
}

function side({ ax, ay, bx, by }: Segment, x: number, y: number): number {
  return Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
}

function isNear(x: number, y: number, { ax, ay, bx, by }: Segment, nearer: number): boolean {
  const [ux, uy] = [bx - ax, by - ay];
  const square = ux * ux + uy * uy;
  const along = square === 0 ? 0 : ((x - ax) * ux + (y - ay) * uy) / square;
  const t = Math.min(1, Math.max(0, along));
  return (x - ax - t * ux) ** 2 + (y - ay - t * uy) ** 2 < nearer * nearer;
}

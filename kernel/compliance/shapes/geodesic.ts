/** @module geodesic: shortest ways of a point inside an outline with holes. */
import { at, cyclic } from '../../geometry/indexed.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { locatePoint } from '../../geometry/plan/polygon.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { orientation, pointInMicrometres, segmentLengthMm } from '../../geometry/vector.ts';

type Side = { readonly a: Point2; readonly b: Point2 };

/** An area with its sides and the corners round which ways bend; sides in micrometres. */
export type Walked = {
  readonly outline: Ring;
  readonly holes: readonly Ring[];
  readonly sides: readonly Side[];
  /** Corners that jut into the area, mm. */
  readonly bends: readonly Point2[];
};

/** The area inside a counter-clockwise outline and outside of clockwise holes. */
export function walkedArea(outline: Ring, holes: readonly Ring[]): Walked {
  const sides: Side[] = [];
  const bends: Point2[] = [];
  for (const ring of [outline, ...holes]) {
    for (const [i, corner] of ring.entries()) {
      const [before, here, next] = [cyclic(ring, i - 1), corner, cyclic(ring, i + 1)].map(
        pointInMicrometres,
      );
      if (before === undefined || here === undefined || next === undefined) continue;
      sides.push({ a: here, b: next });
      if (orientation(before, here, next) < 0) bends.push(corner);
    }
  }
  return { outline, holes, sides, bends };
}

function isInside({ outline, holes }: Walked, point: Point2): boolean {
  return (
    locatePoint(point, outline) !== 'outside' &&
    holes.every((hole) => locatePoint(point, hole) !== 'inside')
  );
}

/** Whether a straight line between two points (mm) stays in the area; it may run along its sides. */
export function sees(area: Walked, from: Point2, to: Point2): boolean {
  const [p, q] = [pointInMicrometres(from), pointInMicrometres(to)];
  const touched: number[] = [0, 1];
  const length2 = (q.x - p.x) ** 2 + (q.y - p.y) ** 2;
  if (length2 === 0) return true;
  for (const { a, b } of area.sides) {
    const [pa, pb] = [orientation(p, q, a), orientation(p, q, b)];
    if (pa * pb < 0 && orientation(a, b, p) * orientation(a, b, q) < 0) return false;
    if (pa === 0) {
      const share = ((a.x - p.x) * (q.x - p.x) + (a.y - p.y) * (q.y - p.y)) / length2;
      if (share > 0 && share < 1) touched.push(share);
    }
  }
  const shares = touched.toSorted((one, other) => one - other);
  return shares.slice(1).every((share, i) => {
    const middle = (share + at(shares, i)) / 2;
    return isInside(area, {
      x: from.x + (to.x - from.x) * middle,
      y: from.y + (to.y - from.y) * middle,
    });
  });
}

/** Lengths of the shortest ways from one point to each of the others, mm; `Infinity` where there is none. */
export function waysFrom(area: Walked, from: Point2, to: readonly Point2[]): readonly number[] {
  const straight = to.map((point) =>
    sees(area, from, point) ? segmentLengthMm(from, point) : Infinity,
  );
  if (area.bends.length === 0 || straight.every((length) => length < Infinity)) return straight;
  const reached = bendsFrom(area, from);
  return to.map((point, i) => {
    let best = at(straight, i);
    if (best < Infinity) return best;
    for (const [k, bend] of area.bends.entries()) {
      const length = at(reached, k) + segmentLengthMm(bend, point);
      if (length < best && sees(area, bend, point)) best = length;
    }
    return best;
  });
}

/** Lengths of the shortest ways to each bend, by Dijkstra's algorithm over the bends that see each other. */
function bendsFrom(area: Walked, from: Point2): readonly number[] {
  const { bends } = area;
  const length = bends.map((bend) =>
    sees(area, from, bend) ? segmentLengthMm(from, bend) : Infinity,
  );
  const open = new Set(bends.keys());
  while (open.size > 0) {
    let next = -1;
    for (const k of open) if (next < 0 || at(length, k) < at(length, next)) next = k;
    open.delete(next);
    if (at(length, next) === Infinity) break;
    for (const k of open) {
      const through = at(length, next) + segmentLengthMm(at(bends, next), at(bends, k));
      if (through < at(length, k) && sees(area, at(bends, next), at(bends, k))) length[k] = through;
    }
  }
  return length;
}

/** @module largest disc: the largest circle in an outline that touches no obstacle. */
import { at, cyclic } from '../../../building/geometry/indexed.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { ringBounds } from '../../../building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';

export type Disc = { readonly centre: Point2; readonly radius: number };

/** The search stops when no square can improve the radius by more than this, mm; the centre is then refined to this, mm. */
const FINEST_MM = 10;
const POLISHED_MM = 1e-4;
/** Number of additional squares that are refined at the end. */
const OTHERS = 3;
/** An additional square is refined only if it may improve the radius by more than this, mm. */
const WORTH_MM = 0.5;
/** Maximum number of squares to examine: a long room has many equally good squares, and the first one is enough. */
const MAX_SQUARES = 3000;

/** Sides as a flat array, ring after ring, for speed: the search computes distances to all of them many times. */
type Sides = {
  readonly ends: Float64Array;
  /** The end of each ring in `ends`: first the outline, then the obstacles. */
  readonly stops: readonly number[];
};

function sidesOf(rings: readonly Ring[]): Sides {
  const ends: number[] = [];
  const stops: number[] = [];
  for (const ring of rings) {
    for (const [i, a] of ring.entries()) {
      const b = cyclic(ring, i + 1);
      ends.push(a.x, a.y, b.x, b.y);
    }
    stops.push(ends.length);
  }
  return { ends: Float64Array.from(ends), stops };
}

/** Vector from the nearest point of the side at `i` to (x, y). */
function vectorFrom(ends: Float64Array, i: number, x: number, y: number): Point2 {
  const [ax, ay] = [at(ends, i), at(ends, i + 1)];
  const [dx, dy] = [at(ends, i + 2) - ax, at(ends, i + 3) - ay];
  const length2 = dx * dx + dy * dy;
  const along = length2 === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / length2;
  const t = Math.max(0, Math.min(1, along));
  return { x: x - ax - t * dx, y: y - ay - t * dy };
}

/** Distance to the nearest side, negative outside the outline or inside an obstacle. */
function clearance({ ends, stops }: Sides, x: number, y: number): number {
  let nearest = Infinity;
  let free = true;
  let i = 0;
  for (const [ring, stop] of stops.entries()) {
    let inside = false;
    for (; i < stop; i += 4) {
      const [ax, ay, bx, by] = [at(ends, i), at(ends, i + 1), at(ends, i + 2), at(ends, i + 3)];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
      const d = vectorFrom(ends, i, x, y);
      nearest = Math.min(nearest, d.x * d.x + d.y * d.y);
    }
    if (inside !== (ring === 0)) free = false;
  }
  return (free ? 1 : -1) * Math.sqrt(nearest);
}

type Square = {
  readonly x: number;
  readonly y: number;
  readonly half: number;
  readonly own: number;
  readonly best: number;
};

function square(sides: Sides, x: number, y: number, half: number): Square {
  const own = clearance(sides, x, y);
  return { x, y, half, own, best: own + half * Math.SQRT2 };
}

/** A heap with the square of the greatest possible radius on top. */
class Heap {
  readonly #items: Square[] = [];

  push(item: Square): void {
    const items = this.#items;
    items.push(item);
    for (let i = items.length - 1; i > 0;) {
      const parent = (i - 1) >> 1;
      if (at(items, parent).best >= item.best) break;
      items[i] = at(items, parent);
      items[parent] = item;
      i = parent;
    }
  }

  pop(): Square | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return top;
    items[0] = last;
    for (let i = 0; ;) {
      let child = 2 * i + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && at(items, child + 1).best > at(items, child).best) child++;
      if (at(items, child).best <= last.best) break;
      items[i] = at(items, child);
      items[child] = last;
      i = child;
    }
    return top;
  }
}

/**
 * The largest circle in `outline` that touches no obstacle, to about 0.001 mm; null if there is no free area. The radius
 * is in mm. Squares are divided while they may contain a better centre (as in mapbox/polylabel); then the centre is
 * refined along the normals of the nearest sides.
 */
export function largestDisc(outline: Ring, obstacles: readonly Ring[]): Disc | null {
  const sides = sidesOf([outline, ...obstacles]);
  const { min, max } = ringBounds(outline);
  const [width, depth] = [max.x - min.x, max.y - min.y];
  const heap = new Heap();
  const cell = Math.min(width, depth);
  if (!(cell > 0)) return null;
  const half = cell / 2;
  for (let i = 0; i < Math.ceil(width / cell - 1e-9); i++) {
    for (let j = 0; j < Math.ceil(depth / cell - 1e-9); j++) {
      heap.push(square(sides, min.x + half + i * cell, min.y + half + j * cell, half));
    }
  }
  let best = square(sides, (min.x + max.x) / 2, (min.y + max.y) / 2, 0);
  for (let examined = 0; examined < MAX_SQUARES; examined++) {
    const next = heap.pop();
    if (next === undefined || next.best - best.own <= FINEST_MM) break;
    if (next.own > best.own) best = next;
    const quarter = next.half / 2;
    for (const [dx, dy] of [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ] as const) {
      const part = square(sides, next.x + dx * quarter, next.y + dy * quarter, quarter);
      if (part.best > best.own) heap.push(part);
      if (part.own > best.own) best = part;
    }
  }
  if (best.own <= 0) return null;
  let top = refine(sides, best);
  // A centre that is slightly worse than the best one may become better after refinement.
  for (let tried = 0; tried < OTHERS; tried++) {
    const next = heap.pop();
    if (next === undefined || next.best <= top.own + WORTH_MM) break;
    const other = next.own > 0 ? refine(sides, next) : top;
    if (other.own > top.own) top = other;
  }
  return { centre: { x: top.x, y: top.y }, radius: top.own };
}

type Centre = { readonly x: number; readonly y: number; readonly own: number };

/** A side near the disc: its distance from the centre moved by (dx, dy) is `nx * dx + ny * dy + gap`. */
type Hold = { readonly nx: number; readonly ny: number; readonly gap: number };

/** Sides that can limit the disc after a move of up to `step`, nearest first. */
function holdsNear({ ends }: Sides, { x, y, own }: Centre, step: number): readonly Hold[] {
  const holds: Hold[] = [];
  for (let i = 0; i < ends.length; i += 4) {
    const d = vectorFrom(ends, i, x, y);
    const gap = Math.sqrt(d.x * d.x + d.y * d.y);
    if (gap > own + 2 * step || gap === 0) continue;
    holds.push({ nx: d.x / gap, ny: d.y / gap, gap });
  }
  return holds.toSorted((a, b) => a.gap - b.gap).slice(0, MAX_HOLDS);
}

/** Greatest number of sides in the linear program of a move. */
const MAX_HOLDS = 6;

/** The move within `step` that maximises the distance to the nearest of the sides: a linear program, by its corners. */
function bestMove(
  holds: readonly Hold[],
  step: number,
): { readonly x: number; readonly y: number; readonly r: number } {
  // Each row is a·dx + b·dy + r ≤ c; the rows of the box around the move have no term r.
  const rows = [
    ...holds.map(({ nx, ny, gap }) => [0 - nx, 0 - ny, 1, gap] as const),
    ...(
      [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const
    ).map(([a, b]) => [a, b, 0, step] as const),
  ];
  let best = { x: 0, y: 0, r: holds[0]?.gap ?? 0 };
  for (let i = 0; i < rows.length; i++) {
    for (let j = i + 1; j < rows.length; j++) {
      for (let k = j + 1; k < rows.length; k++) {
        const corner = solve(at(rows, i), at(rows, j), at(rows, k));
        if (corner === null || corner.r <= best.r) continue;
        const { x, y, r } = corner;
        if (rows.every(([a, b, one, c]) => a * x + b * y + one * r <= c + 1e-7)) best = corner;
      }
    }
  }
  return best;
}

type Row = readonly [number, number, number, number];

/** The point at which three rows are equalities (Cramer's rule); null if they are dependent. */
function solve(
  [pa, pb, pr, pc]: Row,
  [qa, qb, qr, qc]: Row,
  [sa, sb, sr, sc]: Row,
): { x: number; y: number; r: number } | null {
  const [qs, sp, pq] = [qa * sb - qb * sa, sa * pb - sb * pa, pa * qb - pb * qa];
  const determinant = pr * qs + qr * sp + sr * pq;
  if (Math.abs(determinant) < 1e-9) return null;
  const x = pc * (qb * sr - qr * sb) + qc * (sb * pr - sr * pb) + sc * (pb * qr - pr * qb);
  const y = pc * (qr * sa - qa * sr) + qc * (sr * pa - sa * pr) + sc * (pr * qa - pa * qr);
  const r = pc * qs + qc * sp + sc * pq;
  return { x: x / determinant, y: y / determinant, r: r / determinant };
}

/** The local maximum that hill climbing reaches from here. */
function refine(sides: Sides, from: Centre): Centre {
  let centre = from;
  for (let step = 200; step > POLISHED_MM;) {
    const { x: dx, y: dy, r } = bestMove(holdsNear(sides, centre, step), step);
    if (r <= centre.own + 1e-6) break;
    const [x, y] = [centre.x + dx, centre.y + dy];
    const own = clearance(sides, x, y);
    if (own > centre.own + 1e-6) centre = { x, y, own };
    else step /= 4;
  }
  return centre;
}

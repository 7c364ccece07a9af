/** @module largest disc: the greatest circle that fits in an outline clear of obstacles. */
import { at, cyclic } from '../../geometry/indexed.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import type { Point2 } from '../../geometry/vector.ts';

export type Disc = { readonly centre: Point2; readonly radius: number };

/** Squares smaller than this are not divided any more, mm; from there the centre is moved to where it is best. */
const FINEST_MM = 10;
const POLISHED_MM = 1e-4;
/** So many other squares are tried at the end. */
const OTHERS = 3;
/** What could be no better than this is not tried, mm. */
const WORTH_MM = 0.5;
/** No more squares than this are looked at: a long room has many equal ones, of which the first will do. */
const MOST_SQUARES = 3000;

/** Sides as flat numbers, ring after ring: the search asks for distances to all of them, again and again. */
type Sides = {
  readonly ends: Float64Array;
  /** Where in `ends` each ring stops; the first is the outline, the others obstacles. */
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

/** Vector from the nearest point of a side to (x, y). */
function away(ends: Float64Array, i: number, x: number, y: number): Point2 {
  const [ax, ay] = [at(ends, i), at(ends, i + 1)];
  const [dx, dy] = [at(ends, i + 2) - ax, at(ends, i + 3) - ay];
  const length2 = dx * dx + dy * dy;
  const along = length2 === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / length2;
  const t = Math.max(0, Math.min(1, along));
  return { x: x - ax - t * dx, y: y - ay - t * dy };
}

/** Distance to the nearest side; negative outside the outline or in an obstacle. */
function clearance({ ends, stops }: Sides, x: number, y: number): number {
  let nearest = Infinity;
  let free = true;
  let i = 0;
  for (const [ring, stop] of stops.entries()) {
    let inside = false;
    for (; i < stop; i += 4) {
      const [ax, ay, bx, by] = [at(ends, i), at(ends, i + 1), at(ends, i + 2), at(ends, i + 3)];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
      const d = away(ends, i, x, y);
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

/** A heap with the most promising square on top. */
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
 * The greatest circle in `outline` that touches no obstacle, to 0.001 mm or so; null for an outline without room.
 * Squares are divided where they can still hold something better (as mapbox/polylabel does), then the centre is moved
 * along the normals of the sides that hold it; radius mm.
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
  for (let looked = 0; looked < MOST_SQUARES; looked++) {
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
  let top = polished(sides, best);
  // Places that are nearly as good may lead higher.
  for (let tried = 0; tried < OTHERS; tried++) {
    const next = heap.pop();
    if (next === undefined || next.best <= top.own + WORTH_MM) break;
    const other = next.own > 0 ? polished(sides, next) : top;
    if (other.own > top.own) top = other;
  }
  return { centre: { x: top.x, y: top.y }, radius: top.own };
}

type Centre = { readonly x: number; readonly y: number; readonly own: number };

/** What may hold the disc: `nx * dx + ny * dy + room` is how far a side is from the centre moved by (dx, dy). */
type Hold = { readonly nx: number; readonly ny: number; readonly room: number };

/** Sides within reach of a move, nearest first. */
function holdsNear({ ends }: Sides, { x, y, own }: Centre, step: number): readonly Hold[] {
  const holds: Hold[] = [];
  for (let i = 0; i < ends.length; i += 4) {
    const d = away(ends, i, x, y);
    const room = Math.sqrt(d.x * d.x + d.y * d.y);
    if (room > own + 2 * step || room === 0) continue;
    holds.push({ nx: d.x / room, ny: d.y / room, room });
  }
  return holds.toSorted((a, b) => a.room - b.room).slice(0, MOST_HOLDS);
}

const MOST_HOLDS = 6;

/** The move within `step` after which the nearest of the holds is furthest: a linear program over its corners. */
function bestMove(
  holds: readonly Hold[],
  step: number,
): { readonly x: number; readonly y: number; readonly r: number } {
  // Each row: a·dx + b·dy + r ≤ c; of the box around the move without r.
  const rows = [
    ...holds.map(({ nx, ny, room }) => [0 - nx, 0 - ny, 1, room] as const),
    ...(
      [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const
    ).map(([a, b]) => [a, b, 0, step] as const),
  ];
  let best = { x: 0, y: 0, r: holds[0]?.room ?? 0 };
  for (let i = 0; i < rows.length; i++) {
    for (let j = i + 1; j < rows.length; j++) {
      for (let k = j + 1; k < rows.length; k++) {
        const corner = solved(at(rows, i), at(rows, j), at(rows, k));
        if (corner === null || corner.r <= best.r) continue;
        const { x, y, r } = corner;
        if (rows.every(([a, b, one, c]) => a * x + b * y + one * r <= c + 1e-7)) best = corner;
      }
    }
  }
  return best;
}

type Row = readonly [number, number, number, number];

/** Where three rows are equalities (Cramer's rule); null where they are not independent. */
function solved(
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

/** The best place that is reached from here by going uphill. */
function polished(sides: Sides, from: Centre): Centre {
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

/** @module around outline: what an outline leaves of its box, where a line meets it, and how it goes on past an edge. */
import { at, cyclic } from '../indexed.ts';
import type { Ring } from '../plan/polygon.ts';
import { ringBounds } from '../plan/polygon.ts';
import type { Point2 } from '../vector.ts';

/** A side of an outline that goes from left to right or back, seen over x. */
type Sloping = { readonly from: Point2; readonly to: Point2 };

function sidesOf(ring: Ring): readonly Sloping[] {
  return ring.flatMap((p, i) => {
    const q = cyclic(ring, i + 1);
    if (p.x === q.x) return [];
    return [p.x < q.x ? { from: p, to: q } : { from: q, to: p }];
  });
}

function heightAt({ from, to }: Sloping, x: number): number {
  return from.y + ((to.y - from.y) * (x - from.x)) / (to.x - from.x);
}

/**
 * Convex counter-clockwise outlines that together are the box of a simple ring without the ring: between two
 * neighbouring corners along x its sides do not cross, so that all that lies between them has four corners or three.
 */
export function aroundOutline(ring: Ring): readonly Ring[] {
  const { min, max } = ringBounds(ring);
  const stations = [...new Set(ring.map(({ x }) => x))].toSorted((a, b) => a - b);
  const sides = sidesOf(ring);
  const floor: Sloping = { from: min, to: { x: max.x, y: min.y } };
  const top: Sloping = { from: { x: min.x, y: max.y }, to: max };
  const found: Ring[] = [];
  for (let i = 0; i + 1 < stations.length; i++) {
    const [x0, x1] = [at(stations, i), at(stations, i + 1)];
    const middle = (x0 + x1) / 2;
    const over = sides
      .filter(({ from, to }) => from.x <= x0 && to.x >= x1)
      .toSorted((a, b) => heightAt(a, middle) - heightAt(b, middle));
    const lines = [floor, ...over, top];
    for (let k = 0; k + 1 < lines.length; k += 2) {
      const [low, high] = [at(lines, k), at(lines, k + 1)];
      const corners = [
        { x: x0, y: heightAt(low, x0) },
        { x: x1, y: heightAt(low, x1) },
        { x: x1, y: heightAt(high, x1) },
        { x: x0, y: heightAt(high, x0) },
      ];
      const distinct = corners.filter((p, n) => {
        const next = cyclic(corners, n + 1);
        return Math.abs(p.x - next.x) > SAME_MM || Math.abs(p.y - next.y) > SAME_MM;
      });
      if (distinct.length > 2) found.push(distinct);
    }
  }
  return found;
}

/** Closer than this is one point, mm. */
const SAME_MM = 1e-6;

/** From where to where a level line lies in a ring, in order of x. */
export function spansAt(ring: Ring, y: number): readonly (readonly [number, number])[] {
  const crossings = ring
    .flatMap((p, i) => {
      const q = cyclic(ring, i + 1);
      if (p.y > y === q.y > y) return [];
      return [p.x + ((q.x - p.x) * (y - p.y)) / (q.y - p.y)];
    })
    .toSorted((a, b) => a - b);
  return Array.from({ length: crossings.length / 2 }, (_, i) => [
    at(crossings, 2 * i),
    at(crossings, 2 * i + 1),
  ]);
}

/** The edges of a wall's face that an outline can lie on, mm; null where it must not reach beyond. */
export type Edges = {
  readonly left: number | null;
  readonly right: number | null;
  readonly low: number | null;
  readonly high: number | null;
};

/** The ring with each side that lies on an edge carried beyond it by `by` mm, so that what is cut is cut through. */
export function pastEdges(ring: Ring, { left, right, low, high }: Edges, by: number): Ring {
  return ring.flatMap((p, i) => {
    const q = cyclic(ring, i + 1);
    const dx = on(left, p.x, q.x) ? 0 - by : on(right, p.x, q.x) ? by : 0;
    const dy = on(low, p.y, q.y) ? 0 - by : on(high, p.y, q.y) ? by : 0;
    if (dx === 0 && dy === 0) return [p];
    return [p, { x: p.x + dx, y: p.y + dy }, { x: q.x + dx, y: q.y + dy }];
  });
}

/** Whether both ends of a side are on an edge. */
function on(edge: number | null, a: number, b: number): boolean {
  return edge !== null && Math.abs(a - edge) <= ON_MM && Math.abs(b - edge) <= ON_MM;
}

/** Nearer than this is on an edge, mm. */
const ON_MM = 0.01;

/**
 * @module around outline: the complement of an outline in its bounding box, its spans on a line, and its extension past
 * the edges of a face.
 */

import { at, cyclic } from '../indexed.ts';
import { type Ring, ringBounds } from '../plan/polygon.ts';
import { FACE_EDGE_MM, ROUND_OFF_MM } from '../tolerances.ts';
import type { Point2 } from '../vector.ts';

/** A side of an outline that is not vertical, directed towards greater x. */
type SlopedSide = { readonly from: Point2; readonly to: Point2 };

function sidesOf(ring: Ring): readonly SlopedSide[] {
  return ring.flatMap((p, i) => {
    const q = cyclic(ring, i + 1);
    if (p.x === q.x) return [];
    return [p.x < q.x ? { from: p, to: q } : { from: q, to: p }];
  });
}

function heightAt({ from, to }: SlopedSide, x: number): number {
  return from.y + ((to.y - from.y) * (x - from.x)) / (to.x - from.x);
}

/**
 * Convex counter-clockwise outlines that together are the bounding box of a simple ring less the ring. Between two
 * successive x of corners no sides cross, so each piece is a trapezium or a triangle.
 */
export function aroundOutline(ring: Ring): readonly Ring[] {
  const { min, max } = ringBounds(ring);
  const stations = [...new Set(ring.map(({ x }) => x))].toSorted((a, b) => a - b);
  const sides = sidesOf(ring);
  const floor: SlopedSide = { from: min, to: { x: max.x, y: min.y } };
  const top: SlopedSide = { from: { x: min.x, y: max.y }, to: max };
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
        return Math.abs(p.x - next.x) > ROUND_OFF_MM || Math.abs(p.y - next.y) > ROUND_OFF_MM;
      });
      if (distinct.length > 2) found.push(distinct);
    }
  }
  return found;
}

/** Intervals of x in which a horizontal line is inside a ring, in ascending order. */
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

/** Positions of the edges of a wall's face, mm; null for an edge beyond which an outline must not be extended. */
export type Edges = {
  readonly left: number | null;
  readonly right: number | null;
  readonly low: number | null;
  readonly high: number | null;
};

/** The ring with each side on one of the edges extended beyond it by `by` mm, so that a cut passes through the face. */
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
  return edge !== null && Math.abs(a - edge) <= FACE_EDGE_MM && Math.abs(b - edge) <= FACE_EDGE_MM;
}

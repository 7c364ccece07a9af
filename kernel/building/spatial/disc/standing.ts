/** @module standing: finds the position of a disc closest to a point. */
import { at } from '../../geometry/indexed.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { Edge } from './edge-grid.ts';
import type { FreeSpace } from './free-space.ts';
import { isClear, isInside, SLACK_MM, sidesNear } from './free-space.ts';

/**
 * Returns the point itself if the disc fits there, else the closest fitting position that is visible from the point;
 * null if there is none.
 */
export function standingNear(space: FreeSpace, point: Point2, radius: number): Point2 | null {
  if (!isInside(space, point)) return null;
  if (isClear(space, { a: point, b: point }, radius)) return point;
  const near = sidesNear(space, { a: point, b: point }, 3 * radius).map((side) =>
    at(space.grid.edges, side),
  );
  let best: Point2 | null = null;
  let least = Infinity;
  for (const place of candidates(near, point, radius)) {
    const distance = segmentLengthMm(place, point);
    if (distance >= least - SLACK_MM || !isInside(space, place)) continue;
    if (!isClear(space, { a: place, b: place }, radius)) continue;
    if (!isVisible(space, point, place)) continue;
    [best, least] = [place, distance];
  }
  return best;
}

/**
 * Whether the straight line from the point to the position crosses no side; from a point on an outline it must lead
 * inwards.
 */
function isVisible(space: FreeSpace, point: Point2, place: Point2): boolean {
  const length = segmentLengthMm(point, place);
  const share = Math.min(0.1 / length, 1);
  const start = {
    x: point.x + (place.x - point.x) * share,
    y: point.y + (place.y - point.y) * share,
  };
  return isClear(space, { a: start, b: place }, 2 * SLACK_MM);
}

/**
 * Positions at which the disc touches one side at its point nearest to the given point, or touches two sides at once.
 */
function* candidates(near: readonly Edge[], point: Point2, radius: number): Generator<Point2> {
  for (const [i, edge] of near.entries()) {
    const foot = footOn(edge, point);
    yield { x: foot.x + foot.nx * radius, y: foot.y + foot.ny * radius };
    for (const end of [edge.a, edge.b]) {
      const distance = segmentLengthMm(end, point);
      if (distance === 0) continue;
      const scale = radius / distance;
      yield { x: end.x + (point.x - end.x) * scale, y: end.y + (point.y - end.y) * scale };
    }
    for (const other of near.slice(i + 1)) yield* touchingBoth(edge, other, radius);
  }
}

/** The foot of the perpendicular from a point to the line of a side, with the unit normal to the left of the side. */
function footOn({ a, b }: Edge, p: Point2): Point2 & { readonly nx: number; readonly ny: number } {
  const length = segmentLengthMm(a, b);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const along = (p.x - a.x) * ux + (p.y - a.y) * uy;
  return { x: a.x + ux * along, y: a.y + uy * along, nx: -uy, ny: ux };
}

/** Centres of discs that touch the lines of two sides, a line and an endpoint, or two endpoints. */
function* touchingBoth(first: Edge, second: Edge, radius: number): Generator<Point2> {
  const [p, q] = [footOn(first, first.a), footOn(second, second.a)];
  const det = p.nx * q.ny - p.ny * q.nx;
  if (Math.abs(det) > 1e-9) {
    const c = p.nx * first.a.x + p.ny * first.a.y + radius;
    const d = q.nx * second.a.x + q.ny * second.a.y + radius;
    yield { x: (c * q.ny - d * p.ny) / det, y: (p.nx * d - q.nx * c) / det };
  }
  for (const [line, ends] of [
    [first, second],
    [second, first],
  ] as const) {
    for (const end of [ends.a, ends.b]) {
      const foot = footOn(line, end);
      const off = (end.x - foot.x) * foot.nx + (end.y - foot.y) * foot.ny - radius;
      const square = radius * radius - off * off;
      if (square < 0) continue;
      const along = Math.sqrt(square);
      for (const side of [along, -along]) {
        yield {
          x: foot.x + foot.nx * radius + foot.ny * side,
          y: foot.y + foot.ny * radius - foot.nx * side,
        };
      }
    }
  }
}

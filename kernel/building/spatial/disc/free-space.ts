/** @module free space: the area in which a disc moves: its sides, its reflex corners, and tests for clearance. */
import { at } from '../../geometry/indexed.ts';
import type { Area } from '../../geometry/plan/regions.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { Point2 } from '../../geometry/vector.ts';
import type { Edge, EdgeGrid } from './edge-grid.ts';
import { eachEdgeNear, edgesOf, gridOf } from './edge-grid.ts';
import { nearer, nearestOn } from './plan-distance.ts';

/**
 * Tolerance for lengths, mm: outlines are on the 0.001 mm grid, and each intersection is rounded.
 */
export const SLACK_MM = 0.005;

/**
 * A reflex corner, around which a path can bend. While a disc touches it, the direction to the disc's centre is between
 * the unit vectors `from` and `to`, counter-clockwise; each is perpendicular to one of the two sides.
 */
export type Corner = {
  readonly point: Point2;
  readonly from: Point2;
  readonly to: Point2;
  /** Angle from `from` to `to`, radians. */
  readonly sweep: number;
  /** Numbers of the two sides that meet at the corner. */
  readonly sides: readonly [number, number];
};

/** An area with a grid of its sides. */
export type FreeSpace = {
  readonly area: Area;
  readonly grid: EdgeGrid;
  readonly corners: readonly Corner[];
};

/** Builds the grid and the reflex corners of an area. */
export function freeSpaceOf(area: Area): FreeSpace {
  const edges = edgesOf(area);
  const corners: Corner[] = [];
  let start = 0;
  for (const ring of area) {
    for (let i = 0; i < ring.length; i++) {
      const before = start + ((i + ring.length - 1) % ring.length);
      const corner = cornerAt(at(edges, before), at(edges, start + i), [before, start + i]);
      if (corner !== null) corners.push(corner);
    }
    start += ring.length;
  }
  return { area, grid: gridOf(edges), corners };
}

/** Corners that turn by at most this angle are straight, radians. */
const STRAIGHT = 1e-9;

function cornerAt(before: Edge, after: Edge, sides: readonly [number, number]): Corner | null {
  const [to, from] = [leftOf(before), leftOf(after)];
  const sine = from.x * to.y - from.y * to.x;
  const sweep = Math.atan2(sine, from.x * to.x + from.y * to.y);
  return sweep > STRAIGHT ? { point: after.a, from, to, sweep, sides } : null;
}

/** Unit vector to the left of a side. */
function leftOf({ a, b }: Edge): Point2 {
  const length = segmentLengthMm(a, b);
  return { x: (a.y - b.y) / length, y: (b.x - a.x) / length };
}

/** Whether a point is inside the area or on its outline. */
export function isInside({ grid }: FreeSpace, p: Point2): boolean {
  let inside = false;
  for (const edge of grid.edges) {
    const { a, b } = edge;
    if (segmentLengthMm(nearestOn(edge, p), p) <= SLACK_MM) return true;
    if (a.y > p.y !== b.y > p.y && p.x < a.x + ((p.y - a.y) / (b.y - a.y)) * (b.x - a.x)) {
      inside = !inside;
    }
  }
  return inside;
}

/** Numbers of the sides within `reach` mm of a segment, in ascending order. */
export function sidesNear({ grid }: FreeSpace, segment: Edge, reach: number): readonly number[] {
  const found = new Set<number>();
  eachEdgeNear(grid, segment, reach, (side) => {
    if (nearer(segment, at(grid.edges, side), reach)) found.add(side);
    return true;
  });
  return [...found].toSorted((a, b) => a - b);
}

/** Whether a disc of this radius (mm, greater than `SLACK_MM`) can move along the segment without crossing a side. */
export function isClear({ grid }: FreeSpace, segment: Edge, radius: number): boolean {
  const least = radius - SLACK_MM;
  return eachEdgeNear(
    grid,
    segment,
    radius,
    (side) => !nearer(segment, at(grid.edges, side), least),
  );
}

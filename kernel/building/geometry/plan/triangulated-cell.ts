/** @module triangulated cell: triangles over a cell of a subdivision, none of them flat. */

import { at } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import { triangulateRegion } from './triangulate.ts';
import { turnedOver } from './turned-triangles.ts';

/** Triangles as places in `corners`, counter-clockwise; points in micrometres. Throws `RangeError` for what is no cell. */
export function triangulatedCell(
  points: readonly Point2[],
  corners: readonly number[],
): readonly number[] {
  const ring = corners.map((corner) => at(points, corner));
  if (ring.length === 3) return [0, 1, 2];
  const boundary = ring.map(({ x, y }) => ({ x: x / 1000, y: y / 1000 }));
  return turnedOver(ring, triangulateRegion({ boundary, holes: [] }));
}

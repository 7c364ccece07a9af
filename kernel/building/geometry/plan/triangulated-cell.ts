/** @module triangulated cell: triangulates a cell of a subdivision without degenerate triangles. */

import { at } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import { flipDegenerate } from './edge-flips.ts';
import { triangulateRegion } from './triangulate.ts';

/**
 * Triangles as indices into `corners`, counter-clockwise; points in micrometres. Throws `RangeError` for an invalid
 * cell.
 */
export function triangulatedCell(
  points: readonly Point2[],
  corners: readonly number[],
): readonly number[] {
  const ring = corners.map((corner) => at(points, corner));
  if (ring.length === 3) return [0, 1, 2];
  const boundary = ring.map(({ x, y }) => ({ x: x / 1000, y: y / 1000 }));
  return flipDegenerate(ring, triangulateRegion({ boundary, holes: [] }));
}

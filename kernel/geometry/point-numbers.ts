/** @module consecutive numbers for distinct plan points. */

import type { Point2 } from './vector.ts';

/** Points in integer micrometres and their numbers, in order of first use. */
export type PointNumbers = {
  readonly points: readonly Point2[];
  /** Number of the point, a new one if it was not seen before. */
  readonly numberOf: (point: Point2) => number;
};

/** An empty table. Hashed by number, because a text key per wall end costs more than all joining. */
export function createPointNumbers(): PointNumbers {
  const points: Point2[] = [];
  const heads = new Map<number, number>();
  /** For each point the previous one with the same hash, or -1. */
  const previous: number[] = [];
  return {
    points,
    numberOf: (point) => {
      // Odd multipliers spread neighbouring grid points over all 31 bits.
      const hash = (Math.imul(point.x | 0, 73_856_093) ^ Math.imul(point.y | 0, 19_349_663)) >>> 1;
      const head = heads.get(hash) ?? -1;
      for (let number = head; number >= 0; number = previous[number] ?? -1) {
        const known = points[number];
        if (known?.x === point.x && known.y === point.y) {
          return number;
        }
      }
      heads.set(hash, points.length);
      previous.push(head);
      return points.push(point) - 1;
    },
  };
}

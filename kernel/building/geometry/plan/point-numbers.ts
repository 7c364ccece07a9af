/** @module point numbers: consecutive numbers for distinct plan points. */

import { at, filled, intAt } from '../indexed.ts';
import type { Point2 } from '../vector.ts';

/** Points in integer micrometres and their numbers, in order of first use. */
export type PointNumbers = {
  readonly points: readonly Point2[];
  /** Number of the point; a new one if it is unknown. */
  readonly numberOf: (point: Point2) => number;
  /** Number of the point; null if it is unknown. */
  readonly find: (point: Point2) => number | null;
};

/** Smallest number of slots. The number of slots is a power of two, and at most half of them are in use. */
const MIN_SLOTS = 16;

/**
 * An empty table for about `expected` points. It uses open addressing in a plain list, because a string key or map
 * entry for each wall end would cost more than joining the walls.
 */
export function createPointNumbers(expected = 0): PointNumbers {
  const points: Point2[] = [];
  let size = MIN_SLOTS;
  while (size < 2 * expected) {
    size *= 2;
  }
  /** Number of a point plus 1; 0 in a free slot. */
  let slots = filled(size, 0);
  const grow = (): void => {
    slots = filled(2 * slots.length, 0);
    for (let number = 0; number < points.length; number++) {
      slots[slotFor(slots, points, at(points, number))] = number + 1;
    }
  };
  return {
    points,
    numberOf: (point) => {
      const slot = slotFor(slots, points, point);
      const known = intAt(slots, slot);
      if (known > 0) return known - 1;
      slots[slot] = points.push(point);
      if (2 * points.length > slots.length) {
        grow();
      }
      return points.length - 1;
    },
    find: (point) => {
      const known = intAt(slots, slotFor(slots, points, point));
      return known > 0 ? known - 1 : null;
    },
  };
}

/** Slot of the point, or the free slot where it would be inserted. */
function slotFor(slots: readonly number[], points: readonly Point2[], point: Point2): number {
  const mask = slots.length - 1;
  // Odd multipliers spread neighbouring grid points; the shift mixes in the upper bits.
  const hash = Math.imul(point.x | 0, 73_856_093) ^ Math.imul(point.y | 0, 19_349_663);
  for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
    const number = intAt(slots, slot) - 1;
    if (number < 0) return slot;
    const known = at(points, number);
    if (known.x === point.x && known.y === point.y) return slot;
  }
}

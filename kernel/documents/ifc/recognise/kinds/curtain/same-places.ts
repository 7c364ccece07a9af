/** @module same-places: when places and sizes on the face of a curtain wall are equal. */
import type { Across } from '../../../../../building/geometry/curtain/curtain-sizes.ts';

export type Range = readonly [from: number, to: number];

/** Largest difference of equal sizes and places, mm. */
export const SAME_MM = 1;

/** Whether two parts are at the same place across the face. */
export function isSameAcross(a: Across, b: Across): boolean {
  return Math.abs(a.right - b.right) <= SAME_MM && Math.abs(a.left - b.left) <= SAME_MM;
}

/** Places in ascending order of which those within 1 mm of the first of them are one. */
export function distinctPlaces(places: readonly number[]): readonly number[] {
  const found: number[] = [];
  for (const place of [...places].toSorted((a, b) => a - b)) {
    if (place > (found.at(-1) ?? -Infinity) + SAME_MM) found.push(place);
  }
  return found;
}

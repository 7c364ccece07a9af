/** @module same-places: when places and sizes on the face of a curtain wall are equal. */

export type Range = readonly [from: number, to: number];

/** Largest difference of equal sizes and places, mm. */
export const SAME_MM = 1;

/** Places in ascending order of which those within 1 mm of the first of them are one. */
export function distinctPlaces(places: readonly number[]): readonly number[] {
  const found: number[] = [];
  for (const place of [...places].toSorted((a, b) => a - b)) {
    if (place > (found.at(-1) ?? -Infinity) + SAME_MM) found.push(place);
  }
  return found;
}

/** @module near: names that are similar to a wrong one, for suggestions. */
import { editDistance } from '../../../base/text/edit-distance.ts';

const MAX_NEAR = 3;
const MAX_DISTANCE = 12;

/** The most similar names, the nearest first. */
export function nearestNames(name: string, all: readonly string[]): readonly string[] {
  const wanted = name.slice(0, 64).toLowerCase();
  return all
    .map((one) => ({ one, distance: editDistance(wanted, one.toLowerCase(), MAX_DISTANCE) }))
    .toSorted((a, b) => a.distance - b.distance || (a.one < b.one ? -1 : 1))
    .slice(0, MAX_NEAR)
    .map(({ one }) => one);
}

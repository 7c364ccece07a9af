/** @module nearest: finds the valid name that is closest to an unknown one, for the hints of refusals. */
import { editDistance } from './edit-distance.ts';

const lettersAndDigits = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Minimum length of a part of a name that counts as a match of the whole name, such as `sill` for `sill_height`. */
const PART_LETTERS_MIN = 4;

/** Edit distance of two names; almost 0 if one is a part of the other. */
function distanceOf(wanted: string, candidate: string): number {
  const [short, long] =
    wanted.length < candidate.length ? [wanted, candidate] : [candidate, wanted];
  return short.length >= PART_LETTERS_MIN && long.includes(short)
    ? (long.length - short.length) / 100
    : editDistance(wanted, candidate);
}

/** The candidate closest to `name`, the first one of equally close ones; null if none is close enough. */
export function nearest(name: string, candidates: Iterable<string>): string | null {
  const wanted = lettersAndDigits(name).slice(0, 80);
  let best: string | null = null;
  // At least one letter of the name must remain: `z` does not match `x`.
  let bestDistance = Math.min(wanted.length, Math.max(2, Math.floor(wanted.length / 2)) + 1);
  for (const candidate of candidates) {
    const distance = distanceOf(wanted, lettersAndDigits(candidate));
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

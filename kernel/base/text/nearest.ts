/** @module nearest: the valid name that an unknown one most resembles. */
import { editDistance } from './edit-distance.ts';

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** A part of a name (`sill` of `sill_height`) of at least this many letters means the name. */
const LEAST_PART = 4;

/** Edits from one to the other; next to none when one is a part of the other. */
function distanceOf(wanted: string, candidate: string): number {
  const [short, long] =
    wanted.length < candidate.length ? [wanted, candidate] : [candidate, wanted];
  return short.length >= LEAST_PART && long.includes(short)
    ? (long.length - short.length) / 100
    : editDistance(wanted, candidate);
}

/** The candidate nearest to `name`, null when none is near; ties go to the first. */
export function nearest(name: string, candidates: Iterable<string>): string | null {
  const wanted = plain(name).slice(0, 80);
  let best: string | null = null;
  // Something of the name must be left: `z` is not meant as `x`.
  let bestDistance = Math.min(wanted.length, Math.max(2, Math.floor(wanted.length / 2)) + 1);
  for (const candidate of candidates) {
    const distance = distanceOf(wanted, plain(candidate));
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** @module merged-holes: holes that overlap each other, as one hole. */
import { united } from '../../../../building/geometry/plan/regions.ts';
import type { Product } from '../products.ts';
import type { Unrecognised } from '../proposal.ts';
import { type Hole, holesOverlap, holeWith, isSameHole } from './holes.ts';
import { cleanRing } from './plan-ring.ts';

/** A hole with the opening of the file that it is; null for a hole in the body of the wall itself. */
export type Void = { readonly hole: Hole; readonly opening: Product | null };

/** A hole with its own opening, and others that are parts of it. */
export type MergedVoid = Void & { readonly parts: readonly Product[] };

/** Maximum number of holes of one wall: overlaps are searched in all pairs. */
export const MAX_HOLES = 500;

/**
 * The holes of a wall without overlaps. A hole in another one is a part of it; holes that overlap in part are one hole
 * with their common outline.
 */
export function mergedVoids(voids: readonly Void[]): readonly MergedVoid[] | Unrecognised {
  if (voids.length > MAX_HOLES) return { why: 'too many openings' };
  const merged: MergedVoid[] = [];
  for (const group of groupsOf(voids)) {
    const one = group.length === 1 ? alone(group) : together(group);
    if (one === null) return { why: 'openings of the wall overlap' };
    merged.push(one);
  }
  return merged;
}

function groupsOf(voids: readonly Void[]): readonly (readonly Void[])[] {
  let groups: Void[][] = [];
  for (const one of voids) {
    const touched = groups.filter((group) =>
      group.some(({ hole }) => holesOverlap(hole, one.hole)),
    );
    groups = [...groups.filter((group) => !touched.includes(group)), [...touched.flat(), one]];
  }
  return groups;
}

function alone([one]: readonly Void[]): MergedVoid | null {
  return one === undefined ? null : { ...one, parts: [] };
}

/** The hole that contains the others, else one with the common outline; null if that is not one ring. */
function together(group: readonly Void[]): MergedVoid | null {
  const [ring, another] = united(group.map(({ hole }) => [hole.outline]));
  if (ring === undefined || another !== undefined) return null;
  const whole = holeWith(cleanRing(ring));
  const same = group.filter(({ hole }) => isSameHole(hole, whole));
  // A named opening keeps its own numbers; a filled one cannot be told from the others here.
  const main = same.find(({ opening }) => opening !== null) ?? same[0] ?? null;
  const named = group.flatMap(({ opening }) => (opening === null ? [] : [opening]));
  const opening = main?.opening ?? named[0] ?? null;
  return {
    hole: main?.hole ?? whole,
    opening,
    parts: named.filter((one) => one.row !== opening?.row),
  };
}

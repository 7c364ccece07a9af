/** @module meeting boxes: which boxes in plan share a point, by a sweep. */

import { at } from '../indexed.ts';
import type { Box2 } from '../vector.ts';

/**
 * For each of some boxes the places of those of others that it shares at least a point with (touching counts), rising.
 * The sweep goes along the axis on which they reach further, so that what stands in a row is held against its
 * neighbours only, whichever way the row runs.
 */
export function meetingBoxes(
  boxes: readonly Box2[],
  others: readonly Box2[],
): readonly (readonly number[])[] {
  const isTall = reachOf(boxes, 'y') > reachOf(boxes, 'x');
  const [left, right] = [sweptOf(boxes, isTall), sweptOf(others, isTall)];
  const found: number[][] = boxes.map(() => []);
  const [open, openOthers]: [Swept[], Swept[]] = [[], []];
  for (let [i, k] = [0, 0]; i < left.length || k < right.length;) {
    const [one, other] = [left[i], right[k]];
    if (one !== undefined && (other === undefined || one.from <= other.from)) {
      for (const { place } of meeting(openOthers, one)) at(found, one.place).push(place);
      open.push(one);
      i += 1;
    } else if (other !== undefined) {
      for (const { place } of meeting(open, other)) at(found, place).push(other.place);
      openOthers.push(other);
      k += 1;
    }
  }
  for (const places of found) places.sort((a, b) => a - b);
  return found;
}

function reachOf(boxes: readonly Box2[], axis: 'x' | 'y'): number {
  let [low, high] = [Infinity, -Infinity];
  for (const { min, max } of boxes) {
    low = Math.min(low, min[axis]);
    high = Math.max(high, max[axis]);
  }
  return high - low;
}

/** A box from where it begins to where it ends for the sweep, and across that. */
type Swept = {
  readonly place: number;
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
};

/** Boxes as the sweep comes to them. */
function sweptOf(boxes: readonly Box2[], isTall: boolean): readonly Swept[] {
  const swept = boxes.map(({ min, max }, place): Swept => {
    if (isTall) return { place, from: min.y, to: max.y, low: min.x, high: max.x };
    return { place, from: min.x, to: max.x, low: min.y, high: max.y };
  });
  return swept.toSorted((a, b) => a.from - b.from);
}

/** Those of the open boxes that meet one to which the sweep has come; what it has passed is taken out of them. */
function meeting(open: Swept[], { from, low, high }: Swept): readonly Swept[] {
  const found: Swept[] = [];
  let kept = 0;
  for (const one of open) {
    if (one.to < from) continue;
    open[kept] = one;
    kept += 1;
    if (one.low <= high && low <= one.high) found.push(one);
  }
  open.length = kept;
  return found;
}

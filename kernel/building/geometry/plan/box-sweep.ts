/** @module box sweep: finds pairs of intersecting plan boxes with a sweep. */

import { at } from '../indexed.ts';
import type { Box2 } from '../vector.ts';

/**
 * For each box, the ascending indices of `others` that it intersects (touching counts). The sweep runs along the axis
 * of greater extent, so that boxes in a row are only compared with their neighbours.
 */
export function intersectingBoxes(
  boxes: readonly Box2[],
  others: readonly Box2[],
): readonly (readonly number[])[] {
  const isTall = extentAlong(boxes, 'y') > extentAlong(boxes, 'x');
  const [left, right] = [sweptOf(boxes, isTall), sweptOf(others, isTall)];
  const found: number[][] = boxes.map(() => []);
  const [open, openOthers]: [Swept[], Swept[]] = [[], []];
  for (let [i, k] = [0, 0]; i < left.length || k < right.length;) {
    const [one, other] = [left[i], right[k]];
    if (one !== undefined && (other === undefined || one.from <= other.from)) {
      for (const { place } of openIntersecting(openOthers, one)) at(found, one.place).push(place);
      open.push(one);
      i += 1;
    } else if (other !== undefined) {
      for (const { place } of openIntersecting(open, other)) at(found, place).push(other.place);
      openOthers.push(other);
      k += 1;
    }
  }
  for (const places of found) places.sort((a, b) => a - b);
  return found;
}

function extentAlong(boxes: readonly Box2[], axis: 'x' | 'y'): number {
  let [low, high] = [Infinity, -Infinity];
  for (const { min, max } of boxes) {
    low = Math.min(low, min[axis]);
    high = Math.max(high, max[axis]);
  }
  return high - low;
}

/** A box as an interval along the sweep direction and one across it. */
type Swept = {
  readonly place: number;
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
};

/** Boxes in sweep order. */
function sweptOf(boxes: readonly Box2[], isTall: boolean): readonly Swept[] {
  const swept = boxes.map(({ min, max }, place): Swept => {
    if (isTall) return { place, from: min.y, to: max.y, low: min.x, high: max.x };
    return { place, from: min.x, to: max.x, low: min.y, high: max.y };
  });
  return swept.toSorted((a, b) => a.from - b.from);
}

/** The open boxes that intersect the current one; boxes that the sweep has passed are removed. */
function openIntersecting(open: Swept[], { from, low, high }: Swept): readonly Swept[] {
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

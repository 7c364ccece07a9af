/** @module draw-list: which ranges of the corners of a part a pass draws. */
import type { Matrix } from '../camera/vectors.ts';
import type { ElementStore } from '../shapes/element-store.ts';
import type { PartBuffers } from '../shapes/part-buffers.ts';
import type { Run } from '../shapes/runs.ts';

/** Elements that a pass draws: `flags & mask === want`, inside the picture. */
export type Choice = {
  readonly mask: number;
  readonly want: number;
  /** Six planes, four numbers each; a point is outside where a plane is negative. */
  readonly frustum: Float64Array;
};

/** Ranges with fewer unwanted corners between them are drawn as one; the program leaves the unwanted ones out. */
const GAP = 1500;

/** The planes around what a matrix shows. */
export function frustumOf(matrix: Matrix): Float64Array {
  const planes = new Float64Array(24);
  for (let axis = 0; axis < 3; axis += 1) {
    for (const [k, sign] of [1, -1].entries()) {
      for (let column = 0; column < 4; column += 1) {
        planes[(axis * 2 + k) * 4 + column] =
          (matrix[column * 4 + 3] ?? 0) + sign * (matrix[column * 4 + axis] ?? 0);
      }
    }
  }
  return planes;
}

/** Whether the box of an element may be in the picture. */
export function isInside(store: ElementStore, slot: number, planes: Float64Array): boolean {
  const b = store.boxes;
  const at = slot * 6;
  const lift = store.lifts[slot] ?? 0;
  for (let k = 0; k < 24; k += 4) {
    const x = planes[k] ?? 0;
    const y = planes[k + 1] ?? 0;
    const z = planes[k + 2] ?? 0;
    const farthest =
      x * (b[x > 0 ? at + 3 : at] ?? 0) +
      y * (b[y > 0 ? at + 4 : at + 1] ?? 0) +
      z * ((b[z > 0 ? at + 5 : at + 2] ?? 0) + lift) +
      (planes[k + 3] ?? 0);
    if (farthest < 0) return false;
  }
  return true;
}

/** First corner in the buffer and number of corners, of each range. */
export function rangesOf(
  store: ElementStore,
  part: PartBuffers,
  run: Run,
  { mask, want, frustum }: Choice,
): readonly (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  const base = part.starts[run];
  if (part.counts[run] === 0) return ranges;
  let from = -1;
  let to = -1;
  for (const slot of part.slots) {
    if (store.parts[slot] !== part.number) continue;
    if (((store.flags[slot] ?? 0) & mask) !== want) continue;
    const [first, count] = store.cornersOf(slot, run);
    if (count === 0 || !isInside(store, slot, frustum)) continue;
    if (from >= 0 && first - to > GAP) {
      ranges.push([base + from, to - from]);
      from = -1;
    }
    if (from < 0) from = first;
    to = first + count;
  }
  if (from >= 0) ranges.push([base + from, to - from]);
  return ranges;
}

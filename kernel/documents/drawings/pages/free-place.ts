/** @module free place: finds free space for an item on a sheet. */
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { PaperBox } from '../sketch.ts';
import { boxesOverlap } from '../sketch.ts';

/** Gap between two items, and between an item and the frame, mm. */
const GAP_MM = 4;

/** Width and height of an item, mm. */
export type Size = { readonly width: number; readonly height: number };

/** The lower left corner of the first free place, searched row by row from the upper left; null if there is none. */
export function freePlace(
  { width, height }: Size,
  frame: PaperBox,
  taken: readonly PaperBox[],
): Point2 | null {
  const [left, right] = [frame.min.x + GAP_MM, frame.max.x - GAP_MM];
  const [low, high] = [frame.min.y + GAP_MM, frame.max.y - GAP_MM];
  const tops = [high, ...taken.map(({ min }) => min.y - GAP_MM)].toSorted((a, b) => b - a);
  const lefts = [left, ...taken.map(({ max }) => max.x + GAP_MM)].toSorted((a, b) => a - b);
  for (const top of tops) {
    if (top > high || top - height < low) continue;
    for (const x of lefts) {
      if (x < left || x + width > right) continue;
      const box = { min: { x, y: top - height }, max: { x: x + width, y: top } };
      if (!taken.some((other) => boxesOverlap(box, other))) return box.min;
    }
  }
  return null;
}

/** The maximum width of an item in an otherwise empty frame, mm. */
export function widestIn({ min, max }: PaperBox): number {
  return max.x - min.x - 2 * GAP_MM;
}

/** The box of an item whose lower left corner is at a place. */
export function boxAt({ x, y }: Point2, { width, height }: Size): PaperBox {
  return { min: { x, y }, max: { x: x + width, y: y + height } };
}

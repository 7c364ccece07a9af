/** @module free place: where something can still be put on a sheet. */
import type { Point2 } from '../../geometry/vector.ts';
import type { PaperBox } from '../sketch.ts';
import { boxesOverlap } from '../sketch.ts';

/** Between two things, and to the frame, mm. */
const GAP_MM = 4;

export type Size = { readonly width: number; readonly height: number };

/** The lower left corner of the first free place from the upper left, row by row; null without any. */
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

/** What can be put beside nothing else in a frame. */
export function widestIn({ min, max }: PaperBox): number {
  return max.x - min.x - 2 * GAP_MM;
}

/** The box of something at a place. */
export function boxAt({ x, y }: Point2, { width, height }: Size): PaperBox {
  return { min: { x, y }, max: { x: x + width, y: y + height } };
}

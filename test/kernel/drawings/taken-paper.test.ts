/** @module test of taken paper: the same boxes overlap, however many tiles they lie in. */
import { expect, test } from 'vitest';

import { TakenPaper } from '../../../kernel/drawings/plan/taken-paper.ts';
import type { PaperBox } from '../../../kernel/drawings/sketch.ts';
import { boxesOverlap } from '../../../kernel/drawings/sketch.ts';

function box(x: number, y: number, size: number): PaperBox {
  return { min: { x, y }, max: { x: x + size, y: y + size } };
}

/** Boxes of a few millimetres and of more than all tiles that are looked through, on both sides of the origin. */
const boxes = Array.from({ length: 300 }, (_, i) =>
  box(((i * 37) % 601) - 300, ((i * 53) % 599) - 300, i % 50 === 0 ? 2000 : 3 + (i % 40)),
);

test('what overlaps a box is found as if each were held against it', () => {
  const taken = new TakenPaper();
  for (const one of boxes) taken.add(one);
  for (const asked of boxes) {
    const found = taken.over(asked);
    const wanted = boxes.filter((other) => boxesOverlap(other, asked));
    expect(found.length).toBe(wanted.length);
    expect(new Set(found)).toEqual(new Set(wanted));
  }
});

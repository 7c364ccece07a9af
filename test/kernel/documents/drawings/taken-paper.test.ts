/** @module tests of `TakenPaper`: queries through tiles give the same boxes as pairwise comparison. */
import { expect, test } from 'vitest';

import { TakenPaper } from '../../../../kernel/documents/drawings/plan/taken-paper.ts';
import type { PaperBox } from '../../../../kernel/documents/drawings/sketch.ts';
import { boxesOverlap } from '../../../../kernel/documents/drawings/sketch.ts';

function box(x: number, y: number, size: number): PaperBox {
  return { min: { x, y }, max: { x: x + size, y: y + size } };
}

/** Boxes on both sides of the origin: small ones, and ones with more tiles than are indexed. */
const boxes = Array.from({ length: 300 }, (_, i) =>
  box(((i * 37) % 601) - 300, ((i * 53) % 599) - 300, i % 50 === 0 ? 2000 : 3 + (i % 40)),
);

test('over finds the same overlapping boxes as comparing each pair', () => {
  const taken = new TakenPaper();
  for (const one of boxes) taken.add(one);
  for (const query of boxes) {
    const found = taken.over(query);
    const expected = boxes.filter((other) => boxesOverlap(other, query));
    expect(found.length).toBe(expected.length);
    expect(new Set(found)).toEqual(new Set(expected));
  }
});

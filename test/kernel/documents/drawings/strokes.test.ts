/** @module tests of strokes: the dashes of long lines. */
import { expect, test } from 'vitest';

import { DASHED } from '../../../../kernel/documents/drawings/pens.ts';
import { dashesOf } from '../../../../kernel/documents/drawings/print/strokes.ts';

const line = (length: number) => [
  { x: 0, y: 0 },
  { x: length / 2, y: 0 },
  { x: length, y: 0 },
];

test('a line of 6 mm has three dashes, the last one shorter', () => {
  const dashes = dashesOf(line(6), false, DASHED);
  expect(dashes.map((dash) => [dash.at(0)?.x, dash.at(-1)?.x])).toEqual([
    [0, expect.closeTo(1.6, 9)],
    [2.5, expect.closeTo(4.1, 9)],
    [5, 6],
  ]);
});

test('the end of a line with too many dashes is drawn as one dash', () => {
  // 60 m on paper: a plan at 1:1. The dashes end after 20,000 times 2.5 mm.
  const dashes = dashesOf(line(60_000), false, DASHED);
  expect(dashes).toHaveLength(20_001);
  const last = dashes.at(-1) ?? [];
  expect(last.at(0)?.x).toBeCloseTo(50_000, 3);
  expect(last.at(-1)).toEqual({ x: 60_000, y: 0 });
});

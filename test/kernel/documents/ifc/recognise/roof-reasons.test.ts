/** @module roof-reasons.test: why a roof of a file is no roof of ours, in words of the file. */
import { expect, test } from 'vitest';

import { whyNoGable } from '../../../../../kernel/documents/ifc/recognise/kinds/roofs.ts';

/** An outline in the form of an L, whose fourth corner turns inwards. */
const L = [
  { x: 0, y: 0 },
  { x: 6000, y: 0 },
  { x: 6000, y: 3000.4 },
  { x: 2999.6, y: 3000.4 },
  { x: 3000, y: 7000 },
  { x: 0, y: 7000 },
];

function why(gable: number): string | null {
  const edges = L.map((_, i) => (i === gable ? { gable: true } : {}));
  const form = { boundary: L, holes: [], slope_deg: 40, upper_slope_deg: 1, break_height: 1 };
  return whyNoGable({ ...form, kind: 'gable', edges, overhang: 0 });
}

test('a side at an inward corner is no gable: its number, length and place', () => {
  expect(why(2)).toBe(
    'side 3 of 6 of its eaves, 3000 mm long from (6000, 3000), has no slope, but is no gable: it ends at a corner that turns inwards, or under a slope of another side',
  );
});

test('a side between outward corners is a gable', () => {
  expect(why(1)).toBeNull();
  expect(why(-1)).toBeNull();
});

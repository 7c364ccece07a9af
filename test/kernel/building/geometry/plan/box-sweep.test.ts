/** @module tests of meeting boxes: the sweep finds what holding all boxes against each other finds, in the same order. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { meetingBoxes } from '../../../../kernel/geometry/plan/meeting-boxes.ts';
import type { Box2 } from '../../../../kernel/geometry/vector.ts';
import { planBoxIntersects } from '../../../../kernel/geometry/vector.ts';
import { randomOf } from '../convex/shapes.ts';

type Random = ReturnType<typeof randomOf>;

/** Boxes on a coarse grid, so that many touch, some without extent; mostly in a row along x, along y or in a square. */
function randomBoxes(random: Random, reach: { readonly x: number; readonly y: number }): Box2[] {
  return Array.from({ length: random.below(40) }, () => {
    const min = { x: random.below(reach.x), y: random.below(reach.y) };
    const size = random.below(8) === 0 ? reach : { x: random.below(4), y: random.below(4) };
    return { min, max: { x: min.x + size.x, y: min.y + size.y } };
  });
}

test('each box meets those others that share a point with it, by rising place', () => {
  const reaches = [
    { x: 60, y: 6 },
    { x: 6, y: 60 },
    { x: 20, y: 20 },
  ];
  const holds = (seed: number): void => {
    const random = randomOf(seed);
    for (const reach of reaches) {
      const [boxes, others] = [randomBoxes(random, reach), randomBoxes(random, reach)];
      const expected = boxes.map((box) =>
        others.flatMap((other, k) => (planBoxIntersects(box, other) ? [k] : [])),
      );
      expect(meetingBoxes(boxes, others)).toEqual(expected);
    }
  };
  fc.assert(fc.property(fc.nat(), holds), { numRuns: 300 });
});

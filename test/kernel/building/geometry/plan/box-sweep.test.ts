/** @module box sweep tests: the sweep equals the comparison of all pairs, in the same order. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { intersectingBoxes } from '../../../../../kernel/building/geometry/plan/box-sweep.ts';
import { type Box2, planBoxIntersects } from '../../../../../kernel/building/geometry/vector.ts';
import { randomOf } from '../convex/shapes.ts';

type Random = ReturnType<typeof randomOf>;

/**
 * Boxes on a coarse grid, so that many touch and some have zero size; mostly in a row along x or y, or in a square.
 */
function randomBoxes(random: Random, reach: { readonly x: number; readonly y: number }): Box2[] {
  return Array.from({ length: random.below(40) }, () => {
    const min = { x: random.below(reach.x), y: random.below(reach.y) };
    const size = random.below(8) === 0 ? reach : { x: random.below(4), y: random.below(4) };
    return { min, max: { x: min.x + size.x, y: min.y + size.y } };
  });
}

test('lists the intersecting boxes of each box in ascending order', () => {
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
      expect(intersectingBoxes(boxes, others)).toEqual(expected);
    }
  };
  fc.assert(fc.property(fc.nat(), holds), { numRuns: 300 });
});

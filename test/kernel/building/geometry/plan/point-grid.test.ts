/** @module point grid tests: queries equal a scan of all points. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createPointGrid } from '../../../../../kernel/building/geometry/plan/point-grid.ts';

const coordinate = fc.integer({ min: -12, max: 12 });
const point = fc.record({ x: coordinate, y: coordinate });

test('finds the points within the reach along both axes, nearest first', () => {
  fc.assert(
    fc.property(fc.array(point, { maxLength: 40 }), point, (points, from) => {
      const table = createPointGrid(2);
      for (const [number, one] of points.entries()) table.add(one, number);
      const far = ({ x, y }: { x: number; y: number }): number =>
        (x - from.x) ** 2 + (y - from.y) ** 2;
      const expected = points
        .map((one, number) => ({ one, number }))
        .filter(({ one }) => Math.abs(one.x - from.x) <= 2 && Math.abs(one.y - from.y) <= 2)
        .toSorted((a, b) => far(a.one) - far(b.one) || a.number - b.number)
        .map(({ number }) => number);
      expect(table.near(from)).toEqual(expected);
    }),
  );
});

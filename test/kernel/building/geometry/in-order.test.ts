/** @module in order tests: equal to the engine's stable sort at every length. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { compareIds, inOrder } from '../../../../kernel/building/geometry/in-order.ts';

const Item = fc.record({
  id: fc.constantFrom('a', 'b', 'wall_1', 'wall_10', 'wall_2'),
  mark: fc.nat(),
});

it('inOrder equals the stable toSorted and does not change the list', () => {
  fc.assert(
    fc.property(fc.array(Item, { maxLength: 40 }), (list) => {
      const before = [...list];
      expect(inOrder(list, compareIds)).toEqual(list.toSorted(compareIds));
      expect(list).toEqual(before);
    }),
    { numRuns: 500 },
  );
});

it('inOrder returns the same object for a sorted list', () => {
  const list = [{ id: 'a' }, { id: 'a' }, { id: 'b' }];
  expect(inOrder(list, compareIds)).toBe(list);
  expect(inOrder([], compareIds)).toEqual([]);
});

/** @module tests of lists of ledger seqs. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { SeqList } from '../../../../../kernel/building/view/past/seq-list.ts';

test('a list has each number once, and returns the largest ones of a span', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(60), { maxLength: 80 }),
      fc.nat(70),
      fc.nat(70),
      fc.integer({ min: 1, max: 20 }),
      (numbers, until, after, limit) => {
        const list = new SeqList();
        for (const number of numbers) list.add(number);
        const all = [...new Set(numbers)].toSorted((a, b) => b - a);
        expect(list.size).toBe(all.length);
        const span = all.filter((number) => number <= until && number > after);
        expect(list.upTo(until, after, limit)).toEqual(span.slice(0, limit));
        list.clear();
        expect([list.size, list.upTo(100, -1, limit)]).toEqual([0, []]);
      },
    ),
    { numRuns: 500 },
  );
});

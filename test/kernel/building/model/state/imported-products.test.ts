/** @module tests of the table of imported products: it answers as a map does. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  ImportedProducts,
  PlannedProducts,
} from '../../../../../kernel/building/model/state/imported-products.ts';

const GUIDS = [
  '0aaaaaaaaaaaaaaaaaaaaa',
  '1bbbbbbbbbbbbbbbbbbbbb',
  '3$_zzzzzzzzzzzzzzzzzzz',
  '00000000000000000000000',
];
const PRODUCT = fc.record({
  guid: fc.constantFrom(...GUIDS, null),
  record: fc.constantFrom(1, 2 ** 32, Number.MAX_SAFE_INTEGER),
});
const NOTES = fc.array(
  fc.tuple(
    fc.array(fc.tuple(fc.nat(300), fc.option(PRODUCT)), { maxLength: 20 }),
    fc.constantFrom('a', 'b'),
  ),
  { maxLength: 8 },
);

test('keeps the first product of each slot in each file, and finds slots by GlobalId', () => {
  fc.assert(
    fc.property(NOTES, fc.nat(8), (notes, restartAt) => {
      const known = new Map<string, { guid: string | null; record: number; file: string }>();
      let table = new ImportedProducts();
      let [stored, text] = [table.stored, ''];
      for (const [n, [pairs, file]] of notes.entries()) {
        // A snapshot is used in place, and its arrays do not change.
        if (n === restartAt) {
          stored = table.stored;
          text = JSON.stringify(stored);
          table = new ImportedProducts(stored);
        }
        const slots = pairs.map(([slot]) => slot);
        table.note(
          slots,
          pairs.map(([, product]) => product),
          file,
        );
        for (const [slot, product] of pairs) {
          if (product === null || known.has(`${slot} ${file}`)) continue;
          const guid = product.guid?.length === 22 ? product.guid : null;
          known.set(`${slot} ${file}`, { guid, record: product.record, file });
        }
      }
      for (let slot = 0; slot <= 301; slot += 1) {
        for (const file of ['a', 'b']) {
          expect(table.at(slot, file)).toEqual(known.get(`${slot} ${file}`) ?? null);
        }
      }
      for (const guid of GUIDS) {
        const slots = [...known]
          .filter(([, one]) => one.guid === guid)
          .map(([key]) => Number.parseInt(key, 10));
        expect(table.slotsWith(guid)).toEqual([...new Set(slots)].toSorted((a, b) => a - b));
      }
      expect(text === '' ? text : JSON.stringify(stored)).toBe(text);
    }),
  );
});

test('a dry run sees the products before it, and notes none', () => {
  const table = new ImportedProducts();
  const [guid = ''] = GUIDS;
  table.note(
    [3, 4],
    [
      { guid, record: 1 },
      { guid, record: 2 },
    ],
    'a',
  );
  const planned = new PlannedProducts(table, 4);
  expect(planned.note()).toBe(false);
  expect([planned.at(3, 'a')?.record, planned.at(4, 'a')]).toEqual([1, null]);
  expect(planned.slotsWith(guid)).toEqual([3]);
});

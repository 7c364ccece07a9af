/** @module tests of the index of GlobalIds. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { GuidIndex, guidHash } from '../../../../../kernel/building/model/state/guid-index.ts';

const GUIDS = ['0aaaaaaaaaaaaaaaaaaaaa', '1bbbbbbbbbbbbbbbbbbbbb', '3$_zzzzzzzzzzzzzzzzzzz'];
const FILE = 'ab'.repeat(32);

function column(guids: readonly (string | null)[]): Uint8Array {
  return Buffer.concat(guids.map((guid) => Buffer.alloc(22, guid ?? 0, 'latin1')));
}

test('finds the rows of each GlobalId, ascending', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...GUIDS, null)), (guids) => {
      const index = new GuidIndex(column(guids), FILE);
      for (const guid of GUIDS) {
        expect(index.rowsWith(guid)).toEqual(
          guids.flatMap((one, row) => (one === guid ? row : [])),
        );
      }
    }),
  );
});

test('costs linear time if a file repeats a GlobalId; else this would take minutes', () => {
  const rows = 500_000;
  const [guid = '', other = ''] = GUIDS;
  const index = new GuidIndex(Buffer.alloc(22 * rows, guid, 'latin1'), FILE);
  expect(index.rowsWith(guid)).toHaveLength(rows);
  expect(index.rowsWith(other)).toEqual([]);
});

test('GlobalIds that share a place in the index of one file do not share one in that of another', () => {
  const made = Array.from({ length: 50_000 }, (_, i) =>
    Buffer.from(`0${String(i).padStart(21, '0')}`, 'latin1'),
  );
  const placeOf = (guid: Uint8Array, seed: number): number => guidHash(guid, 0, seed) & 1023;
  const [first = Buffer.alloc(22)] = made;
  const chosen = made.filter((guid) => placeOf(guid, 1) === placeOf(first, 1));
  expect(chosen.length).toBeGreaterThan(20);
  expect(new Set(chosen.map((guid) => placeOf(guid, 2))).size).toBeGreaterThan(chosen.length / 2);
});

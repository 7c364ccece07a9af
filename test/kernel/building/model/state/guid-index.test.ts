/** @module tests of the index of GlobalIds. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { GuidIndex } from '../../../../../kernel/building/model/state/guid-index.ts';

const GUIDS = ['0aaaaaaaaaaaaaaaaaaaaa', '1bbbbbbbbbbbbbbbbbbbbb', '3$_zzzzzzzzzzzzzzzzzzz'];

function column(guids: readonly (string | null)[]): Uint8Array {
  return Buffer.concat(guids.map((guid) => Buffer.alloc(22, guid ?? 0, 'latin1')));
}

test('finds the rows of each GlobalId, ascending', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...GUIDS, null)), (guids) => {
      const index = new GuidIndex(column(guids));
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
  const index = new GuidIndex(Buffer.alloc(22 * rows, guid, 'latin1'));
  expect(index.rowsWith(guid)).toHaveLength(rows);
  expect(index.rowsWith(other)).toEqual([]);
});

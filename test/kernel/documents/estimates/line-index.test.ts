/** @module tests of the index of lines: it finds the lines that a test of every line finds, in the order of the list. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { conditionHolds } from '../../../../kernel/building/model/condition.ts';
import { type BoundLine, boundList } from '../../../../kernel/documents/estimates/bound-line.ts';
import { lineIndex, linesFor } from '../../../../kernel/documents/estimates/line-index.ts';
import { readList } from '../../../../kernel/documents/estimates/read/read-list.ts';
import { building } from '../schedules/two-rooms.ts';
import { listOf } from './estimate-of.ts';

const conditions = fc.subarray(
  ['name = South', 'name = North', 'level = Ground', 'usage != exterior', 'thickness = 200'],
  { minLength: 0 },
);

const idsOf = (lines: readonly BoundLine[]): readonly string[] => lines.map(({ id }) => id);

test('every line that applies to a wall is found once, in the order of the list', () => {
  fc.assert(
    fc.property(fc.array(conditions, { minLength: 1, maxLength: 12 }), (lists) => {
      const given = lists.map((list, index) => ({
        id: `L${index}`,
        matches: ['category = Walls', ...list].join('; '),
        quantity: 'count',
        unit: 'pcs',
      }));
      const read = readList(new TextEncoder().encode(listOf(given)), '.');
      const bound = read.ok ? boundList(read.lines, building.kinds, '.') : read;
      const lines = bound.ok ? bound.lines : [];
      const index = lineIndex(lines);
      for (const wall of building.elementsOf('wall')) {
        const applies = (line: (typeof lines)[number]): boolean =>
          line.tests.every(({ field, op, value }) =>
            conditionHolds({ op, value }, field.read(wall, building)),
          );
        const found = linesFor(index, (field) => field.read(wall, building));
        expect(idsOf(found.filter(applies))).toEqual(idsOf(lines.filter(applies)));
      }
      expect(lines).toHaveLength(given.length);
    }),
    { numRuns: 50 },
  );
});

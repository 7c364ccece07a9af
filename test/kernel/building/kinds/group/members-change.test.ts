/** @module tests of the members of large sets: a change is exactly what leads from one list to the other, and back. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../../kernel/building/kinds/elements.ts';
import type { Placement } from '../../../../../kernel/building/kinds/group/group.ts';
import {
  changedMembers,
  membersBefore,
  membersChangeOf,
} from '../../../../../kernel/building/kinds/group/members-change.ts';
import { make } from '../../../../kernel/building/model/build.ts';

function placement(number: number): Placement {
  return { number, x: 0, y: 0, turn_deg: 0, mirrored: false };
}

function setOf(...members: string[][]): Element {
  return make('group', 'G', {
    name: 'Set',
    members,
    placements: members.map((_, i) => placement(i + 1)),
  });
}

const ids = (count: number, prefix = 'e'): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`);

test('law: a change leads from the members before to those after, and back', () => {
  const picked = fc.uniqueArray(fc.nat(149), { maxLength: 20 });
  const put = fc.array(fc.nat(160), { maxLength: 15 });
  fc.assert(
    fc.property(picked, put, (removed, added) => {
      const gone = new Set(removed);
      const before = ids(150);
      const after = before.filter((_, i) => !gone.has(i));
      for (const [i, at] of added.entries()) after.splice(at % (after.length + 1), 0, `new${i}`);
      const change = membersChangeOf(setOf(before), setOf(after));
      expect(change === null).toBe(removed.length + added.length === 0);
      const stated = change ?? { added: [], removed: [] };
      expect(stated.removed).toHaveLength(removed.length);
      expect(stated.added).toHaveLength(added.length);
      expect(changedMembers([before], stated)).toEqual([after]);
      expect(membersBefore([after], stated)).toEqual([before]);
    }),
  );
});

describe('members are stated as a whole', () => {
  const large = ids(150);
  test.each([
    ['of a small set', setOf(ids(50)), setOf(ids(49))],
    ['if most of them differ', setOf(large), setOf([...ids(100), ...ids(50, 'f')])],
    ['in another order', setOf(large), setOf([...large.toReversed(), 'more'])],
    ['of several placements', setOf(large, ids(150, 'f')), setOf(ids(149), ids(149, 'f'))],
    ['of another kind', make('wall', 'G'), make('wall', 'G', { height: 9 })],
  ])('%s', (_, before, after) => {
    expect(membersChangeOf(before, after)).toBeNull();
  });
});

test.each([
  ['another member at the place', { added: [], removed: [{ at: 1, id: 'a' }] }],
  ['a place beyond the list', { added: [], removed: [{ at: 9, id: 'a' }] }],
  ['the same member removed twice', { added: [], removed: [0, 0].map((at) => ({ at, id: 'a' })) }],
  ['a member that the set has', { added: [{ at: 0, id: 'b' }], removed: [] }],
  ['a member after a gap', { added: [{ at: 4, id: 'x' }], removed: [] }],
  ['a huge place', { added: [{ at: 1e15, id: 'x' }], removed: [] }],
  ['a place below 0', { added: [{ at: -1, id: 'x' }], removed: [] }],
  [
    'places in falling order',
    {
      added: [
        { at: 2, id: 'x' },
        { at: 0, id: 'y' },
      ],
      removed: [],
    },
  ],
])('a change with %s does not fit', (_, change) => {
  expect(changedMembers([['a', 'b', 'c']], change)).toBeNull();
  expect(
    changedMembers(
      [
        ['a', 'b', 'c'],
        ['d', 'e', 'f'],
      ],
      { added: [], removed: [] },
    ),
  ).toBeNull();
});

import { expect, test } from 'vitest';

import { headingOf } from '../../../../clients/view/panels/approvals/heading.ts';

const WALL = {
  change: 'deleted',
  id: 'wall_1',
  kind: 'curtain_wall',
  name: 'Hall\u202E west',
} as const;
const DOOR = { change: 'deleted', id: 'door_17bt', kind: 'door', name: null } as const;
const ABOUT = { summary: '3 deleted', tool: 'geometry.delete_elements' };

test.each([
  ['names what is deleted', [WALL], 1, 'Delete curtain wall Hall\\u{202e} west (3 deleted)'],
  [
    'counts those that are not named',
    [WALL, DOOR],
    4,
    'Delete curtain wall Hall\\u{202e} west, Door 17bt and 2 more (3 deleted)',
  ],
  ['has the numbers alone without a known element', [], 0, '3 deleted'],
] as const)('the heading of an approval %s', (_, elements, alike, expected) => {
  expect(headingOf({ ...ABOUT, elements, alike })).toBe(expected);
});

test('the heading of an approval without numbers is its tool', () => {
  expect(headingOf({ ...ABOUT, summary: '', elements: [], alike: 0 })).toBe(ABOUT.tool);
});

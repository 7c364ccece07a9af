/** @module check-permissions.test: names in a permission file must exist, and levels are bound to ids. */
import { describe, expect, test } from 'vitest';

import {
  checkPermissions,
  type CheckedPermissions,
  type KnownLevel,
} from '../../clients/plumbline/permissions/check-permissions.ts';

const LEVELS: readonly KnownLevel[] = [
  { id: 'level_1', name: 'Ground', branch: 'main' },
  { id: 'level_2', name: 'Upper', branch: 'main' },
  { id: 'level_3', name: 'Twin', branch: 'main' },
  { id: 'level_4', name: 'Twin', branch: 'main' },
  { id: 'level_1', name: 'Ground', branch: 'a' },
  { id: 'level_5', name: 'Upper', branch: 'a' },
  { id: 'level_6', name: 'Attic', branch: 'a' },
  { id: 'level_7', name: 'Attic', branch: 'b' },
];

const checked = (permissions: object, more: object = {}): Promise<CheckedPermissions> =>
  checkPermissions(
    { permissions, ...more },
    { categories: ['Walls', 'Doors', 'ToolRuns'], levels: () => Promise.resolve(LEVELS) },
  );

describe('levels', () => {
  test.each([
    [
      ['Ground', 'level_2', 'Ground'],
      ['level_1', 'level_2'],
    ],
    [['Upper'], ['level_2']],
    [['Attic'], ['level_6', 'level_7']],
    [[], []],
  ])('%j are bound to %j', async (levels, ids) => {
    expect(await checked({ READ: {}, CREATE: { levels } })).toMatchObject({
      ok: true,
      permissions: { permissions: { READ: {}, CREATE: { levels: ids } } },
    });
  });

  test('are listed with the ids to which they are bound', async () => {
    expect(await checked({ READ: { levels: ['Ground'] } })).toMatchObject({
      bindings: ['level `Ground` is `level_1`'],
    });
  });
});

test.each<[string, object, object, readonly string[]]>([
  [
    'a level',
    { READ: { levels: ['Grond'] } },
    {},
    ['READ: unknown level `Grond`, did you mean `Ground`?'],
  ],
  [
    'a level in another case',
    { READ: { levels: ['ground'] } },
    {},
    ['READ: unknown level `ground`, did you mean `Ground`?'],
  ],
  [
    'a level of which there are two',
    { READ: { levels: ['Twin'] } },
    {},
    ['READ: `Twin` is the name of `level_3` and `level_4`: name one of them by id'],
  ],
  [
    'categories',
    { CREATE: { categories: ['Wals', 'Xyz'] } },
    {},
    [
      'CREATE: unknown category `Wals`, did you mean `Walls`?',
      'CREATE: unknown category `Xyz`, expected one of Walls, Doors, ToolRuns',
    ],
  ],
  [
    'a class of action',
    { REED: {} },
    {},
    ['unknown field in permissions `REED`, did you mean `READ`?'],
  ],
  [
    'a field of a scope',
    { READ: { level: [] } },
    {},
    ['unknown field in permissions.READ `level`, did you mean `levels`?'],
  ],
  [
    'a field',
    {},
    { max_elements: 1 },
    ['unknown field `max_elements`, did you mean `max_elements_per_operation`?'],
  ],
  [
    'a trigger',
    {},
    { requires_approval: ['element.delete'] },
    [expect.stringMatching(/^requires_approval\.0: .*did you mean `element\.deleted`\?$/u)],
  ],
  [
    'a number',
    {},
    { max_elements_per_operation: 0 },
    [expect.stringMatching(/^max_elements_per_operation: /u)],
  ],
])('unknown name of %s is refused with the closest match', async (_, permissions, more, faults) => {
  expect(await checked(permissions, more)).toEqual({ ok: false, faults });
});

test('the levels of a workspace are not read for a file that names none', async () => {
  const known = {
    categories: ['Walls'],
    levels: () => Promise.reject(new Error('read')),
  };
  const file = { permissions: { READ: { categories: ['Walls'] } } };
  expect(await checkPermissions(file, known)).toMatchObject({ ok: true, bindings: [] });
});

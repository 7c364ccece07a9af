/** @module tests of the clear width of doors by their type. */
import { expect, test } from 'vitest';

import { aDoor } from '../../../../../kernel/checks/compliance/examples/doors.ts';
import { doorClearWidth } from '../../../../../kernel/checks/compliance/measures/doors.ts';
import { runOf } from '../example-view.ts';

test.each([
  ['single', 940, 'the stop (16 mm) and the leaf (44 mm)'],
  ['double', 440, 'half of the void, the stop and the leaf'],
  ['sliding', 984, 'the stop only: its leaf is beside the void'],
  ['pocket', 984, 'the stop only: its leaf is inside the wall'],
] as const)('a %s door of 1,000 mm leaves %d mm: less %s', (door_type, clear, _less) => {
  const measured = doorClearWidth.of(runOf(aDoor({ width: 1000, door_type }, 'a door')), 'D1');
  expect(measured).toMatchObject({ outcome: 'value', value: expect.closeTo(clear, 6) });
});

test.each(['folding', 'revolving'] as const)(
  'the clear width of a %s door is not evaluated',
  (door_type) => {
    const measured = doorClearWidth.of(runOf(aDoor({ door_type }, 'a door')), 'D1');
    expect(measured).toEqual({
      outcome: 'not_evaluated',
      because: `the clear width of a ${door_type} door is not modelled`,
    });
  },
);

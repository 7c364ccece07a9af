/** @module tests of the clear width of doors by their type. */
import { expect, test } from 'vitest';

import { aDoor } from '../../../../../kernel/checks/compliance/examples/doors.ts';
import {
  doorClearHeight,
  doorClearWidth,
  doorStep,
} from '../../../../../kernel/checks/compliance/measures/doors.ts';
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

test.each([
  [undefined, undefined, 0],
  [undefined, 12, 12],
  [15, undefined, 15],
  [15, 12, 15],
  [15, 20, 20],
])(
  'a door with a sill of %s mm and a step of %s mm has a step of %d mm',
  (sill, step, expected) => {
    const given = {
      ...(sill === undefined ? {} : { sill }),
      ...(step === undefined ? {} : { step }),
    };
    const measured = doorStep.of(runOf(aDoor(given, 'a door')), 'D1');
    expect(measured).toMatchObject({ outcome: 'value', value: expect.closeTo(expected, 6) });
  },
);

test('the clear height of a door begins at its threshold', () => {
  const measured = doorClearHeight.of(runOf(aDoor({ sill: 50, height: 2000 }, 'a door')), 'D1');
  expect(measured).toMatchObject({ outcome: 'value', value: 2000, at: { z: 50 } });
});

/** @module tests of occupant loads: the greater of the computed and the stated number. */
import { expect, test } from 'vitest';

import { aRoom } from '../../../../../kernel/checks/compliance/examples/rooms.ts';
import { value } from '../../../../../kernel/checks/compliance/measured.ts';
import { loadOf, storeyLoad } from '../../../../../kernel/checks/compliance/measures/occupants.ts';
import { runOf } from '../example-view.ts';

/** A meeting room of 20 m²: 15 persons at 1.394 m² each. */
const meeting = (occupancy?: number) =>
  runOf(aRoom({ usage: 'meeting', ...(occupancy === undefined ? {} : { occupancy }) }, 'a room'));

test.each([
  ['no occupants', undefined, 15],
  ['1 person', 1, 15],
  ['14 persons', 14, 15],
  ['16 persons', 16, 16],
])(
  'a room counted for 15 persons that states %s has a load of the greater number',
  (_what, stated, load) => {
    const run = meeting(stated);
    expect(loadOf(run, 'R1')).toEqual(value(load));
    expect(storeyLoad(run, 'L1')).toEqual(value(load));
  },
);

test('the load of a room with stated occupants and no usage is not evaluated', () => {
  const run = runOf(aRoom({ usage: null, occupancy: 12 }, 'a room'));
  expect(loadOf(run, 'R1').outcome).toBe('not_evaluated');
});

/** @module tests of the travel limits of IBC Table 1017.2, by occupancy group and sprinklers. */
import { expect, test } from 'vitest';

import { aRoom } from '../../../../../kernel/checks/compliance/examples/rooms.ts';
import { ibcTravelDistance } from '../../../../../kernel/checks/compliance/packs/ibc-2021/travel-distance.ts';
import { runOf } from '../example-view.ts';

/** Feet of the table in metres. */
const [FT_200, FT_250, FT_300, FT_400] = [60.96, 76.2, 91.44, 121.92];

test.each([
  ['A', FT_200, FT_250],
  ['B', FT_200, FT_300],
  ['E', FT_200, FT_250],
  ['F-1', FT_200, FT_250],
  ['F-2', FT_300, FT_400],
  ['M', FT_200, FT_250],
  ['R-1', FT_200, FT_250],
  ['R-2', FT_200, FT_250],
  ['S-1', FT_200, FT_250],
  ['S-2', FT_300, FT_400],
  ['U', FT_300, FT_400],
])(
  'the travel limit of group %s is %d m, with sprinklers %d m',
  (occupancy, plain, protected_m) => {
    for (const [sprinklered, required] of [
      [false, plain],
      [true, protected_m],
    ] as const) {
      const run = runOf(aRoom({ circumstances: { occupancy, sprinklered } }, 'a room'));
      const room = run.view.elementOf('R1', 'room');
      if (room === undefined) throw new Error('no room');
      expect(ibcTravelDistance.check(room, run)).toMatchObject({ outcome: 'pass', required });
    }
  },
);

test('a group without a limit in the table is not evaluated', () => {
  const run = runOf(aRoom({ circumstances: { occupancy: 'H-1' } }, 'a room'));
  const room = run.view.elementOf('R1', 'room');
  if (room === undefined) throw new Error('no room');
  expect(ibcTravelDistance.check(room, run)).toEqual({
    outcome: 'not_evaluated',
    because: 'no limit is known for occupancy `H-1`',
  });
});

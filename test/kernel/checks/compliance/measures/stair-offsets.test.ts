/** @module tests of the steps of stairs that begin above and end below their levels. */
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../../kernel/building/kinds/elements.ts';
import {
  floor,
  level,
  room,
  span,
  stair,
} from '../../../../../kernel/checks/compliance/examples/elements.ts';
import { stairFlights } from '../../../../../kernel/checks/compliance/measures/flight.ts';
import { stairHeadroom } from '../../../../../kernel/checks/compliance/measures/stairs.ts';
import { runOf } from '../example-view.ts';

/** From 200 mm above `L1` to 240 mm below `L2` at 3,000 mm: 16 risers of 160 mm along x, 15 treads of 300 mm. */
const STAIR = stair('S1', { riser_max: 160, tread: 300, base_offset: 200, top_offset: -240 });
const BEFORE = span(-1500, -600, 0, 600);
const BEHIND = span(4500, -600, 6000, 600);

/** First and last riser, and the elevations of the floors at both ends. */
function endsWith(...elements: readonly Element[]): readonly number[] {
  const all = [level('L1', 0, 3000), level('L2', 3000), STAIR, ...elements];
  const run = runOf({ shows: 'a stair off its levels', subject: 'S1', elements: all });
  const [flight] = stairFlights(run, 'S1')?.flights ?? [];
  const risers = flight?.risers ?? [];
  return [risers[0] ?? NaN, risers.at(-1) ?? NaN, flight?.foot ?? NaN, flight?.head ?? NaN];
}

test('all risers are equal between floors at its ends', () => {
  const below = floor('F1', BEFORE, { top_offset: 200 });
  const above = floor('F2', BEHIND, { level_id: 'L2', top_offset: -240 });
  expect(endsWith(below, above)).toEqual([160, 160, 200, 2760]);
});

test('the first and last riser reach floors at its levels', () => {
  const floors = [floor('F1', BEFORE), floor('F2', BEHIND, { level_id: 'L2' })];
  expect(endsWith(...floors)).toEqual([360, 400, 0, 3000]);
});

test('the first riser reaches the foot of a room without a floor', () => {
  const around = span(-3000, -3000, 3000, 3000);
  expect(endsWith(room('R1', around))).toEqual([360, 160, 0, 2760]);
  expect(endsWith(room('R1', around, { base_offset: 150 }))).toEqual([210, 160, 150, 2760]);
});

test('all risers are equal where nothing is at its ends', () => {
  expect(endsWith()).toEqual([160, 160, 200, 2760]);
});

describe('a tread at the top', () => {
  const topped = stair('S1', {
    riser_max: 160,
    tread: 300,
    base_offset: 200,
    top_offset: -240,
    top_tread: true,
  });
  const runUnder = (above: number, slab: number) =>
    runOf({
      shows: 'a stair with a tread at its top',
      subject: 'S1',
      elements: [
        level('L1', 0, 3000),
        level('L2', 3000),
        topped,
        floor('F2', span(4800, -600, 6300, 600), { level_id: 'L2', top_offset: above }),
        floor('F3', span(4000, -600, 6300, 600), {
          level_id: 'L2',
          top_offset: slab + 100,
          thickness: 100,
        }),
      ],
    });

  test('is no riser below a floor that is level with it', () => {
    const risersOf = (above: number): readonly number[] =>
      stairFlights(runUnder(above, 2000), 'S1')?.flights[0].risers ?? [];
    expect(risersOf(-240)).toEqual(Array.from({ length: 16 }, () => 160));
    expect(risersOf(-220)).toEqual([...Array.from({ length: 16 }, () => 160), 20]);
  });

  test('is where the headroom is measured', () => {
    const headroom = stairHeadroom.of(runUnder(-240, 1760), 'S1');
    // The slab begins at 4,760 mm, and the last tread is at 2,760 mm.
    expect(headroom).toMatchObject({ outcome: 'value', value: 2000 });
  });
});

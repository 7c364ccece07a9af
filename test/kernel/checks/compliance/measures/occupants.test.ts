/** @module tests of occupant loads: the greater of the computed and the stated number. */
import { describe, expect, test } from 'vitest';

import {
  level,
  room as roomOf,
  span,
} from '../../../../../kernel/checks/compliance/examples/elements.ts';
import { aRoom } from '../../../../../kernel/checks/compliance/examples/rooms.ts';
import { value } from '../../../../../kernel/checks/compliance/measured.ts';
import { loadOf, storeyLoad } from '../../../../../kernel/checks/compliance/measures/occupants.ts';
import { ibcSecondExit } from '../../../../../kernel/checks/compliance/packs/ibc-2021/second-exit.ts';
import { runOf } from '../example-view.ts';

/** A meeting room of 20 m²: 15 persons at 15 sq ft (1.3935456 m²) each. */
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

/** Square feet per person of IBC Table 1004.5. */
const FACTORS = [
  ['office', 150],
  ['study', 150],
  ['meeting', 15],
  ['auditorium', 7],
  ['standing', 5],
  ['classroom', 20],
  ['workshop', 50],
  ['laboratory', 50],
  ['library', 50],
  ['gym', 50],
  ['shop', 60],
  ['storage', 300],
  ['plant', 300],
  ['parking', 200],
  ['commercial kitchen', 200],
  ['apartment', 200],
  ['bedroom', 200],
] as const;

const FOOT = 304.8;

describe.each(FACTORS)('a room used as %s, one person for each %d sq ft', (usage, each) => {
  /** Occupants of a room 10 ft deep for `persons` persons that is `off` mm wider than needed. */
  const load = (persons: number, off: number): unknown => {
    const width = ((persons * each) / 10) * FOOT + off;
    return loadOf(runOf(aRoom({ usage, width, depth: 10 * FOOT, doors: [] }, 'a room')), 'R1');
  };

  test.each([2, 9, 10, 29, 49, 50, 150])(
    'a whole number of %d persons is that number',
    (persons) => {
      expect(load(persons, 0)).toEqual(value(persons));
      expect(load(persons, 1e-6)).toEqual(value(persons));
      expect(load(persons, -1)).toEqual(value(persons));
      expect(load(persons, 1)).toEqual(value(persons + 1));
    },
  );
});

test.each([0, 7, 30, 45, 61, 89])(
  'a classroom of 35 by 28 ft at %d° has 49 persons: rounding of its corners adds none',
  (degrees) => {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const grid = (mm: number): number => Math.round(mm * 1000) / 1000;
    const boundary_points = [
      [0, 0],
      [35 * FOOT, 0],
      [35 * FOOT, 28 * FOOT],
      [0, 28 * FOOT],
    ].map(([x = 0, y = 0]) => ({ x: grid(x * cos - y * sin), y: grid(x * sin + y * cos) }));
    const shape = roomOf('R1', span(0, 0, 1, 1), { usage: 'classroom', boundary_points });
    const run = runOf({ shows: '', subject: 'R1', elements: [level('L1', 0), shape] });
    expect(loadOf(run, 'R1')).toEqual(value(49));
  },
);

test.each([
  ['35 by 28 ft', 35, 49, 'not_applicable'],
  ['40 by 28 ft', 40, 56, 'fail'],
] as const)('a classroom of %s with one door', (_size, feet, persons, outcome) => {
  const run = runOf(aRoom({ usage: 'classroom', width: feet * FOOT, depth: 28 * FOOT }, 'a room'));
  const element = run.view.elementOf('R1', 'room');
  if (element === undefined) throw new Error('no room');
  expect(loadOf(run, 'R1')).toEqual(value(persons));
  expect(ibcSecondExit.check(element, run).outcome).toBe(outcome);
});

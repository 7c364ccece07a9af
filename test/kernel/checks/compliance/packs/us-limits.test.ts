/** @module tests of limits in feet and inches: exact conversions, and each rule exactly at its limit and one step off. */
import { describe, expect, test } from 'vitest';

import { aDoor } from '../../../../../kernel/checks/compliance/examples/doors.ts';
import { aTerrace } from '../../../../../kernel/checks/compliance/examples/edges.ts';
import { aUnit } from '../../../../../kernel/checks/compliance/examples/furniture.ts';
import { anOpening } from '../../../../../kernel/checks/compliance/examples/openings.ts';
import { aRamp } from '../../../../../kernel/checks/compliance/examples/ramps.ts';
import { aCorridor, aRoom } from '../../../../../kernel/checks/compliance/examples/rooms.ts';
import {
  aStair,
  aStairTo,
  roomAbove,
} from '../../../../../kernel/checks/compliance/examples/stairs.ts';
import { ADA_2010 } from '../../../../../kernel/checks/compliance/packs/ada-2010.ts';
import { IBC_2021 } from '../../../../../kernel/checks/compliance/packs/ibc-2021.ts';
import type { Example } from '../../../../../kernel/checks/compliance/rule.ts';
import { runOf } from '../example-view.ts';

const RULES = [IBC_2021, ADA_2010].flatMap(({ rules }) => rules);

/** Limits as the codes print them (mm, m and m² by 1 in = 25.4 mm, 1 ft = 0.3048 m, 1 sq ft = 0.09290304 m²). */
const PRINTED = {
  'IBC-2021.ceiling-height': { least: ['90 in', 2286] },
  'IBC-2021.common-path': {
    most: ['75 ft', 22.86],
    sprinklered: ['100 ft', 30.48],
    sprinklered_homes: ['125 ft', 38.1],
  },
  'IBC-2021.corridor-width': {
    least: ['44 in', 1117.6],
    few: ['36 in', 914.4],
    school: ['72 in', 1828.8],
  },
  'IBC-2021.dead-end': { most: ['20 ft', 6.096], sprinklered: ['50 ft', 15.24] },
  'IBC-2021.door-capacity': { each: ['0.2 in', 5.08] },
  'IBC-2021.door-height': { least: ['80 in', 2032] },
  'IBC-2021.door-threshold': { most: ['0.5 in', 12.7] },
  'IBC-2021.door-width': { least: ['32 in', 812.8] },
  'IBC-2021.dwelling-stair-riser': { most: ['7.75 in', 196.85] },
  'IBC-2021.dwelling-stair-tread': { least: ['10 in', 254] },
  'IBC-2021.guard-height': { least: ['42 in', 1066.8], drop: ['30 in', 762] },
  'IBC-2021.guard-needed': { most: ['30 in', 762] },
  'IBC-2021.guard-opening': { most: ['4 in', 101.6], drop: ['30 in', 762] },
  'IBC-2021.habitable-height': { least: ['90 in', 2286] },
  'IBC-2021.habitable-width': { least: ['84 in', 2133.6] },
  'IBC-2021.headroom': { least: ['80 in', 2032] },
  'IBC-2021.rescue-opening': {
    area: ['5.7 sq ft', 0.529547328],
    height: ['24 in', 609.6],
    width: ['20 in', 508],
    sill: ['44 in', 1117.6],
  },
  'IBC-2021.stair-capacity': { each: ['0.3 in', 7.62] },
  'IBC-2021.stair-headroom': { least: ['80 in', 2032] },
  'IBC-2021.stair-landing': { most_needed: ['48 in', 1219.2] },
  'IBC-2021.stair-rise': { most: ['144 in', 3657.6] },
  'IBC-2021.stair-riser-least': { least: ['4 in', 101.6] },
  'IBC-2021.stair-riser-uniformity': { most: ['0.375 in', 9.525] },
  'IBC-2021.stair-riser': { most: ['7 in', 177.8] },
  'IBC-2021.stair-tread': { least: ['11 in', 279.4] },
  'IBC-2021.stair-width': { least: ['44 in', 1117.6], few: ['36 in', 914.4] },
  'IBC-2021.travel-distance': {
    ...Object.fromEntries(
      ['A', 'B', 'E', 'F-1', 'F', 'M', 'R-1', 'R-2', 'R-3', 'S-1', 'S'].map((group) => [
        group,
        ['200 ft', 60.96],
      ]),
    ),
    'F-2': ['300 ft', 91.44],
    'S-2': ['300 ft', 91.44],
    U: ['300 ft', 91.44],
    sprinklered: ['250 ft', 76.2],
    sprinklered_B: ['300 ft', 91.44],
    sprinklered_low: ['400 ft', 121.92],
  },
  'ADA-2010.basin-clear-floor': { least: ['48 in', 1219.2] },
  'ADA-2010.corridor-width': { least: ['36 in', 914.4] },
  'ADA-2010.door-approach': {
    pull_front: ['60 in', 1524],
    pull_front_latch: ['18 in', 457.2],
    pull_hinge: ['54 in', 1371.6],
    pull_hinge_latch: ['42 in', 1066.8],
    pull_latch: ['48 in', 1219.2],
    pull_latch_latch: ['24 in', 609.6],
    push_front: ['48 in', 1219.2],
    push_hinge: ['42 in', 1066.8],
    push_hinge_hinge: ['22 in', 558.8],
    push_latch: ['42 in', 1066.8],
    push_latch_latch: ['24 in', 609.6],
  },
  'ADA-2010.door-height': { least: ['80 in', 2032] },
  'ADA-2010.door-threshold': { most: ['0.5 in', 12.7] },
  'ADA-2010.door-width-deep': { least: ['36 in', 914.4], deep: ['24 in', 609.6] },
  'ADA-2010.door-width': { least: ['32 in', 812.8] },
  'ADA-2010.opening-width': {
    least: ['32 in', 812.8],
    long: ['36 in', 914.4],
    longer_than: ['24 in', 609.6],
  },
  'ADA-2010.ramp-landing': { least: ['60 in', 1524] },
  'ADA-2010.ramp-rise': { most: ['30 in', 762] },
  'ADA-2010.ramp-width': { least: ['36 in', 914.4] },
  'ADA-2010.stair-riser-least': { least: ['4 in', 101.6] },
  'ADA-2010.stair-riser': { most: ['7 in', 177.8] },
  'ADA-2010.stair-tread': { least: ['11 in', 279.4] },
  'ADA-2010.turning-circle': { least: ['60 in', 1524] },
  'ADA-2010.vertical-clearance': { least: ['80 in', 2032] },
};

test('every length and area of the US packs is stated in the units of its code, and converted exactly', () => {
  const stated = RULES.flatMap(({ id, parameters }) => {
    const lengths = Object.entries(parameters).flatMap(([name, quantity]) =>
      quantity.stated === undefined
        ? []
        : [[name, [`${quantity.stated.value} ${quantity.stated.unit}`, quantity.value]] as const],
    );
    return lengths.length === 0 ? [] : [[id, Object.fromEntries(lengths)] as const];
  });
  expect(Object.fromEntries(stated)).toEqual(PRINTED);
  const metric = RULES.flatMap(({ id, parameters }) =>
    Object.entries(parameters).flatMap(([name, { unit, stated: printed }]) =>
      printed === undefined && ['mm', 'm', 'm²'].includes(unit) ? [`${id} ${name}`] : [],
    ),
  );
  // Uniform risers have no limit in the code: 1 mm is the precision of a survey.
  expect(metric).toEqual(['ADA-2010.stair-riser-uniformity most']);
});

type Case = readonly [
  rule: string,
  limit_mm: number,
  relation: 'at_least' | 'at_most',
  built: (mm: number) => Example,
];

const shows = 'a case';
const IN = 25.4;
const meeting = { room: 'meeting' };

/** Each rule with a building that measures `mm`, and its limit in inches. */
const CASES: readonly Case[] = [
  ['IBC-2021.ceiling-height', 90 * IN, 'at_least', (height) => aRoom({ height }, shows)],
  [
    'IBC-2021.corridor-width',
    44 * IN,
    'at_least',
    (depth) => aCorridor({ depth, ...meeting }, shows),
  ],
  [
    'IBC-2021.corridor-width',
    36 * IN,
    'at_least',
    (depth) => aCorridor({ depth, room: 'office' }, shows),
  ],
  ['IBC-2021.corridor-width', 72 * IN, 'at_least', (depth) => school(depth)],
  ['IBC-2021.door-height', 80 * IN, 'at_least', (height) => aDoor({ height }, shows)],
  ['IBC-2021.door-threshold', 0.5 * IN, 'at_most', (step) => aDoor({ step }, shows)],
  ['IBC-2021.door-width', 32 * IN, 'at_least', (clear) => aDoor({ width: clear + 60 }, shows)],
  ['IBC-2021.door-capacity', 200 * 0.2 * IN, 'at_least', (clear) => hall(clear + 60)],
  [
    'IBC-2021.dwelling-stair-riser',
    7.75 * IN,
    'at_most',
    (riser) => aStairTo('living', { riser }, shows),
  ],
  [
    'IBC-2021.dwelling-stair-tread',
    10 * IN,
    'at_least',
    (tread) => aStairTo('living', { tread }, shows),
  ],
  [
    'IBC-2021.guard-height',
    42 * IN,
    'at_least',
    (railing) => aTerrace({ drop: 3000, railing }, shows),
  ],
  ['IBC-2021.guard-needed', 30 * IN, 'at_most', (drop) => aTerrace({ drop }, shows)],
  [
    'IBC-2021.guard-opening',
    4 * IN,
    'at_most',
    (gap) => aTerrace({ drop: 3000, parapet: 1100, gap }, shows),
  ],
  [
    'IBC-2021.habitable-height',
    90 * IN,
    'at_least',
    (height) => aRoom({ usage: 'bedroom', height }, shows),
  ],
  [
    'IBC-2021.habitable-width',
    84 * IN,
    'at_least',
    (depth) => aRoom({ usage: 'bedroom', depth }, shows),
  ],
  ['IBC-2021.headroom', 80 * IN, 'at_least', (beam) => aRoom({ beam }, shows)],
  ['IBC-2021.rescue-opening', 20 * IN, 'at_least', (clear) => bedroom([clear + 100, 1300, 900])],
  ['IBC-2021.rescue-opening', 24 * IN, 'at_least', (clear) => bedroom([1100, clear + 100, 900])],
  ['IBC-2021.rescue-opening', 44 * IN, 'at_most', (sill) => bedroom([1100, 1100, sill - 50])],
  [
    'IBC-2021.stair-capacity',
    159 * 0.3 * IN,
    'at_least',
    (width) => aStair({ width, rooms: [roomAbove('meeting', 221)] }, shows),
  ],
  ['IBC-2021.stair-headroom', 80 * IN, 'at_least', (headroom) => aStair({ headroom }, shows)],
  [
    'IBC-2021.stair-landing',
    48 * IN,
    'at_least',
    (landing) => aStair({ landing, width: 1300 }, shows),
  ],
  [
    'IBC-2021.stair-rise',
    144 * IN,
    'at_most',
    (rise) => aStair({ riser: 166, risers: 22, finish: rise - 3652 }, shows),
  ],
  ['IBC-2021.stair-riser', 7 * IN, 'at_most', (riser) => aStair({ riser }, shows)],
  ['IBC-2021.stair-riser-least', 4 * IN, 'at_least', (riser) => aStair({ riser }, shows)],
  ['IBC-2021.stair-riser-uniformity', 0.375 * IN, 'at_most', (finish) => aStair({ finish }, shows)],
  ['IBC-2021.stair-tread', 11 * IN, 'at_least', (tread) => aStair({ tread }, shows)],
  [
    'IBC-2021.stair-width',
    44 * IN,
    'at_least',
    (width) => aStair({ width, rooms: [roomAbove('meeting', 100)] }, shows),
  ],
  [
    'IBC-2021.stair-width',
    36 * IN,
    'at_least',
    (width) => aStair({ width, rooms: [roomAbove('office')] }, shows),
  ],
  [
    'ADA-2010.basin-clear-floor',
    48 * IN,
    'at_least',
    (free) => aUnit({ depth: free + 500 }, shows),
  ],
  ['ADA-2010.corridor-width', 36 * IN, 'at_least', (depth) => aCorridor({ depth }, shows)],
  ['ADA-2010.door-approach', 48 * IN, 'at_least', (pull) => aDoor({ depths: [pull, 3000] }, shows)],
  ['ADA-2010.door-approach', 42 * IN, 'at_least', (push) => aDoor({ depths: [3000, push] }, shows)],
  ['ADA-2010.door-height', 80 * IN, 'at_least', (height) => aDoor({ height }, shows)],
  ['ADA-2010.door-threshold', 0.5 * IN, 'at_most', (step) => aDoor({ step }, shows)],
  [
    'ADA-2010.door-width-deep',
    36 * IN,
    'at_least',
    (clear) => aDoor({ width: clear + 60, wall: 700 }, shows),
  ],
  ['ADA-2010.door-width', 32 * IN, 'at_least', (clear) => aDoor({ width: clear + 60 }, shows)],
  ['ADA-2010.opening-width', 32 * IN, 'at_least', (width) => anOpening({ width }, shows)],
  ['ADA-2010.ramp-landing', 60 * IN, 'at_least', (landing) => aRamp({ rise: 400, landing }, shows)],
  ['ADA-2010.ramp-rise', 30 * IN, 'at_most', (rise) => aRamp({ rise, run: 9500 }, shows)],
  ['ADA-2010.ramp-width', 36 * IN, 'at_least', (width) => aRamp({ rise: 400, width }, shows)],
  ['ADA-2010.stair-riser-least', 4 * IN, 'at_least', (riser) => aStair({ riser }, shows)],
  ['ADA-2010.stair-riser', 7 * IN, 'at_most', (riser) => aStair({ riser }, shows)],
  ['ADA-2010.stair-tread', 11 * IN, 'at_least', (tread) => aStair({ tread }, shows)],
  [
    'ADA-2010.turning-circle',
    60 * IN,
    'at_least',
    (depth) => aRoom({ usage: 'toilet', depth }, shows),
  ],
  ['ADA-2010.vertical-clearance', 80 * IN, 'at_least', (beam) => aRoom({ beam }, shows)],
];

/** A corridor of a school with classrooms for 100 persons and more next to it: 80 m² at 20 sq ft are 44 persons each. */
function school(depth: number): Example {
  const corridor = aCorridor({ depth, room: 'classroom' }, shows);
  const elements = corridor.elements.map((element) =>
    element.kind === 'room' && element.id === 'R2'
      ? { ...element, params: { ...element.params, occupancy: 100 } }
      : element,
  );
  return { ...corridor, elements, circumstances: { occupancy: 'E' } };
}

/** A meeting room of 278.7 m²: 200 persons at 15 sq ft, since 3,000 sq ft are 278.709 m². */
const hall = (door_width: number): Example =>
  aRoom({ usage: 'meeting', width: 20_000, depth: 13_935, doors: [1000], door_width }, shows);

const bedroom = (window: readonly [number, number, number]): Example =>
  aRoom({ usage: 'bedroom', window }, shows);

function outcomeOf(id: string, example: Example): string {
  const rule = RULES.find((one) => one.id === id);
  const run = runOf(example);
  const subject = rule && run.view.elementOf(example.subject, rule.subject);
  if (rule === undefined || subject === undefined) throw new Error(`no subject of ${id}`);
  return rule.check(subject, run).outcome;
}

describe.each(CASES)('%s, limit %f mm, %s', (id, limit_mm, relation, built) => {
  /** One step that a drawing in inches or millimetres can have. */
  const STEP_MM = 0.1;
  const [beyond, within] = relation === 'at_least' ? [-STEP_MM, STEP_MM] : [STEP_MM, -STEP_MM];

  test.each([
    ['at the limit', 0, 'pass'],
    ['one step beyond the limit', beyond, 'fail'],
    ['one step within the limit', within, 'pass'],
    ['at the limit but for noise', Math.sign(beyond) * 1e-6, 'pass'],
  ] as const)('%s', (_where, off, outcome) => {
    expect(outcomeOf(id, built(limit_mm + off))).toBe(outcome);
  });
});

test('every limit that a building can be drawn to is in the table', () => {
  // Routes have their cases in the examples of their rules, and in the tests of groups and sprinklers.
  const routes = ['common-path', 'dead-end', 'travel-distance'].map((name) => `IBC-2021.${name}`);
  const drawn = new Set(CASES.map(([id]) => id));
  expect(Object.keys(PRINTED).filter((id) => !drawn.has(id))).toEqual(routes);
});

test.each([
  ['at 5.7 sq ft', 529_548, 'pass'],
  ['0.5 cm² below 5.7 sq ft', 529_497, 'fail'],
  ['0.5 cm² above 5.7 sq ft', 529_598, 'pass'],
] as const)('a rescue opening %s', (_where, clear_mm2, outcome) => {
  expect(outcomeOf('IBC-2021.rescue-opening', bedroom([clear_mm2 / 1000 + 100, 1100, 900]))).toBe(
    outcome,
  );
});

describe('where a rule begins', () => {
  test.each([
    [762, 'not_applicable'],
    [762.000_001, 'not_applicable'],
    [762.1, 'fail'],
  ])('a guard of 900 mm above a drop of %f mm: %s', (drop, outcome) => {
    const terrace = aTerrace({ drop, railing: 900 }, shows);
    expect(outcomeOf('IBC-2021.guard-height', terrace)).toBe(outcome);
  });

  test.each([
    [762, 'not_applicable'],
    [762.1, 'fail'],
  ])('a gap of 200 mm in a guard above a drop of %f mm: %s', (drop, outcome) => {
    const terrace = aTerrace({ drop, parapet: 1100, gap: 200 }, shows);
    expect(outcomeOf('IBC-2021.guard-opening', terrace)).toBe(outcome);
  });

  test.each([
    [609.6, 'not_applicable'],
    [609.600_001, 'not_applicable'],
    [609.7, 'fail'],
  ])('a door of 900 mm in a wall of %f mm: %s', (wall, outcome) => {
    const door = aDoor({ width: 900, wall }, shows);
    expect(outcomeOf('ADA-2010.door-width-deep', door)).toBe(outcome);
  });
});

/** @module tests of headroom under stairs and ramps, over floor on which people can walk. */
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../kernel/building/kinds/elements.ts';
import { complianceAround } from '../../../../kernel/checks/compliance/compliance-around.ts';
import * as e from '../../../../kernel/checks/compliance/examples/elements.ts';
import type { Corner } from '../../../../kernel/checks/compliance/examples/elements.ts';
import { roomHeadroom } from '../../../../kernel/checks/compliance/measures/rooms.ts';
import { ADA_2010 } from '../../../../kernel/checks/compliance/packs/ada-2010.ts';
import { IBC_2021 } from '../../../../kernel/checks/compliance/packs/ibc-2021.ts';
import { newRun, runCompliance } from '../../../../kernel/checks/compliance/run-compliance.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { deletes } from '../../building/model/build.ts';
import { creation, viewOf } from './example-view.ts';

const OUTER = [
  [-100, -100],
  [10_100, 10_100],
] as const;

type Given = {
  readonly rise?: number;
  readonly riser_max?: number;
  readonly stair?: Parameters<typeof e.stair>[1];
  readonly others?: readonly Element[];
  /** The room to measure. */
  readonly level_id?: string;
};

const U_STAIR = { start: { x: 5000, y: 2000 }, direction_deg: 90, tread: 280 } as const;

/**
 * A hall of 10 by 10 m with a door and a half turn that goes up to the north and turns to the left: its first flight
 * over x from 4,400 to 5,600, its landing from the end of that on over x from 3,100 to 5,600.
 */
function hall({ rise = 3000, riser_max = 177, stair = {}, others = [], level_id }: Given) {
  return [
    e.level('L1', 0, rise),
    e.level('L2', rise),
    ...e.wallsAround('W', [0, 0], [10_000, 10_000]),
    e.floor('F1', OUTER),
    e.floor('F2', OUTER, {
      level_id: 'L2',
      holes: [e.rectangle([3000, 1900], [5700, 7900])],
    }),
    e.door('D1', 'W1'),
    e.room(
      'R1',
      [
        [0, 0],
        [10_000, 10_000],
      ],
      { usage: 'circulation', level_id: level_id ?? 'L1' },
    ),
    e.stair('S', { ...U_STAIR, shape: 'u', riser_max, ...stair }),
    ...others,
  ];
}

/** A railing around the underside of the first flight, `end` mm to the north of its foot. */
function fence(end: number, given: { readonly height?: number; readonly short?: number } = {}) {
  const { height = 1000, short = 0 } = given;
  const path: readonly Corner[] = [
    [4350, 2000],
    [4350, 2030 + end],
    [5630, 2030 + end],
    [5630, 2000 + short],
  ];
  return e.railing('G', path, { height });
}

function headroom(elements: readonly Element[]): {
  readonly clear: number;
  readonly of: readonly string[];
} {
  const run = newRun(viewOf(elements), { standards: [] });
  const got = roomHeadroom.of(run, 'R1');
  if (got.outcome !== 'value') throw new Error(got.because);
  return { clear: Math.round(got.value * 100) / 100, of: got.of };
}

/** 8 treads in the first flight over 3 m, 13 over 28 risers. */
const [SHORT, LONG] = [8 * 280, 13 * 280];

describe('the headroom of a hall with a half turn', () => {
  test('the headroom of a hall is that under the lower flight, where it begins to hang', () => {
    expect(headroom(hall({}))).toEqual({ clear: 500, of: ['S'] });
  });

  test('the headroom of a hall without a door is the same', () => {
    expect(headroom(hall({}).filter(({ kind }) => kind !== 'door')).clear).toBe(500);
  });

  test('the headroom is that under the landing if a railing fences off the lower flight', () => {
    // 9 of 17 risers over 3 m, less a landing of 250 mm
    expect(headroom(hall({ others: [fence(SHORT)] }))).toEqual({
      clear: Math.round(((3000 * 9) / 17 - 250) * 100) / 100,
      of: ['S'],
    });
  });

  test('headroom is measured from a floor that is higher than the foot of the stair', () => {
    const raised = hall({ others: [fence(SHORT)] }).map((element) =>
      element.id === 'F1' ? e.floor('F1', OUTER, { top_offset: 12 }) : element,
    );
    expect(headroom(raised).clear).toBeCloseTo((3000 * 9) / 17 - 250 - 12, 2);
  });

  test.each([
    [IBC_2021, 'headroom', 2032],
    [ADA_2010, 'vertical-clearance', 2032],
  ] as const)(
    '$0.standard $1 passes under a landing at the limit and fails 1 mm below it',
    (pack, name, least) => {
      const rule = pack.rules.find(({ id }) => id === `${pack.standard}.${name}`);
      if (rule === undefined) throw new Error(`no rule ${name}`);
      const outcomeAt = (underside: number) => {
        // 14 of 28 risers to the landing
        const rise = 2 * (underside + 250);
        const elements = hall({ rise, riser_max: 163.5, others: [fence(LONG)] });
        const view = viewOf(elements);
        const room = view.elementOf('R1', 'room');
        if (room === undefined) throw new Error('no room');
        return rule.check(room, newRun(view, { standards: [] }));
      };
      const passed = outcomeAt(least);
      expect(passed).toMatchObject({ outcome: 'pass' });
      expect(passed).toHaveProperty('measured', expect.closeTo(least, 6));
      const failed = outcomeAt(least - 1);
      expect(failed).toMatchObject({ outcome: 'fail', of: ['S'] });
      expect(failed).toHaveProperty('measured', expect.closeTo(least - 1, 6));
    },
  );

  test.each([
    ['a low railing', fence(SHORT, { height: 400 })],
    ['a railing with a gap wide enough to walk through', fence(SHORT, { short: 1200 })],
    [
      'a railing elsewhere',
      e.railing('G', [
        [1000, 8000],
        [3000, 8000],
      ]),
    ],
  ])('%s does not fence off the floor under a flight', (_what, railing) => {
    expect(headroom(hall({ others: [railing] })).clear).toBe(500);
  });

  test('headroom is the height under the slab if walls close off all floor under the stair', () => {
    const walls = e.wallsAround('C', [3000, 1950], [5700, 5500]);
    const { clear } = headroom(hall({ others: walls }));
    expect(clear).toBe(2800);
  });

  test('a cupboard with a door under the stair does not count', () => {
    const cupboard = [...e.wallsAround('C', [3000, 1950], [5700, 5500]), e.door('D2', 'C2')];
    expect(headroom(hall({ others: cupboard })).clear).toBe(500);
  });

  test('headroom is that under a beam next to the stair if it is lower', () => {
    const beam = e.beam(
      'B',
      [
        [0, 9000],
        [10_000, 9000],
      ],
      { elevation_offset: 900 + 200 - 3000 },
    );
    expect(headroom(hall({ others: [beam] })).of).toEqual(['S']);
    expect(headroom(hall({ others: [beam, fence(SHORT)] }))).toEqual({ clear: 900, of: ['B'] });
  });
});

describe('the headroom of the storey above', () => {
  const above: readonly Element[] = [e.level('L3', 6000), e.floor('F3', OUTER, { level_id: 'L3' })];

  test('headroom of the storey above ignores the stair through its well and the next stair above it', () => {
    const on = e.stair('T', {
      ...U_STAIR,
      shape: 'u',
      riser_max: 177,
      level_id: 'L2',
      top_level_id: 'L3',
      handrails: 'both',
    });
    const elements = hall({ level_id: 'L2', stair: { handrails: 'both' }, others: [on, ...above] });
    expect(headroom(elements)).toEqual({ clear: 2800, of: ['F3'] });
  });

  test('headroom of the storey above ignores handrails beyond the last step of the stair from below', () => {
    const closed = e.floor('F2', OUTER, { level_id: 'L2' });
    const elements = hall({ level_id: 'L2', stair: { handrails: 'both' }, others: above });
    const without = elements.map((element) => (element.id === 'F2' ? closed : element));
    expect(headroom(without)).toEqual({ clear: 2800, of: ['F3'] });
  });

  test('headroom of the storey above counts a stair that continues over its floor', () => {
    const on = e.stair('T', {
      start: { x: 8000, y: 2000 },
      direction_deg: 90,
      riser_max: 177,
      level_id: 'L2',
      top_level_id: 'L3',
    });
    const elements = hall({ level_id: 'L2', others: [on, ...above] });
    expect(headroom(elements)).toEqual({ clear: 500, of: ['T'] });
  });
});

test('a ramp counts for headroom where it has risen by more than 500 mm', () => {
  const ramp = e.ramp('P', { start: { x: 1000, y: 9000 }, end: { x: 7000, y: 9000 }, rise: 600 });
  expect(headroom(hall({ others: [ramp, fence(SHORT)] })).of).toEqual(['S']);
  const high = e.ramp('P', { start: { x: 1000, y: 9000 }, end: { x: 7000, y: 9000 }, rise: 900 });
  expect(headroom(hall({ others: [high, fence(SHORT)] }))).toEqual({ clear: 500, of: ['P'] });
});

test.each([
  ['a railing around the flight', null, fence(LONG)],
  ['no railing', 'G', null],
  ['no stair', 'S', null],
] as const)(
  'the check around a change equals the difference of two full checks for %s',
  (_what, gone, made) => {
    const fenced = made === null && gone === 'G' ? [fence(LONG)] : [];
    const before = viewOf(hall({ rise: 4564, riser_max: 163.5, others: fenced }));
    const events: readonly PlannedEvent[] =
      made === null ? [deletes(before.element(gone ?? ''))] : [creation(made)];
    const options = { standards: ['IBC-2021', 'ADA-2010'] };
    const after = before.apply(events);
    const found = (view: typeof before) => runCompliance(view, options).findings;
    const without = (all: ReturnType<typeof found>, others: ReturnType<typeof found>) =>
      all.filter(({ finding_id }) => others.every((other) => other.finding_id !== finding_id));
    const [was, is] = [found(before), found(after)];
    const [came, went] = [without(is, was), without(was, is)];
    expect([...came, ...went].map(({ check }) => check)).toContain('IBC-2021.headroom');
    const changed = events.map(({ aggregate_id }) => aggregate_id);
    const around = complianceAround(before, after, changed, options);
    expect(around.made).toEqual(came);
    expect(around.resolved).toEqual(went);
  },
);

/** @module tests of fire screening on small plans with results computed by hand. */
import { describe, expect, test } from 'vitest';

import type { FireScreening } from '../../../../kernel/checks/screening/fire/fire-screening.ts';
import {
  DOOR_SHARE,
  fireScreening,
} from '../../../../kernel/checks/screening/fire/fire-screening.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { created, Site } from '../../building/model/build.ts';
import { MOTIONS, moved } from './motions.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

function screened(
  events: readonly PlannedEvent[],
  door_share: number = DOOR_SHARE.value,
): FireScreening {
  const site = new Site();
  site.commit('main', [created('level', 'L1'), ...events]);
  return fireScreening(site.view(), { door_share });
}

/** Check and elements of each finding. */
const lines = ({ findings }: FireScreening): readonly string[] =>
  findings.map(
    ({ check, element_ids }) => `${check.replace('fire.', '')} ${element_ids.join(' ')}`,
  );

/** An office, a plant room and an office of 4 × 4 m in a row; P1 and P2 are the walls between them. */
function row(
  first: number | null,
  second: number | null,
  usages: readonly (string | null)[] = ['office', 'plant', 'Office '],
): readonly PlannedEvent[] {
  const axes = {
    south: [P(0, 0), P(12_000, 0)],
    east: [P(12_000, 0), P(12_000, 4000)],
    north: [P(12_000, 4000), P(0, 4000)],
    west: [P(0, 4000), P(0, 0)],
  } as const;
  return [
    ...Object.entries(axes).map(([id, [start, end]]) => created('wall', id, { start, end })),
    created('wall', 'P1', { start: P(4000, 0), end: P(4000, 4000), fire_rating_min: first }),
    created('wall', 'P2', { start: P(8000, 4000), end: P(8000, 0), fire_rating_min: second }),
    ...usages.map((usage, i) => {
      const [x0, x1] = [4000 * i + 100, 4000 * i + 3900];
      return created('room', `R${i + 1}`, {
        usage,
        point: P(4000 * i + 2000, 2000),
        boundary_points: [P(x0, 100), P(x1, 100), P(x1, 3900), P(x0, 3900)],
      });
    }),
  ];
}

/** The same plan with curtain walls of glass between the rooms. */
function glazedRow(first: number | null, second: number | null): readonly PlannedEvent[] {
  const grid = { wall_type: 'curtain', curtain: {} } as const;
  return [
    ...row(first, second),
    ...['P1', 'P2'].map((id) => ({
      type: 'element.modified' as const,
      aggregate_id: id,
      payload: { updates: grid, previous: { wall_type: 'basic', curtain: null } },
    })),
  ];
}

describe('walls between rooms', () => {
  test('of glass are compared by their stated rating like any other', () => {
    expect(lines(screened(glazedRow(60, null)))).toEqual(['gap_round_room P2 R2 R3']);
    expect(lines(screened(glazedRow(60, 60)))).toEqual(lines(screened(row(60, 60))));
  });

  test.each([
    [null, { elements: 6, stated: 0, rated: 0 }],
    // Stated, but no rating.
    [0, { elements: 6, stated: 1, rated: 0 }],
    [1, { elements: 6, stated: 1, rated: 1 }],
  ])('a wall with the rating %j is counted as stated and as rated', (minutes, counted) => {
    expect(screened(row(minutes, null)).ratings['Walls']).toEqual(counted);
  });

  test('a plant room rated on one side only has a gap on the other', () => {
    const found = screened(row(60, null));
    expect(lines(found)).toEqual(['gap_round_room P2 R2 R3']);
    expect(found).toMatchObject({
      status: 'findings',
      separations: { different_usage: 2, same_usage: 0, unknown_usage: 0 },
      ratings: { Walls: { elements: 6, stated: 1, rated: 1 } },
      findings: [
        {
          severity: 'advisory',
          level_id: 'L1',
          message:
            'wall `P2` between room `R2` (plant) and room `R3` (Office ) has no rating; other walls between `R2` and rooms of another usage are rated up to 60 min',
          location: { x: 8000, y: 2000, z: 1500 },
          details: { rating_min: 0, highest_rating_min: 60, shared_mm: 3800 },
        },
      ],
    });
  });

  test('a lower rating is a gap, an equal one is not', () => {
    expect(lines(screened(row(60, 30)))).toEqual(['gap_round_room P2 R2 R3']);
    expect(lines(screened(row(60, 60)))).toEqual([]);
  });

  test('rooms of the same or of unknown usage are not compared', () => {
    const alike = screened(row(60, null, ['office', ' Office', 'office']));
    expect(alike).toMatchObject({ findings: [], separations: { same_usage: 2 } });
    const unknown = screened(row(60, null, ['office', null, 'office']));
    expect(unknown).toMatchObject({
      status: 'incomplete',
      findings: [],
      separations: { unknown_usage: 2 },
    });
    expect(unknown.not_evaluated).toContainEqual({
      what: 'walls between rooms',
      count: 2,
      reason: 'the usage of an adjacent room is not stated',
    });
  });

  test('a long wall separates each pair of rooms on its two sides', () => {
    // P1 divides a hall in the south from two rooms in the north, which P2 divides.
    const events = [
      ...row(60, null, []).slice(0, 4),
      created('wall', 'P1', { start: P(0, 2000), end: P(12_000, 2000), fire_rating_min: 60 }),
      created('wall', 'P2', { start: P(5000, 2000), end: P(5000, 4000) }),
      ...(['plant', 'store', 'hall'] as const).map((usage, i) =>
        created('room', usage, {
          usage,
          point: P([2000, 8000, 2000][i] ?? 0, [3000, 3000, 1000][i] ?? 0),
        }),
      ),
    ];
    const found = screened(events);
    expect(found.separations).toMatchObject({ different_usage: 3 });
    expect(lines(found)).toEqual(['gap_round_room P2 plant store']);
  });
});

describe('fillings of rated walls', () => {
  const doors = (...ratings: readonly (number | null)[]): readonly PlannedEvent[] => [
    created('wall', 'W', { end: P(20_000, 0), fire_rating_min: 60 }),
    ...ratings.map((fire_rating_min, i) =>
      created('door', `D${i + 1}`, { host_id: 'W', offset: 1000 + 2000 * i, fire_rating_min }),
    ),
  ];

  test('a door needs a rating of three quarters of the rating of its wall', () => {
    const found = screened(doors(45, 44, 0, null, 60));
    expect(lines(found)).toEqual([
      'door_below_wall D2 W',
      'door_not_rated D3 W',
      'door_not_rated D4 W',
    ]);
    expect(found.findings[0]).toMatchObject({
      severity: 'advisory',
      message:
        'door `D2` is rated 44 min in wall `W` rated 60 min, expected 45 min (0.75 of its wall)',
      location: { x: 3450, y: 0, z: 1050 },
      details: { rating_min: 44, expected_min: 45, confidence: 'advisory' },
    });
    expect(found.findings[2]).toMatchObject({
      severity: 'warning',
      message: 'door `D4` has no rating in wall `W` rated 60 min, expected a rating',
    });
    expect(lines(screened(doors(45, 60), 1))).toEqual(['door_below_wall D1 W']);
  });

  test('reports holes, does not evaluate unrated windows, and ignores walls without a rating', () => {
    const found = screened([
      ...doors(),
      created('opening', 'O', { host_id: 'W' }),
      created('window', 'F', { host_id: 'W' }),
      created('wall', 'plain', { start: P(0, 9000), end: P(5000, 9000), fire_rating_min: 0 }),
      created('door', 'D', { host_id: 'plain' }),
    ]);
    expect(lines(found)).toEqual(['hole_in_wall O W']);
    expect(found.not_evaluated).toContainEqual({
      what: 'windows in rated walls',
      count: 1,
      reason: 'no fire rating is stated for them',
    });
  });
});

describe('ratings stated as properties', () => {
  const rated = (set: string, FireRating: string): object => ({
    properties: { [set]: { FireRating } },
  });

  test('of a window are compared with its wall like those of a door', () => {
    const window = (id: string, offset: number, more: object): PlannedEvent =>
      created('window', id, { host_id: 'W', offset, ...more });
    const found = screened([
      created('wall', 'W', { end: P(20_000, 0), fire_rating_min: 60 }),
      window('F1', 1000, rated('Pset_WindowCommon', 'E 45')),
      window('F2', 4000, rated('Pset_WindowCommon', 'E 44')),
      window('F3', 7000, rated('Pset_WindowCommon', '0 min')),
      window('F4', 10_000, {}),
    ]);
    expect(lines(found)).toEqual(['window_below_wall F2 W', 'window_not_rated F3 W']);
    expect(found.not_evaluated).toContainEqual({
      what: 'windows in rated walls',
      count: 1,
      reason: 'no fire rating is stated for them',
    });
    expect(found.ratings['Windows']).toEqual({ elements: 4, stated: 3, rated: 2 });
  });

  /** A floor rated 90 min on four columns on a slab on the ground, with the properties of the columns. */
  const deck = (...columns: readonly (string | null)[]): readonly PlannedEvent[] => [
    created('level', 'L2', { name: 'First', elevation: 3000 }),
    created('floor', 'ground', { fire_rating_min: 0 }),
    created('floor', 'deck', { level_id: 'L2', fire_rating_min: 90 }),
    ...columns.map((label, i) =>
      created('column', `C${i + 1}`, {
        location: P(500 + 1000 * i, 500),
        height: 2800,
        ...(label === null ? {} : rated('Pset_ColumnCommon', label)),
      }),
    ),
  ];

  test('of columns are compared with the elements that they support', () => {
    const found = screened(deck('R 90', 'R 60', '1.5 h', null));
    expect(lines(found)).toEqual(['carrier_below_carried C2 deck']);
    expect(found.findings[0]).toMatchObject({
      severity: 'advisory',
      message: 'column `C2` is rated 60 min but supports floor `deck` rated 90 min',
      details: { rating_min: 60, expected_min: 90 },
    });
    expect(found.not_evaluated).toContainEqual({
      what: 'supports of rated elements',
      count: 1,
      reason: 'no fire rating is stated for them',
    });
    expect(found.ratings['Columns']).toEqual({ elements: 4, stated: 3, rated: 3 });
  });

  test('that are not minutes are reported as not evaluated', () => {
    const found = screened(deck('REI 90', 'good', '2'));
    expect(found.findings).toEqual([]);
    expect(found.not_evaluated).toContainEqual({
      what: 'Columns',
      count: 2,
      reason: 'their `FireRating` cannot be read as minutes; readable examples: `60 min`, `REI 60`',
    });
  });
});

describe('rated lines', () => {
  const line = (next: number | null, ...more: readonly PlannedEvent[]): readonly PlannedEvent[] => [
    created('wall', 'A', { end: P(4000, 0), fire_rating_min: 60 }),
    // Its end meets the end of the rated one.
    created('wall', 'B', { start: P(9000, 0), end: P(4000, 0), fire_rating_min: next }),
    ...more,
  ];

  test('are broken by a wall that continues them with a lower rating', () => {
    const found = screened(line(30));
    expect(lines(found)).toEqual(['line_broken B A']);
    expect(found.findings[0]).toMatchObject({
      message: 'wall `B` continues wall `A` rated 60 min and is rated 30 min',
      location: { x: 4000, y: 0, z: 1500 },
      details: { rating_min: 30, wall_rating_min: 60 },
    });
    expect(lines(screened(line(60)))).toEqual([]);
  });

  test('are not broken where another rated wall turns off, or at a corner', () => {
    const turns = created('wall', 'C', {
      start: P(4000, 0),
      end: P(4000, 3000),
      fire_rating_min: 60,
    });
    expect(lines(screened(line(null, turns)))).toEqual([]);
    const corner = created('wall', 'B', { start: P(4000, 0), end: P(4000, 3000) });
    expect(lines(screened([...line(null).slice(0, 1), corner]))).toEqual([]);
  });
});

test('a model without ratings is reported as not evaluated', () => {
  expect(screened(row(null, 0))).toEqual({
    status: 'not_evaluated',
    findings: [],
    separations: null,
    ratings: { Walls: { elements: 6, stated: 1, rated: 0 } },
    not_evaluated: [
      { what: 'everything', count: 6, reason: 'no element has a fire rating above 0' },
    ],
  });
});

test('a screening without findings does not report compliance', () => {
  const all = [created('wall', 'W', { fire_rating_min: 60 })];
  expect(screened(all)).toMatchObject({ status: 'no_findings', not_evaluated: [] });
  const some = [...all, created('wall', 'V', { start: P(0, 9000), end: P(5000, 9000) })];
  expect(screened(some)).toMatchObject({
    status: 'incomplete',
    not_evaluated: [{ what: 'Walls', count: 1 }],
  });
});

test.each(MOTIONS)('a plan $name has the same findings', (motion) => {
  const events = [
    ...row(60, null),
    created('door', 'D', { host_id: 'P1', fire_rating_min: 30 }),
    created('wall', 'A', { start: P(0, -9000), end: P(4000, -9000), fire_rating_min: 60 }),
    created('wall', 'B', { start: P(9000, -9000), end: P(4000, -9000) }),
  ];
  const [before, after] = [screened(events), screened(moved(events, motion))];
  expect(before.findings).toHaveLength(3);
  const summaryOf = ({ findings }: FireScreening): unknown =>
    findings.map(({ finding_id, message, details }) => ({ finding_id, message, details }));
  expect(summaryOf(after)).toEqual(summaryOf(before));
  const places = ({ findings }: FireScreening): readonly (readonly number[])[] =>
    findings.map(({ location }) => [location?.x ?? NaN, location?.y ?? NaN, location?.z ?? NaN]);
  const expected = places(before).map(([x = 0, y = 0, z = 0]) => {
    const to = motion.point({ x, y });
    return [to.x, to.y, z];
  });
  for (const [i, place] of places(after).entries()) {
    for (const [k, value] of place.entries()) expect(value).toBeCloseTo(expected[i]?.[k] ?? NaN, 2);
  }
});

/**
 * @module measured.test: the measurements of checks, through a real client, on a building whose values are calculated here. Rules of
 * the operator require each value exactly, and one millimetre (or person) more.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { connect, testWorkspace, type Connected, type TestWorkspace } from './connect.ts';

const P = (x: number, y: number): object => ({ x, y });
const why = { reasoning: 'measured by hand' };

/** Four walls of 200 mm on these axes, a room in them, and its floor area within the walls. */
function room(name: string, [x0, y0, x1, y1]: readonly [number, number, number, number]): object[] {
  const corners = [P(x0, y0), P(x1, y0), P(x1, y1), P(x0, y1)];
  const walls = corners.map((start, i) => ({
    tool: 'create_wall',
    as: `${name}${i}`,
    arguments: { level_id: '$ground', start, end: corners[(i + 1) % 4], thickness: 200 },
  }));
  const point = P(x1 - 300, y1 - 300);
  const made = { level_id: '$ground', point, name, usage: name };
  return [...walls, { tool: 'create_room', as: name, arguments: made }];
}

const column = (x: number, y: number): object => ({
  tool: 'create_column',
  arguments: { level_id: '$ground', location: P(x, y), profile: '400x400', height: 2500 },
});
const floor = (level: string, holes: object[][]): object => ({
  tool: 'create_floor',
  arguments: {
    level_id: level,
    boundary_points: [P(-100, -100), P(30_000, -100), P(30_000, 9000), P(-100, 9000)],
    holes,
    thickness: 200,
  },
});

const BUILDING = [
  { tool: 'create_level', as: 'ground', arguments: { name: 'G', elevation: 0, height: 3060 } },
  { tool: 'create_level', as: 'upper', arguments: { name: 'U', elevation: 3060, height: 3000 } },
  floor('$ground', []),
  // The hole begins 560 mm behind the first riser and ends at the end of the flight.
  floor('$upper', [[P(20_560, 1400), P(24_480, 1400), P(24_480, 2600), P(20_560, 2600)]]),
  // 10,000 × 2,000 mm between the walls.
  ...room('corridor', [0, 0, 10_200, 2200]),
  ...['corridor1', 'corridor3'].map((wall) => ({
    tool: 'place_door',
    as: `${wall}_door`,
    arguments: { wall_id: `$${wall}`, offset: 650, width: 900 },
  })),
  // From y = 600 to 1,000 in a corridor from 100 to 2,100.
  column(5100, 800),
  // 1,600 mm square, with a block of 400 mm in its corner.
  ...room('wc', [0, 4000, 1800, 5800]),
  column(300, 4300),
  // 5,000 × 4,000 mm each.
  ...room('office', [4000, 4000, 9200, 8200]),
  ...room('meeting', [10_000, 4000, 15_200, 8200]),
  {
    tool: 'create_stair',
    as: 'stair',
    arguments: {
      base_level_id: '$ground',
      top_level_id: '$upper',
      start: P(20_000, 2000),
      direction_deg: 0,
      width: 1200,
      riser_max: 180,
      tread: 280,
    },
  },
  // 200 mm wide, 400 mm deep, with its top at 3,060 + 3,000 - 1,680 = 4,380 mm.
  {
    tool: 'create_beam',
    arguments: {
      level_id: '$upper',
      start: P(22_700, 1000),
      end: P(22_700, 3000),
      profile: '200x400',
      elevation_offset: -1680,
    },
  },
];

/** A measurement: its object, its parameters, its value, and the step beyond it. */
type Value = {
  readonly rule: string;
  readonly of: string;
  readonly measure: string;
  readonly usage?: string;
  readonly value: number;
  /** `at_least` fails one step above the value, `at_most` one step below. */
  readonly bound: 'at_least' | 'at_most';
};

const VALUES: readonly Value[] = [
  // A void of 900 mm less a stop of 16 mm and a leaf of 44 mm that is open at 90°.
  {
    rule: 'door',
    of: 'corridor1_door',
    measure: 'door_clear_width',
    value: 840,
    bound: 'at_least',
  },
  // Below the column are 600 - 100 = 500 mm, above it 2,100 - 1,000 = 1,100 mm: one passes above it.
  {
    rule: 'corridor',
    of: 'corridor',
    measure: 'corridor_width',
    usage: 'corridor',
    value: 1100,
    bound: 'at_least',
  },
  // 3,060 mm in 17 risers.
  { rule: 'riser', of: 'stair', measure: 'stair_riser_greatest', value: 180, bound: 'at_most' },
  { rule: 'tread', of: 'stair', measure: 'stair_tread_least', value: 280, bound: 'at_least' },
  // The far side of the beam lies 2,800 mm up the flight: the line over the nosings is at 180 + 2,800 × 180 / 280 =
  // 1,980 mm there, the underside of the beam at 3,980 mm. Under the edge of the slab it is 2,860 - 540 = 2,320 mm.
  { rule: 'headroom', of: 'stair', measure: 'stair_headroom', value: 2000, bound: 'at_least' },
  // The circle touches two walls and the corner of the block, 1,200 mm from both walls: r = √2 (1,200 - r), so that
  // 2 r = 2,400 √2 / (1 + √2).
  {
    rule: 'turning',
    of: 'wc',
    measure: 'room_free_circle',
    usage: 'wc',
    value: 1405.887,
    bound: 'at_least',
  },
  // 20 m² at 13.94 m² each are 1.43, at 1.394 m² each 14.35.
  {
    rule: 'desks',
    of: 'office',
    measure: 'room_occupants',
    usage: 'office',
    value: 2,
    bound: 'at_most',
  },
  {
    rule: 'seats',
    of: 'meeting',
    measure: 'room_occupants',
    usage: 'meeting',
    value: 15,
    bound: 'at_most',
  },
];

function ruleOf(
  { rule, measure, usage, value, bound }: Value,
  where: string,
  beyond: number,
): object {
  return {
    id: `${rule}-${where}`,
    title: rule,
    clause: '1',
    require: { measure, [bound]: value + beyond },
    ...(usage === undefined ? {} : { usage: [usage] }),
    fix: 'none',
  };
}

const PACK = {
  format: 'plumbline-rules/1',
  standard: 'BY-HAND',
  title: 'Values worked out by hand',
  version: '1.0.0',
  edition: 'of this test',
  rules: VALUES.flatMap((one) => [
    ruleOf(one, 'at-the-limit', 0),
    ruleOf(one, 'beyond', one.bound === 'at_least' ? 1 : -1),
  ]),
};

const Issues = z.looseObject({
  coverage: z.looseObject({ not_evaluated: z.array(z.looseObject({})) }),
  issues: z.array(
    z.looseObject({ rule_id: z.string(), element_ids: z.array(z.string()), measured: z.number() }),
  ),
});

let workspace: TestWorkspace;
let server: Connected;
let id: Readonly<Record<string, string>>;
let found: z.output<typeof Issues>;
beforeAll(async () => {
  workspace = testWorkspace(false);
  server = await connect(workspace.dir, 'all', { words: ['--init', '--toolsets', 'all'] });
  const rules = join(workspace.dir, '.plumbline/rules');
  mkdirSync(rules, { recursive: true });
  writeFileSync(join(rules, 'by-hand.json'), JSON.stringify(PACK));
  const built = await server.call('apply_changes', {
    operations: BUILDING,
    dry_run: false,
    ...why,
  });
  const { results } = z
    .looseObject({ results: z.array(z.looseObject({ as: z.string().nullish(), id: z.string() })) })
    .parse(built.data);
  id = Object.fromEntries(results.map((made) => [made.as ?? made.id, made.id]));
  const checked = await server.call('code_compliance', {
    standard: 'BY-HAND',
    severity_threshold: 'advisory',
    ...why,
  });
  found = Issues.parse(checked.data);
});
afterAll(async () => {
  await server.close();
  workspace.remove();
});

test('every requested measure has a value', () => {
  expect(found.coverage.not_evaluated).toEqual([]);
});

test.each(VALUES)('$rule: $measure is $value', ({ rule, of, value }) => {
  const messages = found.issues
    .filter(
      ({ rule_id, element_ids }) =>
        rule_id.startsWith(`BY-HAND.${rule}-`) && element_ids[0] === id[of],
    )
    .map(({ rule_id, measured }) => [rule_id, measured]);
  expect(messages).toEqual([[`BY-HAND.${rule}-beyond`, value]]);
});

test('a route through the corridor passes the column with the measured width and no more', async () => {
  const ask = async (clear_width: number): Promise<Readonly<Record<string, unknown>>> => {
    const ends = { start: P(2100, 1550), end: P(8100, 1550) };
    const asked = { level_id: id['ground'], ...ends, clear_width, ...why };
    return (await server.call('circulation_check', asked)).data;
  };
  // Its axis at y = 1,550 mm is 550 mm from the column and from the wall.
  expect(await ask(1100)).toMatchObject({
    reachable: true,
    distance_mm: 6000,
    narrowest: { width_mm: 1100 },
  });
  expect(await ask(1101)).toMatchObject({
    reachable: false,
    blocked_because: 'width',
    obstacles: expect.arrayContaining([expect.objectContaining({ width_mm: 1100 })]),
  });
});

/** @module gables: open gables are reported on the final state of a change, closed ones are not. */
import { beforeEach, describe, expect, it } from 'vitest';

import { World } from '../building/world.ts';

type Data = Record<string, unknown>;

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

/** Walls of 300 around 8 by 6 m: gables are over 1 and 3, which are 6 m long. */
const OUTER = [P(-150, -150), P(8150, -150), P(8150, 6150), P(-150, 6150)];
/** Over the level of 3,000, at 45 degrees: half of 6.3 m high in the middle. */
const GABLE_M2 = (6.3 * 3.15) / 2;

let world: World;
let [ground, eaves] = ['', ''];

beforeEach(async () => {
  world = await World.create();
  ground = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  eaves = await world.make('create_level', { name: 'Eaves', elevation: 3000 });
});

const roofOver = (given: Data = {}): Promise<string> =>
  world.make('create_roof', {
    level_id: eaves,
    boundary_points: OUTER,
    roof_type: 'gable',
    slope: 45,
    overhang: 500,
    ...given,
  });

/** South, east, north, west. */
async function walls(given: Data = {}): Promise<readonly string[]> {
  const corners = [P(0, 0), P(8000, 0), P(8000, 6000), P(0, 6000)];
  const ids: string[] = [];
  for (const [i, start] of corners.entries()) {
    const end = corners[(i + 1) % 4];
    ids.push(
      await world.make('create_wall', { level_id: ground, start, end, thickness: 300, ...given }),
    );
  }
  return ids;
}

/** The warnings of a call about gables, from its plan and its effect. */
async function warningsOf(name: string, input: Data): Promise<readonly string[]> {
  const { events, warnings = [] } = await world.plan(name, input);
  const effect = world.effect(events);
  return [...warnings, ...effect.withNames(effect.warnings)].filter((line) =>
    line.includes('gable'),
  );
}

const square = (m2: number): string => `${m2.toFixed(2)} m²`;

describe('a gable that stays open', () => {
  it('warns of an open gable over level walls, with the walls that could close it', async () => {
    const [, east, , west] = await walls();
    const call = { level_id: eaves, boundary_points: OUTER, roof_type: 'gable', slope: 45 };
    const [line = '', ...more] = await warningsOf('create_roof', call);
    expect(more).toEqual([]);
    expect(line).toContain(`${square(GABLE_M2)} on side 1, ${square(GABLE_M2)} on side 3`);
    expect(line).toContain(`of wall \`${east}\`, \`${west}\` closes them`);
    expect(await warningsOf('create_roof', { ...call, roof_type: 'hip' })).toEqual([]);
  });

  it('does not warn of a gable without walls below', async () => {
    const call = { level_id: eaves, boundary_points: OUTER, roof_type: 'gable', slope: 45 };
    expect(await warningsOf('create_roof', call)).toEqual([]);
  });

  it('warns when walls under a roof end level, not when they end at its underside', async () => {
    const roof = await roofOver();
    const wall = { level_id: ground, start: P(8000, 0), end: P(8000, 6000), thickness: 300 };
    const [line = ''] = await warningsOf('create_wall', wall);
    expect(line).toContain(`${square(GABLE_M2)} on side 1`);
    await walls({ top_under: roof });
    const edit = { element_id: roof, parameter_name: 'thickness', value: 300 };
    expect(await warningsOf('modify_parameter', edit)).toEqual([]);
  });

  it('subtracts the part that level walls close', async () => {
    const [, east = ''] = await walls();
    const roof = await roofOver();
    // Up to 1.5 m over the foot of the roof: a triangle as high and wide as the rest of 3.15 m.
    const edit = { element_id: east, parameter_name: 'height', value: 4500 };
    await world.do('modify_parameter', edit);
    const [line = ''] = await warningsOf('modify_parameter', {
      element_id: roof,
      parameter_name: 'slope_deg',
      value: 50,
    });
    // Both were open before and stay open, so they are not reported again.
    expect(line).toBe('');
    await world.do('delete_elements', { element_ids: [roof] });
    const call = { level_id: eaves, boundary_points: OUTER, roof_type: 'gable', slope: 45 };
    const [anew = ''] = await warningsOf('create_roof', call);
    expect(anew).toContain(`${square((3.15 - 1.5) ** 2)} on side 1, ${square(GABLE_M2)} on side 3`);
  });
});

describe('a change that opens a gable', () => {
  let roof = '';
  let east = '';
  beforeEach(async () => {
    roof = await roofOver();
    east = (await walls({ top_under: roof }))[1] ?? '';
  });

  it.each([
    ['deletes its wall', 'delete_elements', () => ({ element_ids: [east] })],
    [
      'ends its wall level',
      'modify_parameter',
      () => ({ element_id: east, parameter_name: 'top_under', value: null }),
    ],
    [
      'moves its wall away',
      'move_element',
      () => ({ element_id: east, delta: { x: -2000, y: 0, z: 0 } }),
    ],
  ] as const)('is warned of when it %s', async (_what, tool, input) => {
    const [line = '', ...more] = await warningsOf(tool, input());
    expect(more).toEqual([]);
    expect(line).toContain(`gables of roof \`${roof}\` stay open above the walls`);
    expect(line).toContain('on side 1:');
  });

  it('is reported when the roof has its gables on other sides', async () => {
    const edges = [{ gable: true }, {}, { gable: true }, {}];
    const edit = { element_id: roof, parameter_name: 'edges', value: edges };
    // All walls end under it, so that its gables are closed wherever they are.
    expect(await warningsOf('modify_parameter', edit)).toEqual([]);
    for (const end of ['south', 'north'].map((_, i) => [...world.view.elementsOf('wall')][2 * i])) {
      await world.do('modify_parameter', {
        element_id: end?.id,
        parameter_name: 'top_under',
        value: null,
      });
    }
    const [line = ''] = await warningsOf('modify_parameter', edit);
    expect(line).toContain('on side 0,');
    expect(line).toContain('slopes in `edges` avoid gables');
  });

  it('is not reported if the gable is closed afterwards', async () => {
    const others = [...world.view.elementsOf('wall')].map(({ id }) => id);
    expect(await warningsOf('delete_elements', { element_ids: [roof, ...others] })).toEqual([]);
    const lift = { element_id: roof, parameter_name: 'slope_deg', value: 30 };
    expect(await warningsOf('modify_parameter', lift)).toEqual([]);
  });
});

it('a script that closes its gables in later lines causes no warning', async () => {
  const script = (close: string): string =>
    [
      'level Ground at 0 height 3',
      'walls rect (0, 0) to (8, 6) thickness 0.3 as s',
      'level Eaves at 3',
      'roof rect (-0.15, -0.15) to (8.15, 6.15) type gable slope 45 as r',
      close,
    ].join('\n');
  const fresh = await World.create();
  world = fresh;
  expect(await warningsOf('run_script', { script: script('') })).toHaveLength(1);
  const closing = 'set $s.east top_under $r; set $s.west top_under $r';
  expect(await warningsOf('run_script', { script: script(closing) })).toEqual([]);
});

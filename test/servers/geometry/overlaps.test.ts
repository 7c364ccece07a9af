/** @module overlapping walls: the preview reports them, because both count the common part. */
import { readFileSync } from 'node:fs';

import { beforeEach, expect, it } from 'vitest';

import { type Progress, watched } from '../../../kernel/base/work/checkpoint.ts';
import { overlapWarnings } from '../../../kernel/building/model/effect/wall-overlaps.ts';
import { Model } from '../../../kernel/building/model/model.ts';
import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
let level_id: string;
let wall_id: string;

beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0 });
  wall_id = await world.make('create_wall', { level_id, start: P(-2000, 0), end: P(2000, 0) });
});

/** The warnings of the preview of a call other than those of its plan. */
async function preview(tool: string, input: Record<string, unknown>): Promise<readonly string[]> {
  const { events } = await world.plan(tool, input);
  return world.effect(events).warnings;
}

it('names the other wall, the position and the area of walls that cross without a common end', async () => {
  const across = { level_id, start: P(500, -1000), end: P(500, 2000), thickness: 300 };
  const [warning, ...more] = await preview('create_wall', across);
  expect(more).toEqual([]);
  expect(warning).toContain(`crosses wall \`${wall_id}\` around (500, 0)`);
  expect(warning).toContain('60000 mm²');
  // Two parts that end on the axis do not overlap.
  await world.do('create_wall', { ...across, end: P(500, 0) });
  expect(await preview('create_wall', { ...across, start: P(500, 0) })).toEqual([]);
});

it('reports progress of the walls that the call places, not of those whose outlines it changes', async () => {
  // The new wall ends at the corner of two others, whose outlines change.
  await world.make('create_wall', { level_id, start: P(2000, 0), end: P(2000, 3000) });
  const { events } = await world.plan('create_wall', {
    level_id,
    start: P(2000, 0),
    end: P(6000, 0),
  });
  const progress: Progress[] = [];
  const report = (at: Progress): void => void progress.push(at);
  watched(report, () => world.effect(events).warnings);
  const totals = progress.filter(({ doing }) => doing.includes('overlapping'));
  expect(totals.map(({ total }) => total)).toEqual([1, 0, 0]);
});

it('warns of a wall drawn twice, moved, extended or thickened into another', async () => {
  const again = { level_id, start: P(2000, 0), end: P(-2000, 0) };
  expect((await preview('create_wall', again)).join()).toContain(`lies on wall \`${wall_id}\``);
  const beside = await world.make('create_wall', {
    level_id,
    start: P(-2000, 400),
    end: P(2000, 400),
  });
  const nearer = { element_id: beside, delta: { x: 0, y: -250, z: 0 } };
  expect((await preview('move_element', nearer)).join()).toContain('200000 mm²');
  const thick = { element_id: wall_id, parameter_name: 'thickness', value: 700 };
  expect((await preview('modify_parameter', thick)).join()).toContain(`\`${beside}\``);
  const named = { element_id: wall_id, parameter_name: 'name', value: 'A' };
  expect(await preview('modify_parameter', named)).toEqual([]);
});

it.each([
  ['above it', { start: P(500, -1000), end: P(500, 1000), base_offset: 3000 }],
  ['touching it', { start: P(-2000, 200), end: P(2000, 200) }],
  ['going on from it', { start: P(2000, 0), end: P(4000, 10), thickness: 150 }],
  ['ending on its face', { start: P(0, 100), end: P(0, 1000) }],
  ['ending beyond its axis', { start: P(0, -99), end: P(0, 1000) }],
])(
  'reports no overlap for a wall %s',
  async (_, { base_offset, ...ends }: Record<string, unknown>) => {
    const id = await world.make('create_wall', {
      level_id,
      start: P(9000, 9000),
      end: P(9000, 9500),
    });
    if (base_offset !== undefined) {
      await world.do('modify_parameter', {
        element_id: id,
        parameter_name: 'base_offset',
        value: base_offset,
      });
    }
    if (ends['thickness'] !== undefined) {
      await world.do('modify_parameter', {
        element_id: id,
        parameter_name: 'thickness',
        value: ends['thickness'],
      });
    }
    await world.do('modify_parameter', {
      element_id: id,
      parameter_name: 'start',
      value: ends['start'],
    });
    const last = { element_id: id, parameter_name: 'end', value: ends['end'] };
    expect(await preview('modify_parameter', last)).toEqual([]);
  },
);

it('does not warn of walls with join_type none', async () => {
  const across = { level_id, start: P(500, -1000), end: P(500, 2000) };
  const other = await world.make('create_wall', across);
  const free = { element_id: other, parameter_name: 'join_type', value: 'none' };
  expect(await preview('modify_parameter', free)).toEqual([]);
});

it('reports nothing for the example house', async () => {
  const script = readFileSync(new URL('../../../examples/house.plumb', import.meta.url), 'utf8');
  // On an empty level: the wall of the other tests would overlap its front.
  world = await World.create();
  expect(await preview('run_script', { script })).toEqual([]);
});

function unexpected(): never {
  throw new Error('main is always there');
}

it('warns when there are too many walls to check', () => {
  const model = new Model();
  model.applyAll(world.log.all);
  const view = model.view('main') ?? unexpected();
  const wall = view.elementOf(wall_id, 'wall');
  const many = (count: number): readonly string[] =>
    overlapWarnings(
      { before: view, after: view },
      {
        placed: wall === undefined ? [] : Array.from({ length: count }, () => wall),
        reshaped: [],
      },
    );
  expect(many(500)).toEqual([]);
  expect(many(501)).toEqual([expect.stringContaining('of 501 changed walls only the first 500')]);
});

it('reports a corner inside another wall, but not one that touches it', async () => {
  // The end of the wall has its corner at (2000, 100); a face of the other goes past it at 45 degrees, so far inside.
  const past = (inside: number): object => {
    const x = 2100 - inside + 100 * Math.SQRT2;
    return { level_id, start: P(x - 2000, 2000), end: P(x + 2000, -2000), thickness: 200 };
  };
  const [warning, ...more] = await preview('create_wall', { ...past(6.325) });
  // The two are not joined, since the end of the axis stops before the face.
  expect(more).toEqual([expect.stringContaining(' short of wall ')]);
  expect(warning).toContain(`crosses wall \`${wall_id}\``);
  expect(warning).toContain(': 20 mm²');
  expect((await preview('create_wall', { ...past(0.5) })).join()).toContain(': 0.1 mm²');
  expect((await preview('create_wall', { ...past(0.001) })).join()).not.toContain('crosses');
});

it('reports an arc that overlaps a wall that it is joined to', async () => {
  // From the end of the wall back through it and away: they diverge at their joint by less than a right angle.
  const arc = { level_id, start: P(2000, 0), end: P(-1000, -2000), thickness: 200 };
  const [warning, ...more] = await preview('create_wall', { ...arc, via: P(0, 400) });
  expect(more).toEqual([]);
  expect(warning).toContain(`lies in wall \`${wall_id}\``);
  expect(warning).toContain('beyond their joint');
  expect(await preview('create_wall', { ...arc, via: P(1500, -1500) })).toEqual([]);
});

it('reports two walls that overlap because of a third one at their common point', async () => {
  world.snap_mm = 0;
  const beside = { level_id, start: P(9000, 0), thickness: 300, location_line: 'left' };
  const one = await world.make('create_wall', { ...beside, end: P(11_571, 3064) });
  const thin = { level_id, start: P(9000, 0), thickness: 100 };
  const other = await world.make('create_wall', { ...thin, end: P(9964, 1149) });
  const warning = (await preview('create_wall', { ...thin, end: P(10_299, -750) })).join();
  expect(warning).toContain(one);
  expect(warning).toContain(other);
  expect(warning).toContain('count in the volume of both');
});

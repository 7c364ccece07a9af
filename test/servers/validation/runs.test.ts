/** @module tests of runs of checks: what they find, record, compare and page. */
import { describe, expect, test } from 'vitest';

import { Interrupted, watched } from '../../../kernel/base/work/checkpoint.ts';
import { stopsOf } from '../../kernel/base/work/stops.ts';
import { rectangle, World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

/** A room in four walls, and a separate wall with free ends. */
async function house(): Promise<{ world: World; level_id: string; walls: string[]; free: string }> {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const walls = await rectangle(world, level_id, [0, 0, 6000, 4000]);
  await world.make('create_room', { level_id, point: P(3000, 2000), name: 'Hall' });
  const free = await world.make('create_wall', { level_id, start: P(0, 9000), end: P(4000, 9000) });
  return { world, level_id, walls, free };
}

describe('validate_constraints', () => {
  test('reports each free wall end once', async () => {
    const { world, level_id, free } = await house();
    const data = await world.run('validate_constraints', {});
    expect(data).toMatchObject({
      validation_run_id: 'event-8',
      branch: 'main',
      status: 'violations',
      compared_with: null,
      counts: { error: 0, warning: 2, advisory: 0 },
      resolved_count: 0,
      total: 2,
      next_cursor: null,
      findings: [
        {
          check: 'unjoined_end',
          severity: 'warning',
          status: 'new',
          element_ids: [free],
          level_id,
          end: 'start',
          location: { x: 0, y: 9000, z: 0 },
        },
        { end: 'end', location: { x: 4000, y: 9000, z: 0 } },
      ],
    });
    expect(world.log.all.at(-1)).toMatchObject({
      type: 'validation.run',
      event_id: 'event-8',
      aggregate_id: 'runs of validate_constraints',
      payload: { whole: true, found: 2, head: { branch: 'main', seq: 7, branch_seq: 7 } },
    });
  });

  test('finds a room that lost a wall, overlapping levels, and references to missing sources', async () => {
    const { world, level_id, walls, free } = await house();
    await world.do('delete_elements', { element_ids: [walls[1], free] });
    const upper = await world.make('create_level', { name: 'First', elevation: 2500 });
    const same = await world.make('create_level', { name: 'Also first', elevation: 2500 });
    const column = { level_id, profile: '400x400', height: 1000 };
    const element_a = await world.make('create_column', { ...column, location: P(20_000, 0) });
    const element_b = await world.make('create_column', { ...column, location: P(20_200, 0) });
    const solid = await world.make('boolean_operation', {
      element_a,
      element_b,
      operation: 'subtract',
    });
    await world.do('delete_elements', { element_ids: [element_b] });
    const { findings } = await world.run('validate_constraints', { limit: 500 });
    const found = findings as { check: string; element_ids: string[]; message: string }[];
    const by = (check: string): string[][] =>
      found.filter((one) => one.check === check).map(({ element_ids }) => element_ids);
    expect(by('room_not_enclosed')).toHaveLength(1);
    expect(by('orphan')).toEqual([[solid]]);
    const [first, second] = [upper, same].toSorted();
    expect(by('level_order')).toEqual([
      [level_id, first],
      [first, second],
    ]);
    expect(found.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('extends 500 mm into'),
        expect.stringContaining('have the same elevation 2500 mm'),
      ]),
    );
    // The two ends of the walls next to the gap.
    expect(new Set(by('unjoined_end').flat())).toEqual(new Set([walls[0], walls[2]]));
    const about = await world.run('validate_constraints', { element_ids: [solid] });
    expect(about).toMatchObject({ total: 1, findings: [{ check: 'orphan' }], compared_with: null });
  });

  test('refuses an unknown id, and has no finding in an empty model', async () => {
    const world = await World.create();
    expect(await world.run('validate_constraints', {})).toMatchObject({
      status: 'holds',
      total: 0,
    });
    const body = await world.refusal('validate_constraints', { element_ids: ['wall_9'] });
    expect(body).toMatchObject({ name: 'ELEMENT_NOT_FOUND' });
    expect(world.log.all).toHaveLength(1);
  });
});

describe('a second run', () => {
  test('reports new, unchanged and resolved findings', async () => {
    const { world, level_id, free } = await house();
    const first = await world.run('validate_constraints', {});
    await world.do('modify_parameter', {
      element_id: free,
      parameter_name: 'end',
      value: P(0, 4000),
    });
    const second = await world.run('validate_constraints', {});
    expect(second).toMatchObject({
      compared_with: first['validation_run_id'],
      total: 1,
      findings: [{ end: 'start', status: 'active', since: first['validation_run_id'] }],
      resolved_count: 1,
      resolved: [{ element_ids: [free] }],
    });
    await world.make('create_wall', { level_id, start: P(9000, 0), end: P(9000, 3000) });
    const third = await world.run('validate_constraints', {});
    expect(third).toMatchObject({ compared_with: second['validation_run_id'], total: 3 });
    const rows = third['findings'] as { status: string; since: string }[];
    expect(rows.filter(({ status }) => status === 'new')).toHaveLength(2);
    expect(rows.filter(({ since }) => since === first['validation_run_id'])).toHaveLength(1);

    const compared = await world.ask('get_validation_run', {
      validation_run_id: third['validation_run_id'],
      compare_to: first['validation_run_id'],
    });
    expect(compared).toMatchObject({
      tool: 'validate_constraints',
      branch_seq: 11,
      summary: { status: 'violations', counts: { warning: 3 } },
      comparison: { new: { count: 2 }, resolved: { count: 1 }, unchanged: 1 },
    });
  });

  test('with other arguments or on another branch is not compared with the first', async () => {
    const { world, free } = await house();
    await world.run('validate_constraints', {});
    const own = await world.run('validate_constraints', { element_ids: [free] });
    expect(own).toMatchObject({ compared_with: null });
    const earlier = await world.run('validate_constraints', {});
    await world.ask('get_validation_run', {
      validation_run_id: own['validation_run_id'],
      compare_to: earlier['validation_run_id'],
    });
    expect(world.warnings).toEqual([
      'the runs differ in `element_ids`: a finding of only one of them may be neither new nor resolved',
    ]);
    await world.do('create_branch', { name: 'b' });
    const again = await world.run('validate_constraints', { element_ids: [free] });
    world.branch = 'b';
    // The run from before the fork is a run of this branch, too; the one after it is not.
    const there = await world.run('validate_constraints', { element_ids: [free] });
    expect(there).toMatchObject({ compared_with: own['validation_run_id'] });
    expect(again).toMatchObject({ compared_with: own['validation_run_id'] });
  });
});

describe('get_validation_run', () => {
  test('returns the remaining pages of a run with the requested fields', async () => {
    const { world } = await house();
    const run = await world.run('validate_constraints', { limit: 1, fields: ['end', 'status'] });
    expect(run['findings']).toEqual([
      { finding_id: expect.any(String), end: 'start', status: 'new' },
    ]);
    expect(world.warnings).toEqual([expect.stringContaining('get_validation_run')]);
    const next = await world.ask('get_validation_run', {
      validation_run_id: run['validation_run_id'],
      cursor: run['next_cursor'],
    });
    expect(next).toMatchObject({ total: 2, next_cursor: null, findings: [{ end: 'end' }] });
    const call = { validation_run_id: run['validation_run_id'] };
    const refused = await world.refusal('get_validation_run', { ...call, fields: ['ends'] });
    expect(refused).toMatchObject({ name: 'INVALID_ARGUMENT' });
    expect(refused.data['fields']).toContain('end');
    // A request for fields that no finding can have starts no check; fields that only some have are allowed.
    const runs = world.log.all.length;
    const odd = await world.refusal('validate_constraints', { fields: ['end', 'clause'] });
    expect(odd.message).toContain(
      '`validate_constraints` have no field `clause`; expected some of',
    );
    expect(world.log.all.length).toBe(runs);
    const some = await world.run('validate_constraints', { fields: ['over_mm'], limit: 1 });
    expect(some['findings']).toEqual([{ finding_id: expect.any(String) }]);
    expect(await world.refusal('get_validation_run', { ...call, cursor: 'x' })).toMatchObject({
      name: 'INVALID_ARGUMENT',
    });
    const again = await world.run('validate_constraints', { limit: 1 });
    const other = { validation_run_id: again['validation_run_id'], cursor: run['next_cursor'] };
    expect(await world.refusal('get_validation_run', other)).toMatchObject({
      name: 'INVALID_ARGUMENT',
      message: expect.stringContaining('belongs to other arguments'),
    });
  });

  test('refuses an id that is not a run', async () => {
    const { world } = await house();
    for (const validation_run_id of ['event-1', 'event-99']) {
      expect(await world.refusal('get_validation_run', { validation_run_id })).toMatchObject({
        name: 'RUN_NOT_FOUND',
        code: 1307,
      });
    }
  });
});

test('an interrupted check records no run', async () => {
  const { world } = await house();
  const before = world.log.all.length;
  let checkpoints = 0;
  const interrupted = watched(
    () => {
      checkpoints += 1;
      throw new Interrupted('cancelled');
    },
    async () => await world.run('validate_constraints', {}),
  );
  await expect(interrupted).rejects.toBeInstanceOf(Interrupted);
  expect([checkpoints, world.log.all.length]).toEqual([1, before]);
});

test('a check reports each of its parts at checkpoints', async () => {
  const { world } = await house();
  const { made, stops } = stopsOf(async () => await world.run('validate_constraints', {}));
  await made;
  expect([...new Set(stops.map(({ doing }) => doing))]).toEqual([
    'rooms',
    'overlaps of rooms',
    'names of rooms',
    'references',
    'levels',
    'ends of walls',
  ]);
});

test('an agent with a restricted READ scope reads only runs with the same scope', async () => {
  const { world, level_id, free } = await house();
  const whole = await world.run('validate_constraints', {});
  const seesWalls = {
    place: ({ boxes }: { readonly boxes: readonly { min: { y: number } }[] }) =>
      boxes.every((box) => box.min.y < 5000),
    key: 'test',
    maker: 'maker',
    own: () => false,
    branch: () => true,
  };
  const view = (): typeof world.view => world.domain.callerView(world.view, seesWalls).view;
  const own = await world.run('validate_constraints', {}, { view: view() });
  expect(own).toMatchObject({ total: 0, resolved_count: 0, compared_with: null });
  expect(await view().validationRun(String(whole['validation_run_id']))).toBeNull();
  const again = await world.run('validate_constraints', {}, { view: view() });
  expect(again).toMatchObject({ compared_with: own['validation_run_id'] });
  const read = await view().validationRun(String(own['validation_run_id']));
  expect(JSON.stringify(read)).not.toContain(free);
  expect(JSON.stringify(read?.payload.summary)).toBe('{}');
  const narrower = world.domain.callerView(world.view, { ...seesWalls, key: 'narrower' }).view;
  expect(await narrower.validationRun(String(own['validation_run_id']))).toBeNull();
  // A run with a restricted READ scope is not compared with a run of the whole building.
  expect(await world.run('validate_constraints', {})).toMatchObject({
    compared_with: whole['validation_run_id'],
    findings: [{ status: 'active', level_id }, { status: 'active' }],
  });
});

/** @module tests of clash_detection and exclude_clash. */
import { describe, expect, test } from 'vitest';

import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

/** Two columns of 400 × 400 × 3000 that share 200 mm, one that touches the second, and one 30 mm away. */
async function columns(): Promise<{ world: World; level_id: string; ids: readonly string[] }> {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const ids: string[] = [];
  for (const x of [0, 200, 600, 1030]) {
    const column = { level_id, profile: '400x400', height: 3000, location: P(x, 0) };
    ids.push(await world.make('create_column', column));
  }
  return { world, level_id, ids };
}

/** Two of the ids, the smaller first. */
function inOrder(ids: readonly string[], i: number, j: number): readonly string[] {
  const [a = '', b = ''] = [ids[i], ids[j]];
  return a < b ? [a, b] : [b, a];
}

describe('clash_detection', () => {
  test('returns both elements, the location, the depth and the volume of a clash', async () => {
    const { world, level_id, ids } = await columns();
    const run = await world.run('clash_detection', {});
    expect(run).toMatchObject({
      status: 'clashes',
      by_type: { hard: 1, touching: 1, clearance: 0 },
      elements: 4,
      not_measured: { count: 0 },
      excluded: { count: 0 },
      total: 1,
      clashes: [
        {
          check: 'clash.hard',
          type: 'hard',
          level_id,
          element_a: inOrder(ids, 0, 1)[0],
          element_b: inOrder(ids, 0, 1)[1],
          overlap_volume_mm3: 200 * 400 * 3000,
          penetration: { depth_mm: 200 },
          location: { x: 100, y: 0, z: 1500 },
          status: 'new',
        },
      ],
    });
  });

  test('distinguishes gaps from overlaps and lists the requested types', async () => {
    const { world, ids } = await columns();
    const near = await world.run('clash_detection', { mode: 'clearance', clearance: 50 });
    expect(near).toMatchObject({
      total: 1,
      clashes: [{ type: 'clearance', element_ids: inOrder(ids, 2, 3), clearance_mm: 30 }],
    });
    const touching = await world.run('clash_detection', { types: ['touching'] });
    expect(touching).toMatchObject({
      total: 1,
      clashes: [{ type: 'touching', severity: 'advisory' }],
    });
    expect(await world.run('clash_detection', { mode: 'duplicate' })).toMatchObject({ total: 0 });
    const deep = await world.run('clash_detection', { tolerance: 200 });
    expect(deep).toMatchObject({ total: 0, status: 'none', by_type: { touching: 2 } });
    const walls = await world.run('clash_detection', { source_category: 'Walls' });
    expect(walls).toMatchObject({ total: 0, elements: 4 });
    const groups = await world.run('clash_detection', { group_by: 'element' });
    expect(groups).toMatchObject({ groups: { count: 1, groups: [{ count: 1 }] } });
    for (const wrong of [{ mode: 'clearance' }, { mode: 'hard', types: ['hard'] }]) {
      expect(await world.refusal('clash_detection', wrong)).toMatchObject({
        name: 'INVALID_ARGUMENT',
      });
    }
  });

  test('keeps the id of a clash that gets deeper, and reports it as resolved', async () => {
    const { world, ids } = await columns();
    const first = await world.run('clash_detection', {});
    const [{ finding_id } = { finding_id: '' }] = first['clashes'] as { finding_id: string }[];
    await world.do('move_element', { element_id: ids[0], delta: { x: 50, y: 0 } });
    expect(await world.run('clash_detection', {})).toMatchObject({
      clashes: [
        {
          finding_id,
          status: 'active',
          since: first['validation_run_id'],
          penetration: { depth_mm: 250 },
        },
      ],
    });
    await world.do('move_element', { element_id: ids[0], delta: { x: -5000, y: 0 } });
    expect(await world.run('clash_detection', {})).toMatchObject({
      status: 'none',
      total: 0,
      resolved_count: 1,
      resolved: [{ finding_id }],
    });
  });

  test('lists the rules that explain pairs', async () => {
    const world = await World.create();
    const level_id = await world.make('create_level', { name: 'G', elevation: 0 });
    const wall = { level_id, start: P(0, 0), end: P(5000, 0) };
    const wall_id = await world.make('create_wall', wall);
    await world.make('place_door', { wall_id, offset: 1000 });
    const run = await world.run('clash_detection', {});
    expect(run).toMatchObject({ total: 0 });
    expect(run['rules']).toEqual([expect.objectContaining({ rule_id: 'in-its-host', pairs: 1 })]);
  });
});

describe('exclude_clash', () => {
  /** The columns, with the id of their one hard clash. */
  async function clash(): Promise<{ world: World; clash_id: string; ids: readonly string[] }> {
    const { world, ids } = await columns();
    const { clashes } = await world.run('clash_detection', {});
    const [{ finding_id: clash_id } = { finding_id: '' }] = clashes as { finding_id: string }[];
    return { world, clash_id, ids };
  }

  test('excludes a clash with its reason, and includes it again', async () => {
    const { world, clash_id, ids } = await clash();
    const element_ids = inOrder(ids, 0, 1);
    const because = 'cast as one';
    const compare_to = world.log.all.at(-1)?.event_id;
    const data = await world.do('exclude_clash', { clash_id, because });
    expect(data).toEqual({ clash_id, element_ids, excluded: true });
    expect(world.log.all.at(-1)).toMatchObject({ type: 'clash.excluded', payload: { because } });
    expect(await world.run('clash_detection', {})).toMatchObject({
      status: 'none',
      total: 0,
      by_type: { hard: 1 },
      resolved_count: 0,
      resolved: [],
      excluded: { count: 1, clashes: [{ clash_id, element_ids, because, by: 'user-1' }] },
    });
    const validation_run_id = world.log.all.at(-1)?.event_id;
    expect(await world.ask('get_validation_run', { validation_run_id, compare_to })).toMatchObject({
      comparison: { resolved: { count: 0 } },
    });
    // The same exclusion again changes nothing; another reason does.
    expect((await world.plan('exclude_clash', { clash_id, because })).events).toEqual([]);
    expect((await world.plan('exclude_clash', { clash_id, because: 'b' })).events).toHaveLength(1);
    await world.do('exclude_clash', { clash_id, because: 'no longer', excluded: false });
    expect(await world.run('clash_detection', {})).toMatchObject({
      total: 1,
      excluded: { count: 0 },
    });
  });

  test('refuses a clash that no run found, and a blank reason', async () => {
    const { world, clash_id } = await clash();
    for (const [input, name] of [
      [{ clash_id: 'nothing', because: 'b' }, 'RUN_NOT_FOUND'],
      [{ clash_id, because: '  ' }, 'INVALID_ARGUMENT'],
    ] as const) {
      expect(await world.refusal('exclude_clash', input)).toMatchObject({ name });
    }
  });

  test('counts as a change of both elements for scopes', async () => {
    const { world, clash_id, ids } = await clash();
    const { events } = await world.plan('exclude_clash', { clash_id, because: 'b' });
    const { touches, changes } = world.effect(events);
    expect(touches.map(({ id, action }) => [id, action])).toEqual(
      inOrder(ids, 0, 1).map((id) => [id, 'MODIFY']),
    );
    expect(changes).toEqual([]);
  });
});

test('an agent that sees one of two elements gets no clash between them', async () => {
  const { world, ids } = await columns();
  const { validation_run_id } = await world.run('clash_detection', {});
  const hidden = ids[1] ?? '';
  const view = world.domain.callerView(world.view, {
    place: ({ boxes }) => boxes.every((box) => box.max.x <= 200),
    key: 'test',
    maker: 'maker',
    own: () => false,
    branch: () => true,
  }).view;
  const run = await world.run('clash_detection', {}, { view });
  expect(run).toMatchObject({ total: 0, elements: 1, by_type: { hard: 0, touching: 0 } });
  expect(JSON.stringify([run, await view.validationRun(String(validation_run_id))])).not.toContain(
    hidden,
  );
});

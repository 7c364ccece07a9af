/** @module branches and undo as tools: stored events and refusals. */
import { describe, expect, it } from 'vitest';

import { withWall } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

describe('branches', () => {
  it('records the creation on the new branch, forked at the head', async () => {
    const { world, wall_id } = await withWall();
    const plan = await world.plan('create_branch', { name: 'design/a' });
    expect(plan).toMatchObject({
      on_branch: 'design/a',
      events: [
        {
          type: 'branch.created',
          aggregate_id: 'design/a',
          payload: { name: 'design/a', from: 'main', from_seq: 2 },
        },
      ],
    });
    await world.do('create_branch', { name: 'design/a' });
    world.branch = 'design/a';
    expect(world.view.element(wall_id)).toBeDefined();
    expect(world.view.branch_seq).toBe(1);
  });
  it('refuses a name in use or used before, and an unknown parent', async () => {
    const { world } = await withWall();
    await world.do('create_branch', { name: 'a' });
    expect((await world.refusal('create_branch', { name: 'a' })).name).toBe('BRANCH_EXISTS');
    expect((await world.refusal('create_branch', { name: 'main' })).name).toBe('BRANCH_EXISTS');
    for (const name of ['MAIN', 'main/', 'Main.', 'a--']) {
      expect(await world.refusal('create_branch', { name })).toMatchObject({
        name: 'BRANCH_EXISTS',
        message: expect.stringContaining('looks like branch'),
      });
    }
    await world.do('discard_branch', { name: 'a' });
    expect((await world.refusal('create_branch', { name: 'a' })).message).toContain('discarded');
    const body = await world.refusal('create_branch', { name: 'b', from: 'a' });
    expect(body).toMatchObject({ name: 'BRANCH_NOT_FOUND', data: { branches: ['main'] } });
  });
  it('merges changes into the target once', async () => {
    const { world, level_id, wall_id } = await withWall();
    await world.do('create_branch', { name: 'b' });
    world.branch = 'b';
    await world.do('place_door', { wall_id, offset: 1000 });
    const wall = { level_id, start: P(0, 9000), end: P(100, 9000) };
    await world.do('create_wall', wall);
    world.branch = 'main';
    const height = { element_id: wall_id, parameter_name: 'height', value: 2800 };
    await world.do('modify_parameter', height);
    const plan = await world.plan('merge_branch', { source: 'b' });
    // It relies on the level and the host of the merged elements, and on nothing else of the branch.
    expect(plan).toMatchObject({ on_branch: 'main', exclusive: false });
    expect(new Set(plan.relies_on)).toEqual(new Set([level_id, wall_id]));
    expect(plan.events[0]?.type).toBe('branch.merged');
    expect(await world.do('merge_branch', { source: 'b' })).toMatchObject({ element_count: 2 });
    expect(world.view.elementOf(wall_id, 'wall')?.params.height).toBe(2800);
    expect(world.view.hostedBy(wall_id)).toHaveLength(1);
    expect((await world.refusal('merge_branch', { source: 'b' })).name).toBe('NO_EFFECT');
  });
  it('merges a moved level exclusively, because any element may be added to it meanwhile', async () => {
    const { world, level_id } = await withWall();
    await world.do('create_branch', { name: 'b' });
    world.branch = 'b';
    const up = { element_id: level_id, parameter_name: 'elevation', value: 500 };
    await world.do('modify_parameter', up);
    world.branch = 'main';
    expect(await world.plan('merge_branch', { source: 'b' })).toMatchObject({ exclusive: true });
  });
  it('reports conflicts and resolves none', async () => {
    const { world, wall_id } = await withWall();
    await world.do('create_branch', { name: 'b' });
    const set = { element_id: wall_id, parameter_name: 'height' };
    await world.do('modify_parameter', { ...set, value: 2800 });
    world.branch = 'b';
    await world.do('modify_parameter', { ...set, value: 2700 });
    world.branch = 'main';
    const body = await world.refusal('merge_branch', { source: 'b' });
    expect(body).toMatchObject({ name: 'MERGE_CONFLICT', data: { conflict_count: 1 } });
    expect(body.data['conflicts']).toEqual([
      {
        element_id: wall_id,
        parameter: 'height',
        kind: 'modify_modify',
        base: 3000,
        source: 2700,
        target: 2800,
      },
    ]);
    expect(await world.ask('diff_branches', { source: 'b', target: 'main' })).toMatchObject({
      counts: { created: 0, modified: 1, deleted: 0 },
      conflict_count: 1,
    });
  });
  it('names the element to change if both branches have put something in one place', async () => {
    const { world, wall_id } = await withWall();
    await world.do('create_branch', { name: 'b' });
    const window_id = await world.make('place_window', { wall_id, offset: 1500 });
    world.branch = 'b';
    const door_id = await world.make('place_door', { wall_id, offset: 1000 });
    world.branch = 'main';
    const body = await world.refusal('merge_branch', { source: 'b' });
    expect(body).toMatchObject({
      name: 'REGENERATION_FAILED',
      message: expect.stringContaining('`b` and `main` cannot be merged: '),
      hint: expect.stringContaining(
        'on the branch that contains it (pass `branch`), then merge again',
      ),
      data: { source: 'b', target: 'main', host_id: wall_id },
    });
    expect([window_id, door_id]).toContain(body.data['element_id']);
    // Following the hint works.
    world.branch = 'b';
    await world.do('move_element', { element_id: door_id, delta: { x: -900, y: 0 } });
    world.branch = 'main';
    await world.do('merge_branch', { source: 'b' });
    expect(world.view.hostedBy(wall_id)).toHaveLength(2);
  });
  it('refuses to merge a branch into itself and to discard main', async () => {
    const { world } = await withWall();
    const self = { source: 'main', target: 'main' };
    expect((await world.refusal('merge_branch', self)).name).toBe('INVALID_ARGUMENT');
    expect((await world.refusal('merge_branch', { source: 'x' })).name).toBe('BRANCH_NOT_FOUND');
    expect((await world.refusal('discard_branch', { name: 'main' })).name).toBe('INVALID_ARGUMENT');
  });
  it('refuses ids of another branch', async () => {
    const { world, wall_id } = await withWall();
    await world.do('create_branch', { name: 'b' });
    world.branch = 'b';
    const door_id = await world.make('place_door', { wall_id, offset: 0 });
    world.branch = 'main';
    const delta = { x: 1, y: 0 };
    expect((await world.refusal('move_element', { element_id: door_id, delta })).name).toBe(
      'CROSS_BRANCH',
    );
    const call = { element_a: wall_id, element_b: door_id, operation: 'union' };
    expect((await world.refusal('boolean_operation', call)).name).toBe('CROSS_BRANCH');
  });
});

describe('undo', () => {
  it('reverts a whole operation with new events', async () => {
    const { world, wall_id } = await withWall();
    const before = [...world.view.elements()];
    await world.do('place_door', { wall_id, offset: 1000 });
    const event_id = world.log.all.at(-1)?.event_id;
    const plan = await world.plan('undo', { event_id });
    expect(plan.events.map(({ type }) => type)).toEqual(['element.deleted', 'event.reverted']);
    await world.do('undo', { event_id });
    expect([...world.view.elements()]).toEqual(before);
  });
  it('refuses if an element that it would restore was changed since', async () => {
    const { world, wall_id } = await withWall();
    const set = { element_id: wall_id, parameter_name: 'height' };
    await world.do('modify_parameter', { ...set, value: 2800 });
    const event_id = world.log.all.at(-1)?.event_id;
    await world.do('modify_parameter', { ...set, value: 2700 });
    const body = await world.refusal('undo', { event_id });
    expect(body).toMatchObject({ name: 'VERSION_CONFLICT', data: { element_ids: [wall_id] } });
  });
  it('refuses an unknown event and one of another branch', async () => {
    const { world, wall_id } = await withWall();
    expect((await world.refusal('undo', { event_id: 'nope' })).name).toBe('OPERATION_NOT_FOUND');
    await world.do('create_branch', { name: 'b' });
    await world.do('place_door', { wall_id, offset: 0 });
    const event_id = world.log.all.at(-1)?.event_id;
    world.branch = 'b';
    expect((await world.refusal('undo', { event_id })).name).toBe('CROSS_BRANCH');
    const inherited = world.log.all[1]?.event_id;
    await world.do('undo', { event_id: inherited });
    expect(world.view.count('wall')).toBe(0);
  });
});

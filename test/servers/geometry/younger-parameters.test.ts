/** @module younger parameters: elements of older logs without a newer parameter are changed, undone and merged like others. */
import { beforeEach, expect, test } from 'vitest';

import { eventChecks } from '../../../kernel/building/model/checks/building-checks.ts';
import { Model } from '../../../kernel/building/model/model.ts';
import { snapshotOf, stateFromSnapshot } from '../../../kernel/building/model/snapshot/snapshot.ts';
import type { ElementRecord, StoredEvent } from '../../../schemas/events.ts';
import { World } from '../building/world.ts';

const OLD: ElementRecord = {
  id: 'column_old',
  kind: 'column',
  params: {
    level_id: '',
    name: null,
    location: { x: 0, y: 0 },
    top_level_id: null,
    height: 3000,
    base_offset: 0,
    profile: '300x600',
  },
};

let world: World;
let old: ElementRecord;
const turn = { element_id: OLD.id, angle_deg: 30 };

beforeEach(async () => {
  world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0 });
  old = { ...OLD, params: { ...OLD.params, level_id } };
  world.log.append('main', 'operation-old', [
    { type: 'element.created', aggregate_id: OLD.id, payload: { element: old } },
  ]);
});

/** The element as a keeper has it after all events about it. */
function kept(events: readonly StoredEvent[]): ElementRecord | null {
  let now: ElementRecord | null = null;
  for (const event of events.filter(({ aggregate_id }) => aggregate_id === OLD.id)) {
    const before: ElementRecord | null = now;
    const result = eventChecks.apply(event, () => before);
    if (!result.ok) throw new Error(result.why);
    now = result.changes[0]?.after ?? null;
  }
  return now;
}

test('an old column is returned unchanged, and with its rotation once it has one', async () => {
  const { params } = await world.ask('get_element', { element_id: OLD.id });
  expect(params).toEqual(old.params);
  const plan = await world.plan('rotate_element', turn);
  expect(plan.events).toMatchObject([
    { payload: { updates: { turn_deg: 30 }, previous: { turn_deg: null } } },
  ]);
  expect(world.effect(plan.events).changes).toMatchObject([
    { params: { turn_deg: { from: null, to: 30 } } },
  ]);
  await world.do('rotate_element', turn);
  expect(kept(world.log.all)).toEqual(world.view.element(OLD.id));
});

test('an undo restores it, and it can be rotated, undone and deleted again', async () => {
  const before = (await world.ask('bounding_analysis', { element_id: OLD.id }))['bounds'];
  await world.do('rotate_element', turn);
  const event_id = world.log.all.at(-1)?.event_id;
  await world.do('undo', { event_id });
  expect((await world.ask('bounding_analysis', { element_id: OLD.id }))['bounds']).toEqual(before);
  await world.do('rotate_element', { ...turn, angle_deg: -90 });
  expect(world.view.element(OLD.id)?.params).toMatchObject({ turn_deg: -90 });
  await world.do('delete_elements', { element_ids: [OLD.id] });
  expect(kept(world.log.all)).toBeNull();
  await world.do('undo', { event_id: world.log.all.at(-1)?.event_id });
  expect(kept(world.log.all)).toEqual(world.view.element(OLD.id));
});

test('a merge brings its rotation from a branch, and conflicts if both branches rotated it', async () => {
  for (const name of ['a', 'b']) await world.do('create_branch', { name });
  world.branch = 'a';
  await world.do('rotate_element', turn);
  world.branch = 'main';
  const wider = { element_id: OLD.id, parameter_name: 'height', value: 2800 };
  await world.do('modify_parameter', wider);
  await world.do('merge_branch', { source: 'a' });
  expect(world.view.element(OLD.id)?.params).toMatchObject({ turn_deg: 30, height: 2800 });
  world.branch = 'b';
  await world.do('rotate_element', { ...turn, angle_deg: 45 });
  world.branch = 'main';
  expect(await world.refusal('merge_branch', { source: 'b' })).toMatchObject({
    name: 'MERGE_CONFLICT',
    data: { conflicts: [{ parameter: 'turn_deg', base: null, source: 45, target: 30 }] },
  });
});

test('a snapshot restores it with and without the parameter', async () => {
  await world.do('copy_element', { element_id: OLD.id, delta: { x: 1000, y: 0, z: 0 } });
  await world.do('rotate_element', turn);
  const model = new Model();
  for (const event of world.log.all) model.applyStored(event);
  const again = new Model({}, stateFromSnapshot(snapshotOf(model.state)));
  const elements = [...(model.view('main')?.elements() ?? [])];
  expect(elements.map(({ params }) => Object.hasOwn(params, 'turn_deg'))).toEqual([
    false,
    true,
    false,
  ]);
  expect([...(again.view('main')?.elements() ?? [])]).toEqual(elements);
});

test('it may not be replaced by an element of another kind', () => {
  const event = {
    type: 'element.modified',
    aggregate_id: OLD.id,
    payload: { updates: { turn: 1 }, previous: { turn: null } },
  } as const;
  expect(eventChecks.apply(event, () => old)).toEqual({
    ok: false,
    why: expect.stringContaining('has no parameter `turn`'),
  });
});

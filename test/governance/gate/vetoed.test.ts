/** @module vetoed.test: a rejected loss is refused again within the cool-down, for any tool and requester. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { geometryServer } from '../../../servers/geometry/server.ts';
import { approving, type Approving } from './approving.ts';
import { type Harness, openHarness } from './harness.ts';

const ALL = { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} };

let harness: Harness;
let agent: Approving;
let ground: string;
let row = 0;

beforeAll(async () => {
  harness = await openHarness(geometryServer);
  agent = await approving(harness, { other: { permissions: ALL } });
  const made = await agent.done('create_level', { name: 'Ground', elevation: 0 });
  ground = String(made.data['level_id']);
});
afterAll(() => harness.close());

type Made = { readonly id: string; readonly event_id: string };

/** A wall that is near no other, and the event that created it. */
async function wall(more: Readonly<Record<string, unknown>> = {}): Promise<Made> {
  row += 1;
  const made = await agent.done('create_wall', {
    level_id: ground,
    start: { x: 0, y: row * 4000 },
    end: { x: 5000, y: row * 4000 },
    ...more,
  });
  return { id: String(made.data['wall_id']), event_id: String(made.event_id) };
}

async function rejected(tool: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  const approval_id = await agent.held(tool, args);
  expect(await agent.decide(approval_id, 'reject')).toBe('rejected');
  return approval_id;
}

const asked = async (
  tool: string,
  args: Readonly<Record<string, unknown>>,
  by: Pick<Approving, 'ask'> = agent,
): Promise<Awaited<ReturnType<Approving['ask']>>> =>
  await by.ask(tool, { dry_run: false, ...args });

/** The name of the refusal, and the vetoed losses. */
async function vetoOf(
  tool: string,
  args: Readonly<Record<string, unknown>>,
  by?: Pick<Approving, 'ask'>,
): Promise<unknown> {
  const { error } = await asked(tool, args, by);
  return { name: error?.name, lost: error?.data['lost'], by: error?.data['approval_id'] };
}

describe('a deletion that a person has rejected is refused', () => {
  test('a rejected deletion is refused as the undo of the creation of the element', async () => {
    const { id, event_id } = await wall();
    const by = await rejected('delete_elements', { element_ids: [id] });
    const { error } = await asked('undo', { event_id });
    expect(error).toMatchObject({
      code: 1211,
      name: 'APPROVAL_REJECTED',
      message: `a person has rejected the loss of \`${id}\` (\`${by}\`): a test`,
      data: { approval_id: by, lost: [id], lost_count: 1 },
    });
    expect((await asked('delete_elements', { element_ids: [id] })).error?.name).toBe(
      'APPROVAL_REJECTED',
    );
  });

  test('a rejected undo is refused as a deletion', async () => {
    const { id, event_id } = await wall();
    const by = await rejected('undo', { event_id });
    const want = { name: 'APPROVAL_REJECTED', lost: [id], by };
    expect(await vetoOf('delete_elements', { element_ids: [id] })).toEqual(want);
  });

  test('a rejected deletion is refused with more elements, with some of them, in two parts and by another agent', async () => {
    const [a, b, c] = [await wall(), await wall(), await wall()];
    const by = await rejected('delete_elements', { element_ids: [a.id, b.id] });
    const want = { name: 'APPROVAL_REJECTED', by };
    const all = [a.id, b.id, c.id];
    expect(await vetoOf('delete_elements', { element_ids: all })).toEqual({
      ...want,
      lost: expect.arrayContaining([a.id, b.id]),
    });
    for (const { id } of [a, b]) {
      expect(await vetoOf('delete_elements', { element_ids: [id] })).toEqual({
        ...want,
        lost: [id],
      });
    }
    expect(await vetoOf('delete_elements', { element_ids: [b.id] }, agent.other('other'))).toEqual({
      ...want,
      lost: [b.id],
    });
    const { error, approval_id } = await asked('delete_elements', { element_ids: [c.id] });
    expect(error?.name).toBe('APPROVAL_PENDING');
    expect(approval_id).toBeDefined();
  });

  test('a rejected deletion is refused as a change of several, and as a part of one', async () => {
    const { id } = await wall();
    const by = await rejected('delete_elements', { element_ids: [id] });
    const want = { name: 'APPROVAL_REJECTED', lost: [id], by };
    const gone = { tool: 'delete_elements', arguments: { element_ids: [id] } };
    const made = {
      tool: 'create_wall',
      arguments: { level_id: ground, start: { x: 0, y: -4000 }, end: { x: 5000, y: -4000 } },
    };
    // The whole effect is the same, so no part of it is named
    expect(await vetoOf('apply_changes', { operations: [gone] })).toEqual({
      ...want,
      lost: undefined,
    });
    expect(await vetoOf('apply_changes', { operations: [made, gone] })).toEqual(want);
  });

  test('a rejected deletion is refused as a merge of a branch on which it was made', async () => {
    const { id } = await wall();
    await agent.done('create_branch', { name: 'design/merged' });
    const held = await agent.held('delete_elements', {
      element_ids: [id],
      branch: 'design/merged',
    });
    expect(await agent.decide(held)).toBe('executed');
    const by = await rejected('delete_elements', { element_ids: [id] });
    expect(await vetoOf('merge_branch', { source: 'design/merged' })).toEqual({
      name: 'APPROVAL_REJECTED',
      lost: [id],
      by,
    });
  });

  test('a rejected deletion is refused as the discarding of its branch, and a rejected discarding as deletions on that branch', async () => {
    for (const name of ['design/a', 'design/b']) await agent.done('create_branch', { name });
    const [a, b] = [await wall({ branch: 'design/a' }), await wall({ branch: 'design/b' })];
    const by = await rejected('delete_elements', { element_ids: [a.id], branch: 'design/a' });
    expect(await vetoOf('discard_branch', { name: 'design/a' })).toEqual({
      name: 'APPROVAL_REJECTED',
      lost: ['design/a'],
      by,
    });
    const end = await rejected('discard_branch', { name: 'design/b' });
    const gone = { element_ids: [b.id], branch: 'design/b' };
    expect(await vetoOf('delete_elements', gone)).toEqual({
      name: 'APPROVAL_REJECTED',
      lost: [b.id],
      by: end,
    });
  });

  test('a rejected deletion is refused as the loss of the body of the element', async () => {
    const { id } = await wall({ name: 'party wall' });
    const by = await rejected('delete_elements', { element_ids: [id] });
    const empty = { element_id: id, parameter_name: 'name', value: null };
    expect(await vetoOf('modify_parameter', empty)).toEqual({
      name: 'APPROVAL_REJECTED',
      lost: [id],
      by,
    });
  });
});

test('a rejected loss of a value vetoes the deletion of its element, and no other value of it', async () => {
  const { id } = await wall({ name: 'party wall', fire_rating_min: 90 });
  const by = await rejected('modify_parameter', {
    element_id: id,
    parameter_name: 'name',
    value: null,
  });
  expect(await vetoOf('delete_elements', { element_ids: [id] })).toEqual({
    name: 'APPROVAL_REJECTED',
    lost: [id],
    by,
  });
  const other = { element_id: id, parameter_name: 'fire_rating_min', value: null };
  expect((await asked('modify_parameter', other)).error?.name).toBe('APPROVAL_PENDING');
});

test('changes without loss of a vetoed element, and its deletion on another branch, are permitted', async () => {
  const { id } = await wall();
  await rejected('delete_elements', { element_ids: [id] });
  await agent.done('modify_parameter', { element_id: id, parameter_name: 'height', value: 3200 });
  await agent.done('create_branch', { name: 'design/apart' });
  const apart = await asked('delete_elements', { element_ids: [id], branch: 'design/apart' });
  expect(apart.error?.name).toBe('APPROVAL_PENDING');
});

/** @module mistakes.test: typical mistakes of language models over a real connection; each answer leads to the right next call. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { okHere } from '../connect.ts';
import { Building, nextCall, P, type Call, type Ids } from './building.ts';
import { mistakenCalls, type MistakenCall } from './mistaken-calls.ts';

/** Arbitrary ids; the test cases are the same with those of the building. */
const NONE: Ids = {
  ground: 'g',
  first: 'f',
  south: 's',
  east: 'e',
  north: 'n',
  west: 'w',
  door: 'd',
  slab: 'l',
  room: 'r',
  column: 'c',
};

const ROWS = Object.entries(mistakenCalls(NONE)).flatMap(([mistake, rows]) =>
  rows.map(({ tool, what }, index) => ({ mistake, tool, what, index })),
);

let building: Building;

beforeAll(async () => {
  building = await Building.open();
});
afterAll(async () => {
  await building.close();
});

/** Counts and bodies of a preview, without ids, which differ from call to call, and axes, which may end in a joint. */
function effectOf({ success, error, data }: EnvelopeBody): unknown {
  expect({ success, error: error?.message }).toEqual({ success: true, error: undefined });
  const { counts, results } = data['diff'] as {
    counts: unknown;
    results?: readonly { readonly kind: string; readonly volume_mm3?: unknown }[];
  };
  return { counts, results: results?.map(({ kind, volume_mm3 }) => ({ kind, volume_mm3 })) };
}

/** Follows the answer to a wrong call; an answer without a proposed call has accepted it with its intended meaning. */
async function follow({
  tool,
  wrong,
  right,
  right_tool = tool,
  warning,
}: MistakenCall): Promise<void> {
  const first = { tool, args: wrong };
  const intended = { tool: right_tool, args: right };
  const answer = await building.call(first);
  const next = nextCall(first, answer);
  const { reasoning: _reasoning, ...args } = next?.args ?? right;
  expect({ tool: next?.tool ?? right_tool, args }).toEqual(intended);
  const effect = effectOf(next === null ? answer : await building.call(next));
  expect(effect).toEqual(effectOf(await building.call(intended)));
  expect(answer.warnings.join('\n')).toMatch(warning ?? /^/u);
}

test.each(ROWS)(
  'the answer to $mistake leads to the right call: $tool, $what',
  async ({ mistake, index }) => {
    const row = mistakenCalls(building.ids)[mistake]?.[index];
    if (row === undefined) throw new Error('the rows do not depend on ids');
    await follow(row);
  },
);

test('two wrong argument names are refused without a suggestion', async () => {
  const { start, end } = { start: P(10_000, 0), end: P(16_000, 0) };
  const { error } = await building.call({
    tool: 'create_wall',
    args: { level_id: building.ids.ground, from: start, to: end },
  });
  expect(error).toMatchObject({ name: 'UNKNOWN_ARGUMENT', data: { unknown: ['from', 'to'] } });
  expect(error?.data).not.toHaveProperty('suggested');
  expect(error?.hint).toContain('`create_wall` takes level_id, start, end, ');
});

test('a renamed argument of the wrong type is not suggested', async () => {
  const { error } = await building.call({
    tool: 'create_floor',
    args: { level_id: building.ids.ground, outline: 'a square' },
  });
  expect(error).toMatchObject({ name: 'UNKNOWN_ARGUMENT', data: { nearest: null } });
  expect(error?.data).not.toHaveProperty('suggested');
});

test('a wrong word of an enumeration is refused with the closest word in the hint', async () => {
  const { first } = building.ids;
  const boundary_points = [P(0, 0), P(6000, 0), P(6000, 4000)];
  const { error } = await building.call({
    tool: 'create_roof',
    args: { level_id: first, boundary_points, roof_type: 'gabled' },
  });
  expect(error?.hint).toContain('did you mean `gable`? correct `roof_type` and call again');
});

describe('an id of a dry run is refused as such until the call is committed', () => {
  /** Uses an id of a dry run, commits the call that was previewed, and uses the id again. */
  async function afterDryRun(
    shown: Call,
    id_of: string,
    using: (id: unknown) => Call,
  ): Promise<void> {
    const preview = await building.call(shown);
    expect(preview.data).toMatchObject({
      not_created: expect.arrayContaining([preview.data[id_of]]),
    });
    const id = preview.data[id_of];
    const early = await building.call(using(id));
    expect(early).toMatchObject({ success: false, error: { data: { of_dry_run: true } } });
    expect(early.error?.message).toContain('repeat that call with dry_run false first');
    const committed = await building.call({ ...shown, args: { ...shown.args, dry_run: false } });
    expect(committed.data[id_of]).toBe(id);
    expect((await building.call(using(id))).success).toBe(true);
  }
  const wall = (y: number): Call => ({
    tool: 'create_wall',
    args: { level_id: '@Ground', start: P(20_000, y), end: P(26_000, y) },
  });

  test('a wall id of a dry run is refused for a door', async () => {
    await afterDryRun(wall(0), 'wall_id', (wall_id) => ({
      tool: 'place_door',
      args: { wall_id, offset: 1000 },
    }));
  });
  test('an id of a dry run is refused for modify_parameter', async () => {
    await afterDryRun(wall(2000), 'wall_id', (element_id) => ({
      tool: 'modify_parameter',
      args: { element_id, parameter_name: 'height', value: 2800 },
    }));
  });
  test('an id of a dry run is refused for delete_elements', async () => {
    await afterDryRun(wall(4000), 'wall_id', (id) => ({
      tool: 'delete_elements',
      args: { element_ids: [id] },
    }));
  });
  test('a level id of a dry run is refused for a wall', async () => {
    const level = { tool: 'create_level', args: { name: 'Attic', elevation: 6000 } };
    await afterDryRun(level, 'level_id', (level_id) => ({
      tool: 'create_wall',
      args: { level_id, start: P(0, 0), end: P(5000, 0) },
    }));
  });
  test('an id of a dry run is refused in apply_changes', async () => {
    await afterDryRun(wall(6000), 'wall_id', (wall_id) => ({
      tool: 'apply_changes',
      args: { operations: [{ tool: 'place_door', arguments: { wall_id, offset: 1000 } }] },
    }));
  });
});

test('a door moved across its wall is refused with the wall and the parameter that moves it', async () => {
  const { door, south, north } = building.ids;
  const across = await building.call({
    tool: 'move_element',
    args: { element_id: door, delta: P(0, 4000) },
  });
  expect(across.error?.message).toContain(`along wall \`${south}\` only: 4000 mm across it`);
  const [, parameter_name = ''] = /modify_parameter (\w+)/u.exec(across.error?.message ?? '') ?? [];
  const args = { element_id: door, parameter_name, value: north };
  expect(await building.call({ tool: 'modify_parameter', args })).toMatchObject({ success: true });
});

test('a pending answer names the command that adds an approver if there is none', async () => {
  const deletion = {
    tool: 'delete_elements',
    args: { element_ids: [building.ids.column], dry_run: false },
  };
  const waits = await building.call(deletion);
  expect(waits.error?.name).toBe('APPROVAL_PENDING');
  const [, words = ''] =
    /tell the person you work for to run `plumbline (.+?)`/u.exec(waits.warnings[0] ?? '') ?? [];
  await okHere(building.dir, ...words.replace('NAME', 'alice').split(' '));
  const args = { approval_id: waits.approval_id, wait_s: 0 };
  const pending = await building.call({ tool: 'get_operation', args });
  expect(pending.error?.name).toBe('APPROVAL_PENDING');
  expect(pending.warnings.join('\n')).not.toContain('no decision is possible');
});

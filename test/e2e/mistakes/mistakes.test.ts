/** @module mistakes.test: typical mistakes of language models over a real connection: each answer leads to the right next call. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { okHere } from '../connect.ts';
import { Building, nextCall, P, type Call, type Ids } from './building.ts';
import type { Mistake, Table } from './mistake.ts';
import { mistakenForms } from './mistaken-forms.ts';
import { mistakenMeanings } from './mistaken-meanings.ts';
import { mistakenNames } from './mistaken-names.ts';
import { mistakenScripts } from './mistaken-scripts.ts';
import { mistakenWork } from './mistaken-work.ts';

/** Any ids: the table has the same rows with those of the building. */
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
function mistakesIn(ids: Ids): Table {
  return {
    ...mistakenMeanings(ids),
    ...mistakenForms(ids),
    ...mistakenNames(ids),
    ...mistakenWork(ids),
    ...mistakenScripts(),
  };
}

const ROWS = Object.entries(mistakesIn(NONE)).flatMap(([class_of, rows]) =>
  rows.map(({ tool, what }, index) => ({ class_of, tool, what, index })),
);

let building: Building;

beforeAll(async () => {
  building = await Building.open();
});
afterAll(async () => {
  await building.close();
});

/** What a preview tells of bodies, without ids, which differ from call to call, and axes, which may end in a joint. */
function effectOf({ success, error, data }: EnvelopeBody): unknown {
  expect({ success, error: error?.message }).toEqual({ success: true, error: undefined });
  const { counts, results } = data['diff'] as {
    counts: unknown;
    results?: readonly { readonly kind: string; readonly volume_mm3?: unknown }[];
  };
  return { counts, results: results?.map(({ kind, volume_mm3 }) => ({ kind, volume_mm3 })) };
}

/** Follows what is answered to the wrong call; where nothing else is proposed, the call was taken as it was meant. */
async function follow({ tool, wrong, right, meant_tool = tool, said }: Mistake): Promise<void> {
  const first = { tool, args: wrong };
  const meant = { tool: meant_tool, args: right };
  const answer = await building.call(first);
  const next = nextCall(first, answer);
  const { reasoning: _said, ...args } = next?.args ?? right;
  expect({ tool: next?.tool ?? meant_tool, args }).toEqual(meant);
  const effect = effectOf(next === null ? answer : await building.call(next));
  expect(effect).toEqual(effectOf(await building.call(meant)));
  expect(answer.warnings.join('\n')).toMatch(said ?? /^/u);
}

describe('what is answered leads to the call that was meant', () => {
  test.each(ROWS)('$class_of: $tool, $what', async ({ class_of, index }) => {
    const row = mistakesIn(building.ids)[class_of]?.[index];
    if (row === undefined) throw new Error('the rows do not depend on ids');
    await follow(row);
  });

  test('there are 160 of them and more', () => {
    expect(ROWS.length).toBeGreaterThanOrEqual(160);
  });
});

describe('ids of a dry run', () => {
  /** The first call made in earnest, where the answer says that the id is that of a dry run. */
  async function afterDryRun(
    shown: Call,
    id_of: string,
    using: (id: unknown) => Call,
  ): Promise<void> {
    const preview = await building.call(shown);
    expect(preview.data).toMatchObject({ diff: { ids: expect.stringContaining('of a dry run') } });
    const id = preview.data[id_of];
    const early = await building.call(using(id));
    expect(early).toMatchObject({ success: false, error: { data: { of_dry_run: true } } });
    expect(early.error?.message).toContain('make that call with dry_run false first');
    const made = await building.call({ ...shown, args: { ...shown.args, dry_run: false } });
    expect(made.data[id_of]).toBe(id);
    expect((await building.call(using(id))).success).toBe(true);
  }
  const wall = (y: number): Call => ({
    tool: 'create_wall',
    args: { level_id: '@Ground', start: P(20_000, y), end: P(26_000, y) },
  });

  test('a door in a wall that is only shown', async () => {
    await afterDryRun(wall(0), 'wall_id', (wall_id) => ({
      tool: 'place_door',
      args: { wall_id, offset: 1000 },
    }));
  });
  test('a parameter', async () => {
    await afterDryRun(wall(2000), 'wall_id', (element_id) => ({
      tool: 'modify_parameter',
      args: { element_id, parameter_name: 'height', value: 2800 },
    }));
  });
  test('a deletion', async () => {
    await afterDryRun(wall(4000), 'wall_id', (id) => ({
      tool: 'delete_elements',
      args: { element_ids: [id] },
    }));
  });
  test('a wall on a level that is only shown', async () => {
    const level = { tool: 'create_level', args: { name: 'Attic', elevation: 6000 } };
    await afterDryRun(level, 'level_id', (level_id) => ({
      tool: 'create_wall',
      args: { level_id, start: P(0, 0), end: P(5000, 0) },
    }));
  });
  test('an operation of several', async () => {
    await afterDryRun(wall(6000), 'wall_id', (wall_id) => ({
      tool: 'apply_changes',
      args: { operations: [{ tool: 'place_door', arguments: { wall_id, offset: 1000 } }] },
    }));
  });
});

test('a door that is moved across its wall: what is said names the wall and the parameter that does it', async () => {
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

test('an approval that nobody can give: the person is told the command with which somebody could', async () => {
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
  const asked = await building.call({ tool: 'get_operation', args });
  expect(asked.error?.name).toBe('APPROVAL_PENDING');
  expect(asked.warnings.join('\n')).not.toContain('leads nowhere');
});

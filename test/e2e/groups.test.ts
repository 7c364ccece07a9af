/** @module groups.test: a group through real clients and processes: synchronised, approved by a person, moved to another folder in a file. */
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Connected, TestWorkspace } from './connect.ts';
import { connect, okHere, PASSPHRASE, testWorkspace } from './connect.ts';
import { approving } from './digest-of.ts';
import { makeKeyQuick } from './quick-key.ts';

const P = (x: number, y: number): object => ({ x, y });

let here: TestWorkspace;
let there: TestWorkspace;
let server: Connected;
let group_id: string;

const wall = (as: string, start: object, end: object): object => ({
  tool: 'create_wall',
  as,
  arguments: { level_id: '$level', start, end, name: `${as} wall` },
});

beforeAll(async () => {
  here = testWorkspace();
  there = testWorkspace(false);
  await okHere(here.dir, 'approver', 'add', 'alice');
  makeKeyQuick(here.dir, 'alice', PASSPHRASE);
  server = await connect(here.dir, 'all', { words: ['--toolsets', 'all'] });
  const { results } = await done(server, 'apply_changes', {
    operations: [
      { tool: 'create_level', as: 'level', arguments: { name: 'Ground', elevation: 0 } },
      wall('South', P(0, 0), P(6000, 0)),
      wall('West', P(0, 0), P(0, 4000)),
      { tool: 'place_door', as: 'door', arguments: { wall_id: '$South', offset: 800 } },
    ],
  });
  const element_ids = (Array.isArray(results) ? results : [])
    .slice(1)
    .map((element: unknown) => String(Object(element).id));
  const group = await done(server, 'create_group', {
    name: 'Flat',
    element_ids,
    placements: [
      { move: P(20_000, 0) },
      {
        mirror: { from: P(0, 0), to: P(0, 1000) },
        turn_deg: 90,
        about: P(0, 0),
        move: P(50_000, 0),
      },
    ],
  });
  group_id = String(group['group_id']);
});
afterAll(async () => {
  await server.close();
  here.remove();
  there.remove();
});

/** Commits a call; throws if it is refused or pending. */
async function done(
  { call }: Connected,
  tool: string,
  args: object,
): Promise<Record<string, unknown>> {
  const answer = await call(tool, { ...args, dry_run: false, reasoning: 'a test' });
  if (!answer.success) throw new Error(JSON.stringify(answer.error));
  return { ...answer.data };
}

/** Elements of the placements. */
async function rowsOf({ call }: Connected): Promise<readonly (readonly string[])[]> {
  const { data } = await call('get_element', { element_id: group_id, reasoning: 'a test' });
  const placements: unknown = Object(data).placements;
  return (Array.isArray(placements) ? placements : []).map(
    (one: unknown): readonly string[] => Object(one).element_ids,
  );
}

/** One parameter of the element at an index of each placement. */
async function valuesOf(from: Connected, column: number, name: string): Promise<unknown[]> {
  const values: unknown[] = [];
  for (const row of await rowsOf(from)) {
    const asked = { element_id: row[column], reasoning: 'a test' };
    const { data } = await from.call('get_element', asked);
    values.push(Object(Object(data).params)[name]);
  }
  return values;
}

test('a change in one placement is made in the others, visible to another process', async () => {
  const rows = await rowsOf(server);
  for (const row of rows) {
    expect(row.filter((id) => id.startsWith('wall'))).toHaveLength(2);
    expect(row.filter((id) => id.startsWith('door'))).toHaveLength(1);
  }
  const column = rows[0]?.findIndex((id) => id.startsWith('wall')) ?? -1;
  const change = { element_id: rows[2]?.[column], parameter_name: 'height', value: 2750 };
  await done(server, 'modify_parameter', change);
  expect(await valuesOf(server, column, 'height')).toEqual([2750, 2750, 2750]);
  const other = await connect(here.dir, 'all');
  expect(await valuesOf(other, column, 'height')).toEqual([2750, 2750, 2750]);
  await other.close();
});

test('the approver of a deletion in a group sees every counterpart, and all are deleted', async () => {
  const rows = await rowsOf(server);
  const column = rows[0]?.findIndex((id) => id.startsWith('door')) ?? -1;
  const doors = rows.map((row) => row[column]);
  const { approval_id = '' } = await server.call('delete_elements', {
    element_ids: [doors[1]],
    dry_run: false,
    reasoning: 'bricked up',
  });
  const shown = await okHere(here.dir, 'approvals', 'show', approval_id);
  expect(shown).toMatch(/effect +0 created, 1 modified, 3 deleted/u);
  for (const door of doors) expect(shown).toContain(`door ${door}`);
  expect(shown).toContain('Flat');
  await okHere(here.dir, ...approving(here.dir, approval_id, 'alice'));
  expect(await rowsOf(server)).toEqual(rows.map((row) => row.filter((id) => !doors.includes(id))));
});

test('a group still works after its workspace was exported and imported', async () => {
  const rows = await rowsOf(server);
  const file = join(there.dir, 'moved');
  await okHere(here.dir, 'export-workspace', file);
  const keys = join('.plumbline', 'keys');
  mkdirSync(join(there.dir, keys), { recursive: true, mode: 0o700 });
  cpSync(join(here.dir, keys, 'log.pem'), join(there.dir, keys, 'log.pem'));
  await okHere(there.dir, 'import-workspace', file);
  const moved = await connect(there.dir, 'all', { words: ['--toolsets', 'all'] });
  expect(await rowsOf(moved)).toEqual(rows);
  await done(moved, 'place_window', { wall_id: rows[1]?.[0], offset: 1500, width: 900 });
  const after = await rowsOf(moved);
  expect(after.map((row) => row.length)).toEqual(rows.map((row) => row.length + 1));
  expect(await valuesOf(moved, rows[0]?.length ?? 0, 'width')).toEqual([900, 900, 900]);
  await done(moved, 'create_group', { group_id, placements: [{ move: P(80_000, 0) }] });
  expect(await rowsOf(moved)).toHaveLength(4);
  await moved.close();
  // The original workspace is not affected.
  expect(await rowsOf(server)).toEqual(rows);
});

import { afterAll, beforeAll, expect, test } from 'vitest';

import { runHere } from '../../clients/run-cli.ts';
import { openPageHub, type PageHub } from '../../clients/view/open-page.ts';
import { okHere } from '../../e2e/connect.ts';
import { type AskingPage, askingPage } from './page-asks.ts';

let hub: PageHub;
let page: AskingPage;
let wall: string;
let approval_id: string;

beforeAll(async () => {
  hub = await openPageHub();
  page = await askingPage(hub);
  await okHere(hub.dir, 'approver', 'add', 'alice');
  const level_id = await made('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const size = { level_id, thickness: 200, height: 2800 };
  const ends = { start: { x: 0, y: 0 }, end: { x: 6000, y: 0 } };
  wall = await made('create_wall', { ...size, ...ends, name: 'North' });
  await made('place_door', { wall_id: wall, offset: 2000, width: 900, height: 2100 });
  const pending = await hub.ask('delete_elements', { element_ids: [wall], dry_run: false });
  approval_id = String(pending.approval_id);
});
afterAll(async () => await hub.close());

/** Calls a tool that makes an element, and returns its id. */
async function made(tool: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  const data = Object(await hub.done(tool, { ...args, dry_run: false }));
  return String(data.door_id ?? data.wall_id ?? data.level_id);
}

test('a pending deletion shows its whole plan, with what it also deletes', async () => {
  const { rows } = await page.json('approvals', {});
  expect(rows.map((row) => [row.approval_id, row.status, row.summary])).toEqual([
    [approval_id, 'pending', '2 deleted'],
  ]);
  expect(rows[0]?.elements).toEqual([{ change: 'deleted', id: wall, kind: 'wall', name: 'North' }]);
  const answer = await page.json('approval', { approval_id });
  expect(answer.approval.elements).toEqual(rows[0]?.elements);
  expect(answer.indirect).toBe(0);
  const shown = await runHere(hub.dir, ['approvals', 'show', approval_id]);
  // The time that is left differs, and the terminal adds the next step.
  const lasting = (line: string): boolean => !/expires in|^next /.test(line);
  expect(answer.lines.filter(lasting)).toEqual(shown.out.trimEnd().split('\n').filter(lasting));
  expect(answer.changes.counts).toMatchObject({ deleted: 2, created: 0, modified: 0 });
  expect(answer.must_show).toHaveLength(2);
  expect(answer.must_show.every(({ has_shape }) => has_shape)).toBe(true);
  const door = answer.changes.rows.find(({ kind }) => kind === 'door');
  expect(door).toMatchObject({ change: 'deleted', cause: wall });
});

test('changes between two moments state who made them and why', async () => {
  const seq = await hub.world.gates.reader.headSeq();
  await hub.done('move_element', {
    element_id: wall,
    delta: { x: 0, y: 450, z: 0 },
    dry_run: false,
    reasoning: 'more room for the kitchen',
  });
  const from = { branch: 'main', seq };
  const { rows, counts } = await page.json('changes', { from, to: { branch: 'main' } });
  expect(counts).toEqual({ moved: 1, follows: 1, modified: 0, created: 0, deleted: 0 });
  const row = rows.find(({ id }) => id === wall);
  expect(row).toMatchObject({
    change: 'moved',
    by: { who: 'agent', is_agent: true, reasoning: 'more room for the kitchen' },
  });
  expect(row?.text).toContain('450 mm');
});

test('the classes of changes count each change once', async () => {
  const { rows: all } = await page.json('approvals', {});
  const answer = await page.json('approval', { approval_id: all[0]?.approval_id ?? '' });
  const { counts, total } = answer.changes;
  expect(Object.values(counts).reduce((sum, one) => sum + one, 0)).toBe(total);
  expect(counts).toEqual({ deleted: 2, follows: 0, created: 0, modified: 0, moved: 0 });
});

test('a door without a name is called by the rooms on its sides', async () => {
  const level_id = await made('create_level', { name: 'Upper', elevation: 3000, height: 3000 });
  const size = { level_id, thickness: 200, height: 2800 };
  const corners = [
    [0, 0, 8000, 0],
    [8000, 0, 8000, 4000],
    [8000, 4000, 0, 4000],
    [0, 4000, 0, 0],
    [4000, 0, 4000, 4000],
  ] as const;
  const walls: string[] = [];
  for (const [x0, y0, x1, y1] of corners) {
    const ends = { start: { x: x0, y: y0 }, end: { x: x1, y: y1 } };
    walls.push(await made('create_wall', { ...size, ...ends }));
  }
  for (const [name, x] of [
    ['Landing', 2000],
    ['Bedroom 1', 6000],
  ] as const) {
    await hub.done('create_room', { level_id, name, point: { x, y: 2000 }, dry_run: false });
  }
  const door = { offset: 1000, width: 900, height: 2100 };
  const inner = await made('place_door', { wall_id: walls[4], ...door });
  const outer = await made('place_door', { wall_id: walls[0], ...door });
  await hub.done('place_door', {
    wall_id: walls[4],
    ...door,
    offset: 2500,
    name: 'Named',
    dry_run: false,
  });
  const { labels } = await page.json('labels', { at: { branch: 'main' }, level_id });
  const texts = new Map(labels.map(({ id, text }) => [id, text]));
  expect([...texts.keys()].toSorted()).toEqual([inner, outer].toSorted());
  expect(texts.get(outer)).toBe('Landing–outside');
  expect(texts.get(inner)?.split('–').toSorted()).toEqual(['Bedroom 1', 'Landing']);
});

test('a planned room has the boundary of its area, and its perimeter has a unit', async () => {
  const level_id = await made('create_level', { name: 'Attic', elevation: 6000, height: 3000 });
  const size = { level_id, thickness: 200, height: 2800 };
  const walls: string[] = [];
  for (const [x0, y0, x1, y1] of [
    [0, 0, 8000, 0],
    [8000, 0, 8000, 4000],
    [8000, 4000, 0, 4000],
    [0, 4000, 0, 0],
    [4000, 0, 4000, 4000],
  ] as const) {
    const ends = { start: { x: x0, y: y0 }, end: { x: x1, y: y1 } };
    walls.push(await made('create_wall', { ...size, ...ends }));
  }
  const point = { x: 2000, y: 2000 };
  const created = await hub.done('create_room', { level_id, name: 'West', point, dry_run: false });
  const room = String(Object(created).room_id);
  const { approval_id: plan = '' } = await hub.ask('delete_elements', {
    element_ids: [walls[4]],
    dry_run: false,
  });
  const boundary = async (before: boolean): Promise<string | undefined> => {
    const at = before ? { plan, before: true as const } : { plan };
    const { parameters, quantities } = await page.json('element', { at, id: room });
    const area = quantities.find(({ name }) => name === 'area_m2')?.text;
    return `${parameters.find(({ name }) => name === 'boundary_points')?.text}: ${area}`;
  };
  expect(await boundary(true)).toMatch(/\(3900, \d+\).*: 14\.44$/);
  expect(await boundary(false)).toMatch(/\(7900, \d+\).*: 29\.64$/);
  const { changes } = await page.json('approval', { approval_id: plan });
  const row = changes.rows.find(({ id }) => id === room);
  expect(row?.params).toContainEqual({ label: 'perimeter', from: '15.2', to: '23.2', unit: 'm' });
});

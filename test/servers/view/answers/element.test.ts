/** @module tests of the answers about single elements, tables, groups and colourings of a real workspace. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openPageHub, type PageHub } from '../../../clients/view/open-page.ts';
import { okHere } from '../../../e2e/connect.ts';
import { type AskingPage, askingPage } from '../page-asks.ts';

const AT = { branch: 'main' };

let hub: PageHub;
let page: AskingPage;
let level_id: string;
let walls: string[];
let door: string;
let room: string;

beforeAll(async () => {
  hub = await openPageHub();
  page = await askingPage(hub);
  await okHere(hub.dir, 'approver', 'add', 'alice');
  level_id = await made('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  walls = [];
  const corners = [
    { x: 0, y: 0 },
    { x: 6000, y: 0 },
    { x: 6000, y: 4000 },
    { x: 0, y: 4000 },
  ];
  for (const [i, start] of corners.entries()) {
    const end = corners[(i + 1) % 4];
    walls.push(await made('create_wall', { level_id, start, end, thickness: 200, height: 2800 }));
  }
  const at = { wall_id: walls[0], offset: 2000, width: 900, height: 2100 };
  door = await made('place_door', { ...at, fire_rating_min: 30 });
  room = await made('create_room', {
    level_id,
    point: { x: 3000, y: 2000 },
    name: 'Kitchen <b>\u202e',
    usage: 'kitchen',
  });
  await hub.done('modify_parameter', {
    element_id: walls[0],
    parameter_name: 'height',
    value: 2500,
    dry_run: false,
    reasoning: 'lower for the canopy',
  });
});
afterAll(async () => await hub.close());

/** Calls a tool that makes an element, and returns its id. */
async function made(tool: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  const data = Object(await hub.done(tool, { ...args, dry_run: false }));
  return String(data.door_id ?? data.room_id ?? data.wall_id ?? data.level_id);
}

describe('an element', () => {
  test('is found by its IFC GUID, too', async () => {
    const answer = await page.json('element', { at: AT, id: door });
    const byGuid = await page.json('element', { at: AT, id: answer.ifc_guid });
    expect(byGuid.id).toBe(door);
  });

  test('an unknown IFC GUID is refused like an unknown id', async () => {
    const guid = '0123456789012345678901';
    await expect(page.json('element', { at: AT, id: guid })).rejects.toThrow(
      `no element \`${guid}\``,
    );
  });

  test('has its parameters and quantities with labels and units', async () => {
    const answer = await page.json('element', { at: AT, id: door });
    expect(answer).toMatchObject({
      id: door,
      kind: 'door',
      category: 'Doors',
      level: { id: level_id, name: 'Ground' },
      type: null,
    });
    expect(answer.ifc_guid).toMatch(/^[0-3][\w$]{21}$/u);
    const value = (name: string): unknown =>
      [...answer.parameters, ...answer.quantities].find((one) => one.name === name);
    expect(value('width')).toEqual({ name: 'width', label: 'Width', text: '900', unit: 'mm' });
    expect(value('fire_rating_min')).toMatchObject({ text: '30', unit: 'min' });
    expect(value('is_exit')).toMatchObject({ text: 'no', unit: '' });
    expect(value('area_m2')).toMatchObject({ text: '1.89', unit: 'm²' });
    expect(value('area_mm2')).toBeUndefined();
  });

  test('names what was placed in it', async () => {
    const { history } = await page.json('element', { at: AT, id: walls[0] ?? '' });
    expect(history.map(({ text }) => text)).toContain(`${door} placed in it`);
  });

  test('a wall has the length of its axis, and says so', async () => {
    const { quantities } = await page.json('element', { at: AT, id: walls[0] ?? '' });
    const length = quantities.find(({ name }) => name === 'length_m');
    expect(length).toMatchObject({ label: 'Axis length', text: '6', unit: 'm' });
    const table = await page.json('table', { at: AT, kind: 'wall' });
    expect(table.columns.find(({ name }) => name === 'length_m')?.label).toBe('Axis length');
  });

  test('has its neighbours in words', async () => {
    const { related } = await page.json('element', { at: AT, id: door });
    expect(related).toContainEqual({ relation: 'in', id: walls[0], kind: 'wall', name: null });
    expect(related).toContainEqual(
      expect.objectContaining({ relation: 'connects', id: room, kind: 'room' }),
    );
    const wall = await page.json('element', { at: AT, id: walls[0] ?? '' });
    const joined = wall.related.filter(({ relation }) => relation === 'joined to');
    expect(new Set(joined.map(({ id }) => id))).toEqual(new Set([walls[1], walls[3]]));
  });

  test('has its history: who, when and why, with old and new values', async () => {
    const { history, more_history } = await page.json('element', { at: AT, id: walls[0] ?? '' });
    expect(more_history).toBe(false);
    expect(history[0]).toMatchObject({
      text: 'height 2800 → 2500 mm',
      who: 'agent',
      is_agent: true,
      reasoning: 'lower for the canopy',
      approval_id: null,
      approved_by: [],
    });
    expect(history.map(({ text }) => text)).toContain('created');
    const moments = history.map(({ seq }) => seq ?? 0);
    expect(moments).toEqual(moments.toSorted((a, b) => b - a));
  });

  test('names who approved a change', async () => {
    const file = join(hub.dir, 'agent.json');
    const permissions = { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} };
    writeFileSync(
      file,
      JSON.stringify({ permissions, requires_approval: ['element.modified', 'element.deleted'] }),
    );
    await okHere(hub.dir, 'agent', 'grant', 'agent', '--permissions', file, '--by', 'alice');
    const change = { element_id: door, parameter_name: 'width', value: 1000, dry_run: false };
    const { approval_id } = await hub.ask('modify_parameter', change);
    const id = String(approval_id);
    const digest = (await page.json('approval', { approval_id: id })).digest;
    await okHere(hub.dir, 'approvals', 'approve', id, '--as', 'alice', '--digest', digest);
    const { history } = await page.json('element', { at: AT, id: door });
    expect(history[0]).toMatchObject({
      text: 'width 900 → 1000 mm',
      who: 'agent',
      approval_id: id,
      approved_by: ['alice'],
    });
  });

  test('unknown ids are refused in words', async () => {
    const refused = await page.raw('element', { at: AT, id: 'wall_of_nobody' });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('no element `wall_of_nobody`');
  });
});

describe('tables', () => {
  test('list the elements of a kind with their values, sorted by any column', async () => {
    const table = await page.json('table', { at: AT, kind: 'wall', sort: 'length_m' });
    expect(table.total).toBe(4);
    const column = (name: string): number => table.columns.findIndex((one) => one.name === name);
    const lengths = table.rows.map(({ cells }) => cells[column('length_m')]);
    expect(lengths).toEqual([4, 4, 6, 6]);
    expect(table.columns[column('length_m')]).toEqual({
      name: 'length_m',
      label: 'Axis length',
      unit: 'm',
    });
    const down = await page.json('table', {
      at: AT,
      kind: 'wall',
      sort: 'height',
      descending: true,
      level_id,
    });
    expect(down.rows.map(({ id }) => id).at(-1)).toBe(walls[0]);
    expect(new Set(down.rows.map(({ level }) => level))).toEqual(new Set(['Ground']));
  });

  test('refuse unknown kinds, columns, levels and cursors', async () => {
    const refusal = async (input: object): Promise<string> =>
      await (await page.raw('table', { at: AT, kind: 'wall', ...input })).text();
    expect(await refusal({ kind: 'walls' })).toContain('no kind `walls`');
    expect(await refusal({ sort: 'wide' })).toContain('no column `wide`');
    expect(await refusal({ level_id: 'attic' })).toContain('no level `attic`');
    expect(await refusal({ cursor: '-1' })).toContain('invalid cursor `-1`');
  });
});

describe('colourings', () => {
  const groupsBy = async (by: 'kind' | 'storey' | 'use' | 'fire_rating' | 'age' | 'author') => {
    const { groups } = await page.json('colours', { at: AT, by });
    return groups.map(({ label, ids }) => [label, ids.length]);
  };

  test('group the elements by kind, storey, use, fire rating and author', async () => {
    expect(await groupsBy('kind')).toEqual([
      ['Walls', 4],
      ['Rooms', 1],
      ['Doors', 1],
    ]);
    expect(await groupsBy('storey')).toEqual([['Ground', 6]]);
    expect(await groupsBy('use')).toEqual([['kitchen', 1]]);
    expect(await groupsBy('fire_rating')).toEqual([['30 min', 1]]);
    expect(await groupsBy('author')).toEqual([['agent', 6]]);
    const [today] = await groupsBy('age');
    expect(today?.[0]).toMatch(/^\d{4}-\d\d-\d\d$/u);
    expect(today?.[1]).toBe(6);
  });

  test('group elements by the findings of the latest run of each check', async () => {
    const none = await page.json('colours', { at: AT, by: 'finding' });
    expect(none.groups).toEqual([]);
    await hub.done('data_completeness', { element_ids: walls, required_params: ['type_id'] });
    const { groups } = await page.json('colours', { at: AT, by: 'finding' });
    expect(groups.flatMap(({ ids }) => ids).toSorted()).toEqual(walls.toSorted());
  });
});

describe('plans', () => {
  test('have the shapes of elements with their ids, and the scale of the drawing', async () => {
    const answer = await page.raw('plan', { at: AT, level_id });
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toContain('image/svg+xml');
    expect(text).toMatch(/^<svg data-scale="100" /u);
    for (const id of [...walls, door, room]) expect(text).toContain(`data-id="${id}"`);
    expect(text).not.toContain('<b>');
    expect(text).not.toContain('\u202e');
    expect(text).not.toMatch(/<script|style="|on\w+="/u);
    // The outer faces of the wall from (0, 0) to (6000, 0), 200 mm thick, at a scale of 1:100, with y downwards.
    const [, data = ''] =
      new RegExp(`data-id="${walls[0]}" data-layer="PICK"[^>]* d="([^"]*)"`, 'u').exec(text) ?? [];
    const numbers = [...data.matchAll(/-?[\d.]+/gu)].map(Number);
    const [xs, ys] = [0, 1].map((part) => numbers.filter((_, i) => i % 2 === part));
    expect([Math.min(...(xs ?? [])), Math.max(...(xs ?? []))]).toEqual([-1, 61]);
    expect([Math.min(...(ys ?? [])), Math.max(...(ys ?? []))]).toEqual([-1, 1]);
  });
});

/** @module tests of sums over rooms: every table and summary that counts a space twice warns of it. */
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';

import type { ModelView } from '../../../kernel/building/model/view.ts';
import { doubleCountWarnings } from '../../../kernel/building/spatial/shared-spaces.ts';
import { xlsxOf } from '../../../kernel/documents/schedules/print/xlsx/workbook.ts';
import { schedule } from '../../../kernel/documents/schedules/schedule.ts';
import { takeOff } from '../../../kernel/documents/schedules/take-off.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { shownJson, shownText } from '../../../servers/documentation/tables/shown-table.ts';
import { created } from '../../kernel/building/model/build.ts';
import { modelOf } from '../../kernel/checks/clash/clash-model.ts';
import { rectangle, World } from '../building/world.ts';

/** One space of 4.8 by 3.8 m with the rooms Study and Living, and above it one with the room Attic. */
async function building(): Promise<{ world: World; rooms: readonly string[] }> {
  const world = await World.create();
  const ground = await world.make('create_level', { name: 'G', elevation: 0, height: 3000 });
  const upper = await world.make('create_level', { name: 'U', elevation: 3000, height: 3000 });
  for (const level of [ground, upper]) await rectangle(world, level, [0, 0, 5000, 4000]);
  const point = { x: 1000, y: 1000 };
  const rooms = [];
  for (const [level_id, name] of [
    [ground, 'Study'],
    [ground, 'Living'],
    [upper, 'Attic'],
  ]) {
    rooms.push(await world.make('create_room', { level_id, name, point }));
  }
  return { world, rooms };
}

function refuse(code: string, message: string): never {
  throw new Error(`${code}: ${message}`);
}

const TABLES = {
  'the schedule of rooms': (view: ModelView) => schedule(view, { category: 'Rooms' }, refuse),
  'the take-off of rooms': (view: ModelView) => takeOff(view, { categories: ['Rooms'] }, refuse),
  'the take-off of all categories': (view: ModelView) => takeOff(view, {}, refuse),
};

describe('rooms that share a space', () => {
  const warning = ([study = '', living = '']: readonly string[]): string =>
    `rooms \`Study\` (${study}), \`Living\` (${living}) occupy the same space, so its area is counted in each: delete all but one of them, or divide the space with a wall`;

  test.each(Object.entries(TABLES))('%s warns, in each form', async (_name, table) => {
    const { world, rooms } = await building();
    const expected = warning(rooms);
    const double = table(world.view);
    for (const shown of [shownJson(double, ''), shownText(double, '')]) {
      expect(shown.warnings).toEqual([expected]);
      expect(JSON.stringify(shown.data)).toContain('occupy the same space');
    }
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(new Uint8Array(xlsxOf(double)).buffer);
    expect(book.getWorksheet('About')?.getColumn(2).values).toContain(expected);
    await world.do('delete_elements', { element_ids: [rooms[1]] });
    expect(shownJson(table(world.view), '').warnings).toEqual([]);
  });
  test('the summary warns', async () => {
    const { world, rooms } = await building();
    await world.ask('get_model_summary', {});
    expect(world.warnings).toEqual([warning(rooms)]);
    await world.do('delete_elements', { element_ids: [rooms[1]] });
    await world.ask('get_model_summary', {});
    expect(world.warnings).toEqual([]);
  });
  test('a schedule that has only one of them does not warn', async () => {
    const { world } = await building();
    const where = [{ field: 'name', op: 'eq', value: 'Study' } as const];
    const one = schedule(world.view, { category: 'Rooms', filters: { where } }, refuse);
    expect(one.count).toBe(1);
    expect(one.warnings).toEqual([]);
  });
  test('warnings about many rooms are few and short', () => {
    const square = (x: number, y: number, side: number) =>
      [
        [x, y],
        [x + side, y],
        [x + side, y + side],
        [x, y + side],
      ].map(([px = 0, py = 0]) => ({ x: px, y: py }));
    const room = (id: string, x: number, y: number): PlannedEvent =>
      created('room', id, { name: id, boundary_points: square(x, y, 3000) });
    const pairs = Array.from({ length: 60 }, (_, n) =>
      ['a', 'b'].map((end) => room(`${n}${end}`, 4000 * (n % 10), 4000 * Math.floor(n / 10))),
    );
    const view = modelOf(...pairs.flat());
    const shared = doubleCountWarnings(view.elementsOf('room'), view);
    expect(shared).toHaveLength(6);
    expect(shared.at(-1)).toBe('55 more spaces have several rooms');
    const same = modelOf(...Array.from({ length: 30 }, (_, n) => room(`r${n}`, 0, 0)));
    const [one, ...none] = doubleCountWarnings(same.elementsOf('room'), same);
    expect(none).toEqual([]);
    expect(one).toMatch(/^rooms `r0` \(r0\), .* and 25 more occupy the same space/u);
    // 40 rooms, each of which overlaps all others.
    const all = modelOf(...Array.from({ length: 40 }, (_, n) => room(`r${n}`, 10 * n, 0)));
    const over = doubleCountWarnings(all.elementsOf('room'), all);
    expect(over).toHaveLength(6);
    expect(over.at(-1)).toBe('at least 95 more pairs of rooms overlap');
  });
});

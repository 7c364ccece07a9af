/** @module tests of sums over rooms: every table and summary that counts a space twice warns of it. */
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';

import type { ModelView } from '../../../kernel/building/model/view.ts';
import { xlsxOf } from '../../../kernel/documents/schedules/print/xlsx/workbook.ts';
import { schedule } from '../../../kernel/documents/schedules/schedule.ts';
import { takeOff } from '../../../kernel/documents/schedules/take-off.ts';
import { shownJson, shownText } from '../../../servers/documentation/shown-table.ts';
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
});

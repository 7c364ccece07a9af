/** @module tests of the net floor area of rooms in schedules and take-offs. */
import { expect, test } from 'vitest';

import { created } from '../../building/model/build.ts';
import { cellsOf, scheduleOf, takeOffOf, viewOf } from './two-rooms.ts';

const at = (x: number, y: number) => ({ x, y });
const CORNERS = [at(0, 0), at(4000, 0), at(4000, 4000), at(0, 4000)];

/** 3.7 x 3.7 m between walls of 300 mm, with a column of 400 mm. */
const view = viewOf([
  created('level', 'L1', { name: 'Ground', elevation: 0 }),
  ...CORNERS.map((start, i) =>
    created('wall', `W${i}`, { start, end: CORNERS[(i + 1) % 4] ?? start, thickness: 300 }),
  ),
  created('column', 'C', { location: at(2000, 2000), profile: '400x400', height: 3000 }),
  created('room', 'R', { name: 'R', point: at(1000, 1000) }),
]);

const NOTE =
  'areas and volumes of rooms are those between the wall faces, columns and holes in the floor included; the net floor area excludes them';

test('a schedule of rooms says that areas contain columns, and has the net floor area without them', () => {
  const parameters = ['area_m2', 'gross_area_m2', 'net_floor_area_m2', 'net_floor_area_mm2'];
  const table = scheduleOf({ category: 'Rooms', parameters }, view);
  expect(cellsOf(table).map((cells) => cells.slice(0, 4))).toEqual([
    [13.69, 13.69, 13.53, 13_530_000],
  ]);
  expect(table.notes).toEqual([NOTE]);
  expect(scheduleOf({ category: 'Rooms', parameters: ['name'] }, view).notes).toEqual([]);
  expect(scheduleOf({ category: 'Walls', parameters: ['area_m2'] }, view).notes).toEqual([]);
});

test('a take-off of rooms has the net floor area and its note', () => {
  const { columns, totals, notes } = takeOffOf({ categories: ['Rooms'] }, view);
  const index = columns.findIndex(({ key }) => key === 'net_floor_area_m2');
  expect(columns[index]?.title).toMatch(/^Net floor area/u);
  expect(totals[index]).toBe(13.53);
  expect(notes).toContain(NOTE);
});

/** @module tests of columns of rooms and doors that follow from the elements around them. */
import { expect, test } from 'vitest';

import { ROOM_FIELDS } from '../../../../kernel/documents/schedules/related/room-fields.ts';
import { created } from '../../building/model/build.ts';
import { cellsOf, scheduleOf, viewOf } from './two-rooms.ts';

type Point = { readonly x: number; readonly y: number };
const at = (x: number, y: number): Point => ({ x, y });
const CORNERS = [at(0, 0), at(4000, 0), at(4000, 4000), at(0, 4000)];

/** 3.8 x 3.8 m between walls of 200 mm, with a window and a door of 1 m to the outside, after a motion of its corners. */
function hall(moved: (point: Point) => Point) {
  const corners = CORNERS.map(moved);
  return viewOf([
    created('level', 'L1', { name: 'Ground', elevation: 0 }),
    ...corners.map((start, i) =>
      created('wall', `W${i}`, { start, end: corners[(i + 1) % 4] ?? start, thickness: 200 }),
    ),
    created('window', 'N', { host_id: 'W2', offset: 1000, width: 1000, height: 1000 }),
    created('door', 'D', { host_id: 'W0', offset: 1500, width: 1000 }),
    created('room', 'R', { name: 'Hall', number: '1', point: moved(at(1000, 1000)) }),
  ]);
}

const view = hall((point) => point);

test('a schedule of rooms has their windows, glass, daylight, doors and the way to the exit', () => {
  const parameters = [
    'windows',
    'window_count',
    'glazed_area_mm2',
    'glazed_area_m2',
    'daylight_ratio',
    'doors',
    'door_widths',
    'exit_distance_m',
    'wall_fire_ratings',
  ];
  const table = scheduleOf({ category: 'Rooms', parameters }, view);
  const [cells = []] = cellsOf(table);
  const glass = Number(cells[2]);
  expect(glass).toBeGreaterThan(0.5e6);
  expect(cells.slice(0, 7)).toEqual([
    'N',
    1,
    glass,
    Math.round(glass / 1e3) / 1e3,
    Math.round((glass / 3800 ** 2) * 1e3) / 1e3,
    'D',
    '1000',
  ]);
  // From an upper corner, (100, 3900) mm, to the middle of the door at (2000, 0): past no obstacle.
  expect(cells[7]).toBeCloseTo(Math.hypot(1.9, 3.8) + 0.1, 1);
  expect(cells[8]).toBe('none');
  expect(table.totals.slice(1, 3)).toEqual([1, glass]);
});

test('a schedule of doors has the rooms on both sides', () => {
  const parameters = ['rooms', 'room_ids', 'from_room', 'to_room', 'stairs'];
  const table = scheduleOf({ category: 'Doors', parameters }, view);
  expect(cellsOf(table).map((cells) => cells.slice(0, 5))).toEqual([
    ['1 Hall', 'R', null, '1 Hall', null],
  ]);
});

test.each<readonly [string, (point: Point) => Point]>([
  ['moved', ({ x, y }) => at(x + 12_345, y - 6789)],
  ['turned', ({ x, y }) => at(-y, x)],
  ['mirrored', ({ x, y }) => at(-x, y)],
])('a building that is %s has the same values', (_, motion) => {
  const parameters = ROOM_FIELDS.map(({ key }) => key);
  const rooms = { category: 'Rooms', parameters };
  const there = hall(motion);
  expect(cellsOf(scheduleOf(rooms, there))[0]?.slice(0, parameters.length)).toEqual(
    cellsOf(scheduleOf(rooms, view))[0]?.slice(0, parameters.length),
  );
  const doors = { category: 'Doors', parameters: ['rooms', 'room_ids'] };
  expect(cellsOf(scheduleOf(doors, there))).toEqual(cellsOf(scheduleOf(doors, view)));
});

/** @module tests of take-offs: sums of a building computed by hand. */
import { expect, test } from 'vitest';

import { cellsOf, takeOffOf } from './two-rooms.ts';

test('walls by material: lengths, net and gross areas and volumes', () => {
  const table = takeOffOf({ categories: ['Walls'], grouping: ['material'] });
  expect(table.columns.map(({ key, title }) => `${key}: ${title}`)).toEqual([
    'material: Material',
    'count: Count',
    'length_m: Length',
    'area_m2: Net area',
    'gross_area_m2: Gross area',
    'volume_m3: Net volume',
    'gross_volume_m3: Gross volume',
  ]);
  // 8 + 4 + 8 + 4 + 5 m of 0.2 m and 3 m height, mitred at the corners, less doors of 1.0 and 0.8 x 2.1 m.
  // 4 m of 0.1 m, of which 3.8 m lie between the other walls, less a door of 0.9 x 2.1 m.
  expect(cellsOf(table)).toEqual([
    ['basic 100 mm', 1, 4, 10.11, 12, 0.951, 1.14],
    ['basic 200 mm', 5, 29, 83.22, 87, 16.644, 17.4],
  ]);
  expect(table.totals).toEqual([null, 6, 33, 93.33, 99, 17.595, 18.54]);
  expect(table.rows.map(({ element_ids }) => element_ids)).toEqual([
    ['middle'],
    ['above', 'south', 'east', 'north', 'west'],
  ]);
  expect(table.notes.join(' ')).toContain('for other elements, material is their construction');
});

test('several categories are never summed; the default grouping is by type and level', () => {
  const table = takeOffOf({ categories: ['Rooms', 'walls'] });
  expect(table.columns.slice(0, 4).map(({ key }) => key)).toEqual([
    'category',
    'type',
    'level',
    'count',
  ]);
  expect(
    table.groups.map(({ value, rows, totals }) => [
      value,
      rows.map(({ cells }) => cells.slice(1, 6)),
      totals[5],
    ]),
  ).toEqual([
    [
      'Walls',
      [
        ['basic', 'Ground', 5, 28, 80.01],
        ['basic', 'First', 1, 5, 13.32],
      ],
      93.33,
    ],
    ['Rooms', [[null, 'Ground', 2, null, 29.26]], 29.26],
  ]);
  expect(table.totals).toEqual([null, null, null, 8, ...Array.from({ length: 6 }, () => null)]);
});

test('by default all elements with a body are counted', () => {
  const table = takeOffOf({});
  expect(table.groups.map(({ value, count }) => [value, count])).toEqual([
    ['Walls', 6],
    ['Rooms', 2],
    ['Doors', 3],
  ]);
});

test('an unknown category or grouping field is refused with the closest matches', () => {
  expect(() => takeOffOf({ categories: ['Wals'] })).toThrow(/INVALID_ARGUMENT: no category `Wals`/);
  expect(() => takeOffOf({ grouping: ['thicknes'] })).toThrow(
    /UNKNOWN_PARAMETER: no parameter `thicknes`; expected for example thickness,/,
  );
});

/** @module tests of estimates: which line counts which element, and what is left out. */
import { expect, test } from 'vitest';

import { roundedNumber } from '../../../../kernel/documents/estimates/decimal.ts';
import { estimateTable } from '../../../../kernel/documents/estimates/estimate-table.ts';
import type { Estimate } from '../../../../kernel/documents/estimates/estimate.ts';
import { csvText } from '../../../../kernel/documents/schedules/print/csv.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';
import { building } from '../schedules/two-rooms.ts';
import { estimateBy, type Given } from './estimate-of.ts';

const WALLS: Given = {
  id: 'W',
  matches: 'category = Walls',
  quantity: 'area_m2',
  unit: 'm2',
  value: '10',
};

/** Group, line, ids of elements, quantity and amount. */
function counted(made: Estimate): readonly unknown[] {
  return made.results.flatMap(({ groups }) =>
    groups.flatMap(({ value, lines }) =>
      lines.map((sum) => [
        value,
        sum.line.id,
        sum.counted.map(({ element }) => element.id).join(' '),
        roundedNumber(sum.quantity, 3),
        roundedNumber(sum.amount, 2),
      ]),
    ),
  );
}

/** Ids of the elements of each line. */
function idsOf(made: Estimate): readonly string[] {
  return made.results.flatMap(({ groups }) =>
    groups.flatMap(({ lines }) =>
      lines.map((sum) => sum.counted.map(({ element }) => element.id).join(' ')),
    ),
  );
}

function leftOut(made: Estimate): readonly string[] {
  return made.results.flatMap(({ left_out }) =>
    left_out.map(({ result, reason, element, material, lines }) =>
      [result, reason, element.id, material ?? '-', lines.join('+')].join(' '),
    ),
  );
}

test('elements are counted by category, in groups sorted by their rank', () => {
  expect(counted(estimateBy([WALLS], building, 'level'))).toEqual([
    ['Ground', 'W', 'south east north west middle', 80.01, 800.1],
    ['First', 'W', 'above', 13.32, 133.2],
  ]);
});

test.each([
  ['thickness = 100', 'middle'],
  ['thickness >= 100.5; usage != exterior', 'above'],
  ["name = 'South'", 'south'],
  ['name ~ out', 'south'],
  ['fire_rating_min > 30', 'above'],
  ['level = First', 'above'],
])('walls with %s', (condition, ids) => {
  const matches = `category = Walls; ${condition}`;
  expect(idsOf(estimateBy([{ ...WALLS, matches }], building))).toEqual([ids]);
});

test('an element that no line prices is unmatched, also in a category without lines', () => {
  const made = estimateBy([{ ...WALLS, matches: 'category = Walls; thickness = 100' }], building);
  expect(leftOut(made)).toEqual([
    'EUR unmatched above - ',
    'EUR unmatched south - ',
    'EUR unmatched east - ',
    'EUR unmatched north - ',
    'EUR unmatched west - ',
    'EUR unmatched left - ',
    'EUR unmatched right - ',
    'EUR unmatched d10 - ',
    'EUR unmatched d9 - ',
    'EUR unmatched d1 - ',
  ]);
  expect(made.elements).toBe(11);
});

test('two lines for one quantity are ambiguous, and neither is counted', () => {
  const thin = { ...WALLS, id: 'THIN', matches: 'category = Walls; thickness = 100' };
  const made = estimateBy([WALLS, thin], building);
  expect(leftOut(made)).toContain('EUR ambiguous middle - W+THIN');
  expect(idsOf(made)).toEqual(['above south east north west']);
  expect(made.unused).toEqual(['THIN']);
});

test('lines of other works, quantities, currencies or stages do not exclude each other', () => {
  const carbon = { ...WALLS, id: 'C', stage: 'A1-A3' };
  const made = estimateBy(
    [
      WALLS,
      { ...WALLS, id: 'PLASTER', work: 'plaster' },
      { ...WALLS, id: 'VOLUME', quantity: 'volume_m3', unit: 'm3' },
      carbon,
      { ...carbon, id: 'D', stage: 'D', value: '-10' },
    ],
    building,
  );
  expect(made.results.map(({ result, amount }) => [result, roundedNumber(amount, 2)])).toEqual([
    ['EUR', 2 * 933.3 + 175.95],
    ['kgCO2e A1-A3', 933.3],
    ['kgCO2e D', -933.3],
  ]);
});

test('an element without the quantity of its line is left out', () => {
  const glass = { ...WALLS, quantity: 'glass_area_m2' };
  expect(leftOut(estimateBy([glass], modelOf(...CAVITY)))).toEqual(['EUR no_quantity w - W']);
});

const CAVITY = [
  created('type', 'T', {
    name: 'Cavity',
    layers: [
      { material: 'brick', thickness: 100, function: 'finish' },
      { material: 'blocks', thickness: 200, function: 'structure' },
    ],
  }),
  created('wall', 'w', {
    end: { x: 5000, y: 0 },
    thickness: 300,
    type_id: 'T',
  }),
];

test('a line with a material counts the part of an element in it; the other materials are unmatched', () => {
  const brick: Given = {
    id: 'BRICK',
    matches: 'category = Walls; material = brick',
    quantity: 'mass_kg',
    unit: 't',
    density: '1800',
    value: '241',
    stage: 'A1-A3',
  };
  const made = estimateBy([brick], modelOf(...CAVITY));
  // 5 x 3 x 0.1 m = 1.5 m³ = 2.7 t
  expect(counted(made)).toEqual([['Walls', 'BRICK', 'w', 2.7, 650.7]]);
  expect(leftOut(made)).toEqual(['kgCO2e A1-A3 unmatched w blocks ']);
  const whole = { ...brick, id: 'ALL', matches: 'category = Walls' };
  expect(leftOut(estimateBy([brick, whole], modelOf(...CAVITY)))).toEqual([
    'kgCO2e A1-A3 ambiguous w - BRICK+ALL',
  ]);
});

test('a line may count several materials of an element, and sums can be grouped by them', () => {
  const masonry: Given = {
    id: 'MASONRY',
    matches: 'category = Walls; material ~ b',
    quantity: 'volume_m3',
    unit: 'm3',
  };
  const made = estimateBy([masonry], modelOf(...CAVITY), 'material');
  expect(leftOut(made)).toEqual([]);
  // 5 m x 3 m, of 200 and 100 mm.
  expect(counted(made)).toEqual([
    ['blocks', 'MASONRY', 'w', 3, 3],
    ['brick', 'MASONRY', 'w', 1.5, 1.5],
  ]);
});

test.each([
  ['category = Wals', 'area_m2', 'm2', '`matches`: received `Wals`, expected a category, for'],
  ['category = Walls; thicknes = 1', 'area_m2', 'm2', 'for example thickness'],
  ['category = Walls; thickness = wide', 'area_m2', 'm2', 'expected a number with = !='],
  ['category = Walls; thickness ~ 1', 'area_m2', 'm2', 'expected a number with = !='],
  ['category = Walls; usage > a', 'area_m2', 'm2', 'expected = != or ~, because `usage`'],
  ['category = Walls; load_bearing = yes', 'area_m2', 'm2', 'with true or false'],
  ['category = Walls; Pset_WallCommon.Nothing = 1', 'area_m2', 'm2', 'expected a column'],
  ['category = Beams', 'area_m2', 'm2', 'expected one of count, length_m, volume_m3'],
  ['category = Walls', 'weight', 'kg', 'expected one of count, length_m, area_m2'],
  ['category = Walls', 'area_m2', 'm3', 'received `m3`, expected m2 for `area_m2`'],
  ['category = Walls', 'count', 'm', 'received `m`, expected pcs for `count`'],
])('refuses %s with %s in %s', (matches, quantity, unit, expected) => {
  expect(() => estimateBy([{ id: 'A', matches, quantity, unit }], building)).toThrow(expected);
});

test('the table states elements, quantity, factor, source and result, and what is left out', () => {
  const view = modelOf(...CAVITY);
  const made = estimateBy(
    [{ ...WALLS, id: '=W()', matches: 'category = Walls; thickness > 0' }],
    view,
  );
  const lines = csvText(estimateTable(made, { title: 'E', rows: 'lines' }, view), {
    totals: true,
  }).split('\r\n');
  expect(lines).toEqual([
    'Result,Group,Line,Text,Quantity of,Quantity,Unit,Value per unit,Amount,Unit of the amount,Stage,Density (kg/m³),Source,Edition,Status,Elements,Element ids',
    "EUR,Walls,'=W(),,area_m2,15,m2,10,150,EUR,,,Source,2026,counted,1,w",
    'Subtotal Group: Walls,,,,,,,,150,,,,,,,,',
    'Subtotal Result: EUR,,,,,,,,150,,,,,,,,',
    'Total (1),,,,,,,,150,,,,,,,,',
    '',
  ]);
});

test('the rows of elements add up to the rows of lines', () => {
  const one = estimateTable(estimateBy([WALLS], building), { title: 'E', rows: 'lines' }, building);
  const all = estimateTable(
    estimateBy([WALLS], building),
    { title: 'E', rows: 'elements' },
    building,
  );
  const amounts = (table: typeof one): number =>
    table.groups
      .flatMap(({ groups }) => groups.flatMap(({ rows }) => rows))
      .reduce((sum, { cells }) => sum + Number(cells[8] ?? 0), 0);
  expect(amounts(all)).toBeCloseTo(amounts(one), 6);
  expect([one.count, all.count]).toEqual([11, 11]);
  const left = all.groups[0]?.groups.at(-1);
  expect([left?.value, left?.count]).toEqual(['left out', 5]);
  expect(left?.rows.map(({ cells }) => [cells[3], cells[14], cells[16]])).toEqual([
    ['Rooms', 'unmatched', 'left'],
    ['Rooms', 'unmatched', 'right'],
    ['Doors', 'unmatched', 'd10'],
    ['Doors', 'unmatched', 'd9'],
    ['Doors', 'unmatched', 'd1'],
  ]);
});

test('lines match codes of classification systems, and sums are grouped by them', () => {
  const of = (id: string, code: string | null): PlannedEvent =>
    created('wall', id, {
      end: { x: 5000, y: 0 },
      ...(code === null ? {} : { classification: { 'DIN 276': code } }),
    });
  const view = modelOf(of('a', '331'), of('b', '342'), of('c', null));
  const by = 'classification.DIN 276';
  const made = estimateBy(
    [
      { ...WALLS, matches: `category = Walls; ${by} != 342` },
      { ...WALLS, id: 'I', matches: `category = Walls; ${by} = 342`, value: '5' },
    ],
    view,
    by,
  );
  expect(counted(made)).toEqual([
    ['331', 'W', 'a', 15, 150],
    ['342', 'I', 'b', 15, 75],
    [null, 'W', 'c', 15, 150],
  ]);
});

/** @module tests of quantities by the rules of standards for the example house, with the numbers worked by hand. */
import { readFileSync } from 'node:fs';

import { beforeAll, expect, test } from 'vitest';

import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { exportIfc } from '../../../../kernel/documents/ifc/write/export-ifc.ts';
import {
  RULES,
  takeOffByRules,
  type RulesRequest,
} from '../../../../kernel/documents/quantities/by-rules.ts';
import type { Cell } from '../../../../kernel/documents/schedules/table.ts';
import { houseView } from '../drawings/house.ts';
import { refuse } from '../schedules/two-rooms.ts';

let view: ModelView;
beforeAll(async () => {
  view = await houseView();
});

/** Values by figure, or by level and figure. */
function figuresOf(request: RulesRequest): Readonly<Record<string, Cell>> {
  const { columns, rows } = takeOffByRules(view, request, refuse);
  const at = (key: string): number => columns.findIndex((column) => column.key === key);
  return Object.fromEntries(
    rows.map(({ cells }) => [
      [cells[at('level')], cells[at('figure')]].filter((cell) => cell !== undefined).join(' '),
      cells[at('value')] ?? null,
    ]),
  );
}

const level = ['level'];

/*
 * Outer walls of 300 mm on axes 10 x 8 m: outer faces 10.3 x 8.3, inner faces 9.7 x 7.7. Inner walls of 120 mm on
 * x = 4 and 6.5, on the ground floor y = 5 (west), y = 3 and x = 8.3 (east), on the first floor y = 4.4 and y = 3.
 */
const WEST = 4 - 0.15 - 0.06;
const HALL = 6.5 - 4 - 0.12;
const EAST = 10 - 6.5 - 0.15 - 0.06;
const DEPTH = 8 - 0.3;
const GROUND = {
  living: WEST * (5 - 0.15 - 0.06), // 3.79 x 4.79 = 18.1541
  study: WEST * (8 - 5 - 0.15 - 0.06), // 3.79 x 2.79 = 10.5741
  hall: HALL * DEPTH, // 2.38 x 7.7 = 18.326
  kitchen: EAST * (8 - 3 - 0.15 - 0.06), // 3.29 x 4.79 = 15.7591
  toilet: (8.3 - 6.5 - 0.12) * (3 - 0.15 - 0.06), // 1.68 x 2.79 = 4.6872
  utility: (10 - 8.3 - 0.15 - 0.06) * (3 - 0.15 - 0.06), // 1.49 x 2.79 = 4.1571
};
const FIRST = {
  bedroom_1: WEST * (4.4 - 0.15 - 0.06), // 3.79 x 4.19 = 15.8801
  bedroom_2: WEST * (8 - 4.4 - 0.15 - 0.06), // 3.79 x 3.39 = 12.8481
  landing: HALL * DEPTH, // 18.326; the hole in its floor has the stair and counts
  bedroom_3: EAST * (8 - 3 - 0.15 - 0.06), // 15.7591
  bathroom: EAST * (3 - 0.15 - 0.06), // 3.29 x 2.79 = 9.1791
};
const sum = (...values: readonly number[]): number =>
  Math.round(values.reduce((a, b) => a + b, 0) * 1000) / 1000;

test('areas by DIN 277 are those worked by hand', () => {
  const found = figuresOf({ rules: 'din277', grouping: level });
  expect(found).toMatchObject({
    'Ground floor BGF (R)': 85.49, // 10.3 x 8.3
    'Ground floor NRF (R)': sum(...Object.values(GROUND)), // 71.6576
    'Ground floor KGF (R)': 13.832, // 85.49 - 71.6576
    'Ground floor NUF 1': sum(GROUND.living, GROUND.kitchen),
    'Ground floor NUF 2': sum(GROUND.study),
    'Ground floor NUF 3': sum(GROUND.utility),
    'Ground floor NUF 7': sum(GROUND.toilet),
    'Ground floor VF': sum(GROUND.hall),
    'First floor BGF (R)': 85.49,
    'First floor NRF (R)': sum(...Object.values(FIRST)), // 71.9924
    'First floor KGF (R)': 13.498, // 85.49 - 71.9924
    'First floor NUF 1': sum(FIRST.bedroom_1, FIRST.bedroom_2, FIRST.bedroom_3),
    'First floor NUF 7': sum(FIRST.bathroom),
    'First floor VF': sum(FIRST.landing),
  });
  expect(figuresOf({ rules: 'din277' })).toMatchObject({
    'BGF (R)': 170.98,
    'BGF (S)': null,
    'NRF (R)': 143.65, // 71.6576 + 71.9924
    'KGF (R)': 27.33,
    NUF: sum(143.65, -GROUND.hall, -FIRST.landing), // 106.998
    TF: 0,
    VF: 36.652,
    'NRF without group': 0,
  });
});

test('areas by IPMS are those worked by hand', () => {
  const storey = (name: string) => ({
    [`${name} IPMS 1`]: 85.49, // 10.3 x 8.3
    [`${name} IPMS 2`]: 74.69, // 9.7 x 7.7, with the inner walls
    [`${name} IPMS 1 - IPMS 2`]: 10.8,
  });
  expect(figuresOf({ rules: 'ipms', grouping: level })).toMatchObject({
    ...storey('Ground floor'),
    ...storey('First floor'),
  });
  expect(figuresOf({ rules: 'ipms' })).toMatchObject({
    'IPMS 1': 170.98,
    'IPMS 2': 149.38,
    'IPMS 1 - IPMS 2': 21.6,
    'IPMS 3.1': null,
    'IPMS 3.2': null,
  });
});

test('areas by BOMA are those worked by hand: the open stair is in the hall and no penetration', () => {
  expect(figuresOf({ rules: 'boma' })).toMatchObject({
    'Gross area': 170.98, // 2 x 10.3 x 8.3
    IGA: 149.38, // 2 x 9.7 x 7.7
    MVP: 0,
    Parking: 0,
    'Rentable area': 149.38,
  });
});

test('gross volumes by DIN 277 end at the next floor, and below the gable roof there is none', () => {
  expect(figuresOf({ rules: 'din277', grouping: level })).toMatchObject({
    'Ground floor BRI (R)': 282.117, // 85.49 x (3 + 0.3), with the slab of 300 mm
    'First floor BRI (R)': 230.823, // 85.49 x 2.7
  });
  const { rows, columns } = takeOffByRules(view, { rules: 'din277' }, refuse);
  const because = columns.findIndex(({ key }) => key === 'because');
  const bri = rows.find(({ cells }) => cells[0] === 'BRI (R)');
  expect(bri?.cells[2]).toBeNull();
  expect(bri?.cells[because]).toMatch(/^the volume below the sloping `roof_\w+` is not computed$/u);
});

test('quantities of cost groups by DIN 276 are those worked by hand', () => {
  const tan = Math.tan((35 * Math.PI) / 180);
  // Underside of the roof: 2.7 at the outer face, rising for 0.15 + 4 m to the ridge above the middle of the wall.
  const gable = 8.3 * (2.7 + (0.15 + 4 / 2) * tan); // 8.3 x 4.2054 = 34.9052
  const ground = 2 * (10.3 + 8.3) * 3; // 111.6
  const first = 2 * 10.3 * 2.7 + 2 * gable; // 55.62 + 69.8104
  const inner = 2.75 * (8 + 8 + 4 + 3.5 + 3) + 2.5 * (8 + 8 + 4 + 3.5); // 72.875 + 58.75
  // 10.3 x 8.3 with overhangs of 0.5, in its slope, and the canopy of 2.4 x 1.95.
  const roofs = (11.3 * 9.3) / Math.cos((35 * Math.PI) / 180) + 2.4 * 1.95; // 128.2912 + 4.68
  expect(figuresOf({ rules: 'din276' })).toMatchObject({
    'KG 100': null,
    'KG 300': 170.98,
    'KG 310': null,
    'KG 320': 85.49,
    'KG 330': sum(ground, first), // 237.0304
    'KG 340': sum(inner), // 131.625
    'KG 350': 85.49,
    'KG 360': sum(roofs), // 132.9712
    'KG 400': 170.98,
    'KG 500': null,
  });
});

test('floor areas by NRM 1 are those worked by hand', () => {
  expect(figuresOf({ rules: 'nrm', grouping: level })).toEqual({
    'Ground floor GEA': 85.49,
    'Ground floor GIFA': 74.69, // 9.7 x 7.7
    'Ground floor NIA': null,
    'First floor GEA': 85.49,
    'First floor GIFA': 74.69,
    'First floor NIA': null,
  });
  expect(figuresOf({ rules: 'nrm' })).toMatchObject({ GIFA: 149.38, NIA: null });
});

/** Sums of the quantities of a file by set and name, in the units of the file. */
function sumsIn(text: string): Map<string, number> {
  const quantities = new Map<string, readonly [name: string, value: number]>();
  const values = /^#(\d+)=IFCQUANTITY\w+\('(\w+)',\$,\$,([-\d.E]+)/gmu;
  for (const [, id = '', name = '', value = ''] of text.matchAll(values)) {
    quantities.set(id, [name, Number(value)]);
  }
  const sums = new Map<string, number>();
  const sets =
    /=IFCELEMENTQUANTITY\('[^']+',(?:\$|#\d+),'(\w+)',\$,'BaseQuantities',\(([^)]*)\)/gmu;
  for (const [, set = '', ids = ''] of text.matchAll(sets)) {
    for (const [, id = ''] of ids.matchAll(/#(\d+)/gu)) {
      const [name, value] = quantities.get(id) ?? ['', 0];
      const key = `${set}.${name}`;
      sums.set(key, (sums.get(key) ?? 0) + value);
    }
  }
  return sums;
}

test('the numbers in the documentation are those of the house', () => {
  const page = readFileSync(new URL('../../../../docs/schedules.md', import.meta.url), 'utf8');
  const lines = [...page.matchAll(/^\| ([^|]+?) +\| ([\d.]+) m[²³] +\| ([\d.]+) m[²³] +\|$/gmu)];
  const rules = ['din277', 'nrm', 'ipms', 'boma'] as const;
  const found: Record<string, Cell> = {};
  for (const one of rules) Object.assign(found, figuresOf({ rules: one, grouping: level }));
  const groups = [...page.matchAll(/^\| (KG \d+) \|[^|]+\| ([\d.]+) m² \|$/gmu)];
  const costs = figuresOf({ rules: 'din276' });
  expect(groups).toHaveLength(6);
  for (const [, figure = '', value] of groups) {
    expect([figure, costs[figure]]).toEqual([figure, Number(value)]);
  }
  expect(lines).toHaveLength(10);
  for (const [, figure = '', ground, first] of lines) {
    expect([figure, found[`Ground floor ${figure}`], found[`First floor ${figure}`]]).toEqual([
      figure,
      Number(ground),
      Number(first),
    ]);
  }
});

test('sums of Qto sets are those of the exported IFC file', () => {
  const made = exportIfc(view, { schema: 'IFC4', head: { at: '2026-01-01T00:00:00.000Z' } });
  const sums = sumsIn(Buffer.concat(made.chunks).toString('latin1'));
  const found = Object.entries(figuresOf({ rules: 'ifc' })).filter(([, value]) => value !== null);
  expect(found.length).toBeGreaterThan(25);
  for (const [figure, value] of found) {
    expect([figure, value]).toEqual([figure, expect.closeTo(sums.get(figure) ?? NaN, 2)]);
  }
  // The footprints of the walls of both storeys are the whole construction area of DIN 277.
  expect(figuresOf({ rules: 'ifc' })['Qto_WallBaseQuantities.GrossFootprintArea']).toBe(27.33);
});

test('every figure has a definition and a source, or says why it is not computed', () => {
  for (const rules of RULES) {
    const { columns, rows } = takeOffByRules(view, { rules }, refuse);
    const at = (key: string): number => columns.findIndex((column) => column.key === key);
    for (const { cells } of rows) {
      const [definition, source] = [cells[at('definition')], cells[at('source')]];
      expect([cells[0], String(definition).length > 5, String(source).length > 10]).toEqual([
        cells[0],
        true,
        true,
      ]);
      expect([cells[0], cells[at('value')] === null]).toEqual([
        cells[0],
        cells[at('value')] === null && cells[at('because')] !== null,
      ]);
    }
  }
});

test.each([
  [{ rules: 'din277', categories: ['Walls'] }, 'expected none'],
  [{ rules: 'din276', grouping: level }, 'whole buildings'],
  [{ rules: 'din276', categories: ['Walls'] }, 'whole buildings'],
  [{ rules: 'nrm', grouping: ['material'] }, 'expected ["level"] or none'],
  [{ rules: 'ifc', categories: ['Wallz'] }, 'no category `Wallz`'],
] as const)('refuses %j', (request, says) => {
  expect(() => takeOffByRules(view, request, refuse)).toThrow(says);
});

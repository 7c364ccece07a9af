/** @module tests of estimates of the example house: quantities, factors and sums are written out by hand. */
import { readFileSync } from 'node:fs';

import { beforeAll, expect, test } from 'vitest';

import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { boundList } from '../../../../kernel/documents/estimates/bound-line.ts';
import { roundedNumber } from '../../../../kernel/documents/estimates/decimal.ts';
import { type Estimate, estimate } from '../../../../kernel/documents/estimates/estimate.ts';
import { readList } from '../../../../kernel/documents/estimates/read/read-list.ts';
import { houseView } from '../drawings/house.ts';

let view: ModelView;
beforeAll(async () => {
  view = await houseView();
});

function estimateOf(name: string): Estimate {
  const path = new URL(`../../../../examples/lists/${name}.csv`, import.meta.url);
  const read = readList(readFileSync(path), '.');
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const bound = boundList(read.lines, view.kinds, '.');
  if (!bound.ok) throw new Error(JSON.stringify(bound.faults));
  return estimate(view, bound.lines, 'cost_group');
}

/** Id, number of elements, quantity and amount of each line. */
function linesOf(made: Estimate): readonly (readonly [string, number, number, number])[] {
  return made.results.flatMap(({ groups }) =>
    groups.flatMap(({ lines }) =>
      lines.map(
        ({ line, counted, quantity, amount }) =>
          [line.id, counted.length, roundedNumber(quantity, 6), roundedNumber(amount, 2)] as const,
      ),
    ),
  );
}

/** Slab of 10.3 x 8.3 m and slab of the porch of 2.4 x 1.95 m, m². */
const FOUNDATION = 85.49 + 4.68;
/** Doors of 1.0 x 2.1, 1.8 x 2.2 and 0.9 x 2.1 m, m². */
const EXTERNAL_DOORS = 2.1 + 3.96 + 1.89;
/** m². */
const GROUND_WINDOWS = 2.16 + 0.36 + 1.8 + 1.08 + 1.98 + 1.44 + 0.72 + 1.44;
const FIRST_WINDOWS = 1.92 + 1.2 + 1.92 + 1.2 + 1.92 + 1.44 + 1.44 + 0.72 + 1.68;
/** Ground floor: 36 m x 3 m on the axes, m². */
const GROUND_WALLS = 108 - EXTERNAL_DOORS - GROUND_WINDOWS;
/** First floor: 36 m x 2.7 m; two gables of 8 m under a roof of 35° that begins 0.15 m outside the axes, m². */
const GABLES = 2 * 8 * ((0.15 + 4.15) / 2) * Math.tan((35 / 180) * Math.PI);
const FIRST_WALLS = 97.2 - FIRST_WINDOWS + GABLES;
/** Upper floor of 9.7 x 7.7 m of 0.25 m without its hole of 1.08 x 4.32 m, and loft of 0.2 m, m³. */
const SLABS = (74.69 - 4.6656) * 0.25 + 74.69 * 0.2;

test('emissions of concrete and bricks are mass times the factor of the source', () => {
  const made = estimateOf('house-carbon');
  // kg CO2e = m³ x t/m³ x kg CO2e/t
  expect(linesOf(made)).toEqual([
    // 90.17 m² x 0.3 m x 2.4 t/m³ = 64.9224 t; x 81 kg/t
    ['C-FOUNDATION', 2, 64.9224, 5258.71],
    // 32.4441 m³ x 2.4 t/m³ = 77.86584 t; x 81 kg/t
    ['C-SLAB', 2, 77.86584, 6307.13],
    // 2 x 0.2 x 0.2 x 2.5 m = 0.2 m³ x 2.4 = 0.48 t; x 90 kg/t
    ['C-COLUMN', 2, 0.48, 43.2],
    // 0.2 x 0.2 x (2 + 1.55 + 1.55) m = 0.204 m³ x 2.4 = 0.4896 t; x 90 kg/t
    ['C-BEAM', 3, 0.4896, 44.06],
    // 59.075 m³ x 1.8 t/m³; x 241 kg/t
    ['C-WALL', 8, expect.closeTo((GROUND_WALLS + FIRST_WALLS) * 0.3 * 1.8, 5), 25626.8],
  ]);
  expect(FOUNDATION * 0.3 * 2.4).toBeCloseTo(64.9224, 9);
  expect(SLABS * 2.4).toBeCloseTo(77.86584, 9);
  expect((GROUND_WALLS + FIRST_WALLS) * 0.3 * 1.8 * 241).toBeCloseTo(25626.8, 2);
  const [only] = made.results;
  // 5258.7144 + 6307.13304 + 43.2 + 44.064 + 25626.796… = 37279.91
  expect(only?.result).toBe('kgCO2e A1-A3');
  expect(roundedNumber(only?.amount ?? { digits: 0n, scale: 0 }, 2)).toBe(37279.91);
});

test('elements without a factor are left out by name', () => {
  const made = estimateOf('house-carbon');
  const count: Record<string, number> = {};
  for (const { reason, element } of made.results.flatMap(({ left_out }) => left_out)) {
    const key = `${reason} ${element.kind}`;
    count[key] = (count[key] ?? 0) + 1;
  }
  expect(count).toEqual({
    'unmatched wall': 9,
    'unmatched door': 11,
    'unmatched window': 17,
    'unmatched room': 11,
    'unmatched stair': 1,
    'unmatched roof': 2,
  });
  // 17 elements are counted, 51 are left out.
  expect(made.elements).toBe(68);
});

test('costs by cost group of DIN 276 are quantity times price', () => {
  const made = estimateOf('house-prices');
  const walls = GROUND_WALLS + FIRST_WALLS;
  // Internal walls: 4 of the ground floor and 4 of the first floor less openings, as the take-off lists them, m².
  const inner = 35.46 + 27.195 + 32.65 + 18.75;
  // The gable roof covers 11.3 x 9.3 m in plan with its overhang of 0.5 m; the canopy is flat.
  const roof = (11.3 * 9.3) / Math.cos((35 / 180) * Math.PI) + 4.68;
  const expected: readonly (readonly [string, number, number, number])[] = [
    ['P-322', 2, FOUNDATION, 95],
    ['P-331', 8, walls, 148.5],
    ['P-333', 2, 5, 86],
    ['P-334-D', 2, 2, 1850],
    ['P-334-T', 1, 1, 2400],
    ['P-334-W', 17, GROUND_WINDOWS + FIRST_WINDOWS, 620],
    ['P-342', 9, inner, 61.75],
    ['P-344', 8, 8, 540],
    ['P-345', 9, inner, 47.2],
    ['P-351', 2, SLABS, 415],
    ['P-351-B', 3, 5.1, 78],
    ['P-351-S', 1, 1, 5200],
    ['P-361', 2, roof, 236.4],
  ];
  expect(linesOf(made)).toEqual(
    expected.map(([id, count, quantity, price]) => [
      id,
      count,
      expect.closeTo(quantity, 4),
      expect.closeTo(quantity * price, 2),
    ]),
  );
  const [only] = made.results;
  expect(only?.groups.map(({ value, amount }) => [value, roundedNumber(amount, 2)])).toEqual([
    ['322', 8566.15],
    ['331', 29242.2],
    ['333', 430],
    ['334', 21240.4],
    ['342', 7042.9],
    ['344', 4320],
    ['345', 5383.4],
    ['351', 19062.1],
    ['361', 31434.39],
  ]);
  const total = expected.reduce((sum, [, , quantity, price]) => sum + quantity * price, 0);
  expect(total).toBeCloseTo(126721.53, 2);
  expect(roundedNumber(only?.amount ?? { digits: 0n, scale: 0 }, 2)).toBe(126721.53);
  expect(only?.left_out.every(({ element }) => element.kind === 'room')).toBe(true);
  expect(made.unused).toEqual([]);
});

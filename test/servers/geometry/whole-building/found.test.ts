/** @module buildings for which laws failed, reduced to the fewest calls: their bodies satisfy the laws. */
import { expect, test } from 'vitest';

import { built } from './built.ts';
import type { Call } from './calls.ts';
import { STAY } from './calls.ts';
import { bodyFaults } from './laws.ts';

const LEVELS: readonly Call[] = [
  { tool: 'create_level', as: 'low', arguments: { name: 'low', elevation: 0, height: 3250 } },
  { tool: 'create_level', as: 'high', arguments: { name: 'high', elevation: 3250, height: 3000 } },
];

type Plan = readonly (readonly [x: number, y: number])[];

function points(plan: Plan): readonly object[] {
  return plan.map(([x, y]) => ({ x, y }));
}

function roof(plan: Plan, form: object): Call {
  const given = { level_id: '$high', boundary_points: points(plan), overhang: 0, ...form };
  return { tool: 'create_roof', as: 'roof', arguments: given };
}

function wall(as: string, line: Plan, given: object): Call {
  const [start, end] = points(line);
  return { tool: 'create_wall', as, arguments: { level_id: '$low', start, end, ...given } };
}

async function faultsOf(...calls: readonly Call[]): Promise<readonly string[]> {
  const made = await built([...LEVELS, ...calls], STAY);
  expect([...made.refused.values()]).toEqual([]);
  return bodyFaults(made);
}

const UNDER = { top_under: '$roof' };

test('a wall next to a gable of an L, with a door, has the measured volume', async () => {
  const ell: Plan = [
    [0, 0],
    [7060, 0],
    [7060, 3073],
    [4498, 3073],
    [4498, 5500],
    [0, 5500],
  ];
  const edges = ell.map((_, i) => (i === 4 ? { gable: true } : { slope_deg: 22.5 }));
  const line: Plan = [
    [7060, 0],
    [7060, 3073],
  ];
  const beside: Plan = [
    [4498, 3073],
    [7060, 3073],
  ];
  const faults = await faultsOf(
    roof(ell, { edges }),
    wall('side', line, { thickness: 200, location_line: 'right', ...UNDER }),
    wall('beside', beside, { thickness: 200, location_line: 'left' }),
    {
      tool: 'place_door',
      as: 'door',
      arguments: { wall_id: '$side', offset: 1001, width: 850, height: 2100 },
    },
  );
  expect(faults).toEqual([]);
});

test('a room under an oblique mansard has no triangle without area', async () => {
  const five: Plan = [
    [-4873, -1324],
    [58, -5180],
    [4951, -967],
    [4070, 3055],
    [-1554, 4928],
  ];
  const sides = [240, 240, 420].map((thickness, i) =>
    wall(`side${i}`, five.slice(i, i + 2), { thickness, location_line: 'left', ...UNDER }),
  );
  const across: Plan = [
    [-1211, -4174],
    [4599, 633],
  ];
  const faults = await faultsOf(
    roof(five, { roof_type: 'mansard', slope: 65 }),
    ...sides,
    wall('across', across, { thickness: 115, ...UNDER }),
    {
      tool: 'create_room',
      as: 'room',
      arguments: { level_id: '$low', point: { x: 1866, y: -2574 }, name: 'Room' },
    },
  );
  expect(faults).toEqual([]);
});

test('a wall that extends past a roof of three slopes has no triangle without area', async () => {
  const square: Plan = [
    [0, 0],
    [6730, 0],
    [6730, 7211],
    [0, 7211],
  ];
  const edges = [{ slope_deg: 50 }, { gable: true }, { slope_deg: 38 }, { slope_deg: 38 }];
  const line: Plan = [
    [8072, 4171],
    [81, 4588],
  ];
  const faults = await faultsOf(
    roof(square, { edges }),
    wall('past', line, { thickness: 100, location_line: 'left', ...UNDER }),
  );
  expect(faults).toEqual([]);
});

test('walls under roofs next to lower walls of other shapes have no triangle without area', async () => {
  // The heights of a band of the corner and of the roof over it differ by rounding.
  const ell: Plan = [
    [0, 0],
    [8323, 0],
    [8323, 3083],
    [6073, 3083],
    [6073, 5643],
    [0, 5643],
  ];
  const slopes = [38, null, 20, 50, null, 20];
  const edges = slopes.map((slope_deg) => (slope_deg === null ? { gable: true } : { slope_deg }));
  const bent: Plan = [
    [8323, 0],
    [8323, 3083],
  ];
  expect(
    await faultsOf(
      roof(ell, { edges, thickness: 150 }),
      wall('under', ell.slice(0, 2), { thickness: 240, usage: 'exterior', ...UNDER }),
      wall('bent', bent, { thickness: 240, usage: 'exterior', via: { x: 7873, y: 1542 } }),
    ),
  ).toEqual([]);
  const tee: Plan = [
    [0, 0],
    [11_093, 0],
    [11_093, 5500],
    [8493, 5500],
    [8493, 7550],
    [1843, 7550],
    [1843, 5500],
    [0, 5500],
  ];
  const steep = (upper_slope_deg: number) => ({
    slope_deg: 60,
    upper_slope_deg,
    break_height: 1700,
  });
  const forms = [50, null, 30, 50, 30].map((slope_deg) =>
    slope_deg === null ? { gable: true } : { slope_deg },
  );
  const curtain: Plan = [
    [8493, 5500],
    [11_093, 5500],
  ];
  const panels = { panel_width: 1300, panel_height: 1600 };
  expect(
    await faultsOf(
      roof(tee, { edges: [...forms, steep(30), { slope_deg: 30 }, steep(50)], thickness: 150 }),
      wall('curtain', curtain, { thickness: 240, usage: 'exterior', curtain: panels }),
      wall('under', tee.slice(3, 5), { thickness: 150, usage: 'exterior', ...UNDER }),
    ),
  ).toEqual([]);
});

/** @module sharp-walls.test: minimal buildings whose sharp corners changed in a mirror or overlapped unreported. */
import { expect, test } from 'vitest';

import { faultsAsDrawn, faultsAsMoved } from '../servers/geometry/whole-building/building-laws.ts';
import type { Call } from '../servers/geometry/whole-building/calls.ts';
import { LAYERS } from '../servers/geometry/whole-building/hosts.ts';

type Line = readonly [number, number, number, number];
type Given = Readonly<Record<string, unknown>>;

const LEVEL: Call = {
  tool: 'create_level',
  as: 'L0',
  arguments: { name: 'L0', elevation: 0, height: 2684 },
};
const TYPE: Call = {
  tool: 'create_type',
  as: 'layers',
  arguments: { name: 'Cavity', for: 'wall', layers: LAYERS },
};

function wall(as: string, [x1, y1, x2, y2]: Line, given: Given): Call {
  const [start, end] = [
    { x: x1, y: y1 },
    { x: x2, y: y2 },
  ];
  return { tool: 'create_wall', as, arguments: { level_id: '$L0', start, end, ...given } };
}

const core = { type_id: '$layers', layer_side: 'right', location_line: 'core' };
const by = (location_line: string, thickness: number): Given => ({ location_line, thickness });

const cases: readonly (readonly [string, number, readonly Call[]])[] = [
  [
    'a corner of 21 degrees drawn by the core',
    10_676,
    [
      TYPE,
      LEVEL,
      wall('a', [4705, 2024, -5652, 615], core),
      wall('b', [-5652, 615, 4804, -1934], core),
    ],
  ],
  [
    'an arc beside the tee of a wall that stops at another with a long point',
    10_268,
    [
      LEVEL,
      wall('a', [11_472, 0, 0, 0], by('left', 300)),
      wall('b', [8572, 150, 150, 4432], { thickness: 200, curtain: { columns: 3 } }),
      wall('c', [7686, 481, 2796, 762], { thickness: 240, via: { x: 5258, y: 921 } }),
    ],
  ],
  [
    'three walls by opposite faces',
    3,
    [
      LEVEL,
      wall('a', [-6949.1, -16_193.99, 0, 0], by('right', 300)),
      wall('b', [0, 0, 0, -14_302.57], by('right', 200)),
      wall('c', [0, 0, -9557.12, -16_080], by('right', 100)),
    ],
  ],
  [
    'four walls that are shorter than their corners',
    7,
    [
      LEVEL,
      wall('a', [0, 0, -9858, 15_962], { thickness: 100 }),
      wall('b', [0, 0, 8693, -16_557], by('left', 340)),
      wall('c', [0, 0, 4699, -18_303], { thickness: 340 }),
      wall('d', [0, 0, 7441, -12_887], by('left', 500)),
    ],
  ],
];

test.each(cases)('%s', async (_, seed, calls) => {
  const building = { calls, outer: new Map(), roofs: new Map() };
  expect(await faultsAsDrawn(building, seed)).toEqual([]);
  expect(await faultsAsMoved(building, seed)).toEqual([]);
});

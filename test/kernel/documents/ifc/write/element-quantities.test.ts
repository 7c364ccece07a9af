/** @module tests of the quantities of elements other than spaces, each by the definition of its standard set. */
import { expect, test } from 'vitest';

import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { created } from '../../../building/model/build.ts';
import { quantitiesOf, type Values } from './quantities-in.ts';

const P = (x: number, y: number) => ({ x, y });
const column = (profile: string): PlannedEvent =>
  created('column', 'c', { level_id: 'L1', location: P(0, 0), profile, height: 3000 });
const wall = created('wall', 'w', {
  level_id: 'L1',
  start: P(0, 0),
  end: P(5000, 0),
  thickness: 200,
  height: 3000,
});

test.each<[string, string, readonly PlannedEvent[], Values]>([
  [
    'a rectangular column',
    'IFCCOLUMN',
    [column('400x300')],
    { Length: 3000, CrossSectionArea: 0.12, GrossVolume: 0.36, NetVolume: 0.36 },
  ],
  [
    // π · 0.2² m² and 3 m of it.
    'a round column',
    'IFCCOLUMN',
    [column('circle 400')],
    {
      Length: 3000,
      CrossSectionArea: 0.125663706,
      GrossVolume: 0.376991118,
      NetVolume: 0.376991118,
    },
  ],
  [
    'a beam',
    'IFCBEAM',
    [created('beam', 'b', { level_id: 'L1', start: P(0, 0), end: P(4000, 0), profile: '200x300' })],
    { Length: 4000, CrossSectionArea: 0.06, GrossVolume: 0.24, NetVolume: 0.24 },
  ],
  [
    'a door',
    'IFCDOOR',
    [wall, created('door', 'd', { host_id: 'w', offset: 500, width: 900, height: 2100 })],
    { Width: 900, Height: 2100, Area: 1.89, Perimeter: 6000 },
  ],
  [
    'a window',
    'IFCWINDOW',
    [
      wall,
      created('window', 'n', {
        host_id: 'w',
        offset: 500,
        width: 1200,
        height: 1000,
        sill_height: 900,
      }),
    ],
    { Width: 1200, Height: 1000, Area: 1.2, Perimeter: 4400 },
  ],
  [
    // Along both legs of its path.
    'a railing',
    'IFCRAILING',
    [
      created('railing', 'g', {
        level_id: 'L1',
        path: [P(0, 0), P(3000, 0), P(3000, 4000)],
        height: 1000,
      }),
    ],
    { Length: 7000 },
  ],
])('%s', (_, entity, events, quantities) => {
  expect(quantitiesOf(entity, events)).toEqual([quantities]);
});

test('a curtain wall of two by two panels, its panels and its mullions', () => {
  const curtain = created('wall', 'w', {
    level_id: 'L1',
    start: P(0, 0),
    end: P(4000, 0),
    height: 3000,
    wall_type: 'curtain',
    curtain: { columns: 2, rows: 2 },
  });
  const of = (entity: string): readonly Values[] => quantitiesOf(entity, [curtain]);
  // The nominal thickness of the wall is 200 mm. Mullions of 50 by 150 mm at both ends and in the middle, over the height, and two by three between them.
  // The panels of 30 mm fill the rest: (4,000 - 3 · 50) / 2 by (3,000 - 3 · 50) / 2.
  const [width, height] = [1925, 1425];
  expect(of('IFCCURTAINWALL')).toEqual([
    { Length: 4000, Width: 200, Height: 3000, GrossSideArea: 12, NetSideArea: 12 },
  ]);
  const area = (width * height) / 1e6;
  const panel = {
    Width: 30,
    Perimeter: 2 * (width + height),
    GrossArea: area,
    NetArea: area,
    GrossVolume: area * 0.03,
    NetVolume: area * 0.03,
  };
  expect(of('IFCPLATE')).toEqual([panel, panel, panel, panel]);
  const lengths = of('IFCMEMBER').map(({ Length = 0 }) => Length);
  const expected = [...Array.from({ length: 6 }, () => width), 3000, 3000, 3000];
  expect(lengths.toSorted((a, b) => a - b)).toEqual(expected);
  for (const { Length = 0, ...others } of of('IFCMEMBER')) {
    const volume = (Length * 50 * 150) / 1e9;
    expect(others).toEqual({ CrossSectionArea: 0.0075, GrossVolume: volume, NetVolume: volume });
  }
});

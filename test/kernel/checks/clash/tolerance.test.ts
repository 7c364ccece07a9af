/** @module tests of duplicates and contained bodies: the tolerance bounds the distance of the farthest point outside. */
import { describe, expect, test } from 'vitest';

import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import { created } from '../../building/model/build.ts';
import { clashesIn, lines, modelOf } from './clash-model.ts';

const P = (x: number, y: number): PlanPoint => ({ x, y });

const rectangle = (x0: number, y0: number, x1: number, y1: number): PlanPoint[] => [
  P(x0, y0),
  P(x1, y0),
  P(x1, y1),
  P(x0, y1),
];

const slab = (id: string, [x0, y0, x1, y1]: readonly [number, number, number, number]) =>
  created('floor', id, { boundary_points: rectangle(x0, y0, x1, y1), thickness: 200 });
const wall = (id: string, x: number) =>
  created('wall', id, { start: P(x, 0), end: P(x + 5000, 0), join_type: 'none' });
const column = (id: string, x: number, y = 0) => created('column', id, { location: P(x, y) });
/** The voids of a window and a door in a wall, so that its body has several pieces. */
const voids = (host_id: string): readonly PlannedEvent[] => [
  created('opening', `${host_id}o`, {
    host_id,
    offset: 1000,
    width: 1200,
    sill: 900,
    height: 1200,
  }),
  created('opening', `${host_id}p`, { host_id, offset: 3000, width: 900, sill: 0, height: 2100 }),
];

const found = (elements: readonly PlannedEvent[], tolerance_mm: number): readonly string[] =>
  lines(clashesIn(modelOf(...elements), { tolerance_mm })).filter((line) => line.endsWith(' A B'));

const SLAB = [0, 0, 6000, 4000] as const;
const slabs = (dx: number, dy = 0): readonly PlannedEvent[] => [
  slab('A', SLAB),
  slab('B', [dx, dy, 6000 + dx, 4000 + dy]),
];

describe('slabs of 6 by 4 m', () => {
  test.each([
    [0.5, 1, 'duplicate'],
    [1, 1, 'duplicate'],
    [1.01, 1, 'hard'],
    [2, 1, 'hard'],
    [5, 1, 'hard'],
    [10, 1, 'hard'],
    [20, 1, 'hard'],
    [30, 1, 'hard'],
    [5, 5, 'duplicate'],
    [5, 6, 'duplicate'],
    [5, 4.9, 'hard'],
  ])('%f mm apart at a tolerance of %f mm: %s', (dx, tolerance, type) => {
    expect(found(slabs(dx), tolerance)).toEqual([`${type} A B`]);
    expect(found(slabs(0, dx), tolerance)).toEqual([`${type} A B`]);
  });

  test('reports the volume and depth of slabs 5 mm apart', () => {
    const { findings } = clashesIn(modelOf(...slabs(5)));
    expect(findings.map(({ check }) => check)).toEqual(['clash.hard']);
    expect(findings[0]?.details).toMatchObject({
      overlap_volume_mm3: 5995 * 4000 * 200,
      penetration: { depth_mm: 200 },
    });
  });

  // 0.8 mm along both axes are 1.13 mm at a corner.
  test.each([
    [0.7, 'duplicate'],
    [0.8, 'hard'],
  ])('%f mm apart along both axes: %s', (off, type) => {
    expect(found(slabs(off, off), 1)).toEqual([`${type} A B`]);
  });

  test.each([
    [0.9, 1, 'duplicate'],
    [2, 1, 'contained'],
    [10, 1, 'contained'],
    [10, 10, 'duplicate'],
  ])('one %f mm shorter at both ends, tolerance %f mm: %s', (short, tolerance, type) => {
    const elements = [slab('A', SLAB), slab('B', [short, 0, 6000 - short, 4000])];
    expect(found(elements, tolerance)).toEqual([`${type} A B`]);
  });

  test('one that is 0.9 mm out at one side and much shorter at the other is contained', () => {
    expect(found([slab('A', SLAB), slab('B', [3000, 0, 6000.9, 4000])], 1)).toEqual([
      'contained A B',
    ]);
    expect(found([slab('A', SLAB), slab('B', [3000, 0, 6001.1, 4000])], 1)).toEqual(['hard A B']);
  });

  test('a tongue of a hundredth of the area that is 60 mm long makes it no duplicate', () => {
    const boundary_points = [
      ...rectangle(0, 0, 6000, 4000),
      P(0, 2100),
      P(-60, 2100),
      P(-60, 1900),
      P(0, 1900),
    ];
    const tongue = created('floor', 'B', { boundary_points, thickness: 200 });
    expect(found([slab('A', SLAB), tongue], 1)).toEqual(['contained A B']);
    expect(found([slab('A', SLAB), tongue], 60)).toEqual(['duplicate A B']);
  });
});

test.each([
  [0.9, 'duplicate'],
  [20, 'hard'],
  [30, 'hard'],
])('walls %f mm apart along their axis: %s', (dx, type) => {
  expect(found([wall('A', 0), wall('B', dx)], 1)).toEqual([`${type} A B`]);
});

test.each([
  [0.9, 'duplicate'],
  [2, 'hard'],
  [5, 'hard'],
])('columns %f mm apart: %s', (dx, type) => {
  expect(found([column('A', 0), column('B', dx)], 1)).toEqual([`${type} A B`]);
});

describe('walls with openings, which consist of several pieces', () => {
  test.each([
    [0, 'duplicate'],
    [0.5, 'duplicate'],
    [0.999, 'duplicate'],
    [1.5, 'hard'],
    [20, 'hard'],
  ])('%f mm apart: %s', (dx, type) => {
    const elements = [wall('A', 0), wall('B', dx), ...voids('A'), ...voids('B')];
    expect(found(elements, 1)).toEqual([`${type} A B`]);
  });

  test('a wall with a window is inside the same wall without one, not the other way round', () => {
    const elements = [wall('A', 0), wall('B', 0), ...voids('B')];
    const { findings } = clashesIn(modelOf(...elements));
    const clash = findings.find(({ check }) => check === 'clash.contained');
    expect(clash?.message).toMatch(/`?B`? .*inside .*`?A`?/);
    expect(found(elements, 1)).toEqual(['contained A B']);
  });

  test('a column of the thickness of the wall across the cut between two pieces is contained', () => {
    const narrow = created('column', 'B', {
      location: P(3000, 0),
      profile: '150x150',
      base_offset: 2200,
      height: 500,
    });
    expect(found([wall('A', 0), narrow, ...voids('A')], 1)).toEqual(['contained A B']);
  });

  test.each([
    [1.8, 'duplicate'],
    [2.2, 'contained'],
  ])('a slot %f mm wide is nowhere farther from its edges than half of that: %s', (width, type) => {
    const slot = created('opening', 'O', {
      host_id: 'B',
      offset: 2000,
      width,
      sill: 0,
      height: 2000,
    });
    expect(found([wall('A', 0), wall('B', 0), slot], 1)).toEqual([`${type} A B`]);
  });
});

/** A sloped roof with an opening cut by a boolean: it has no convex pieces. */
const roof = (id: string, x: number, y: number): readonly PlannedEvent[] => [
  created('roof', id, {
    boundary_points: rectangle(x, y, x + 6000, y + 4000),
    slope_deg: 30,
    roof_type: 'shed',
    base_offset: 1000,
    overhang: 0,
  }),
  created('opening', `${id}o`, {
    host_id: id,
    offset: null,
    location: P(x + 3000, y + 2000),
    width: 500,
    height: 500,
  }),
];

describe('roofs that are known as meshes', () => {
  test.each([
    [0, 'duplicate'],
    [0.9, 'duplicate'],
    [5, 'hard'],
    [30, 'hard'],
  ])('%f mm apart: %s', (dx, type) => {
    expect(found([...roof('A', 0, 0), ...roof('B', dx, 0)], 1)).toEqual([`${type} A B`]);
  });

  test('a roof with an opening is inside the same roof without one, not the other way round', () => {
    const [whole] = roof('B', 0, 0);
    if (whole === undefined) throw new Error('no roof');
    expect(found([...roof('A', 0, 0), whole], 1)).toEqual(['contained A B']);
  });
});

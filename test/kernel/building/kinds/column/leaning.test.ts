/** @module tests of leaning columns. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { pieceVolume } from '../../../../../kernel/building/geometry/convex/convex-piece.ts';
import { isWatertight, meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { column } from '../../../../../kernel/building/kinds/column/column.ts';
import type { Motion } from '../../../../../kernel/building/kinds/kind.ts';
import { isOf } from '../../../../../kernel/building/kinds/kind.ts';
import {
  mirroring,
  translation,
  turning,
} from '../../../../../kernel/building/model/plan/motions.ts';
import { obstaclesAt } from '../../../../../kernel/building/spatial/obstacles.ts';
import { created } from '../../model/build.ts';
import {
  anyOf,
  building,
  context,
  lies,
  mm,
  moves,
  P,
  point,
  siteOf,
  turns,
  verdict,
  vertices,
  withElement,
} from '../bench.ts';

/** Four metres in plan over three metres of height: an axis of 5 m. */
const LEANING = { location: P(0, 0), top_location: P(4000, 0), height: 3000 };

describe('a leaning column', () => {
  test('has its section around its axis, square ends, and the length of its axis in space', () => {
    const view = withElement('column', { ...LEANING, profile: '200x400' });
    const mesh = view.mesh('X');
    expect(mesh === null ? false : isWatertight(mesh)).toBe(true);
    expect(mesh === null ? 0 : meshVolume(mesh)).toBeCloseTo(5000 * 200 * 400, 2);
    // The width of 200 mm is tilted: 120 mm along x, 160 mm in height.
    const corners = [0, 4000].flatMap((x, i) =>
      [-200, 200].flatMap((y) => [
        [x - 60, y, 80 + 3000 * i].join(' '),
        [x + 60, y, 3000 * i - 80].join(' '),
      ]),
    );
    expect(vertices(view)).toEqual(corners.toSorted());
    expect(view.measures('X')).toMatchObject({ length_mm: 5000, volume_mm3: 5000 * 200 * 400 });
    const pieces = view.pieces('X') ?? [];
    expect(pieces.reduce((sum, piece) => sum + pieceVolume(piece), 0)).toBeCloseTo(4e8, 2);
    expect(view.outline('X')).toBeNull();
  });

  test('without a lean it is an upright column', () => {
    const upright = withElement('column', { profile: 'HEA200', turn_deg: 30 });
    const same = withElement('column', {
      profile: 'HEA200',
      turn_deg: 30,
      top_location: P(0, 0),
    });
    expect(same.mesh('X')).toEqual(upright.mesh('X'));
    expect(same.outline('X')).toEqual(upright.outline('X'));
  });

  test('a small lean changes the body little', () => {
    const upright = withElement('column', { profile: '200x400', turn_deg: 30 });
    const tilted = withElement('column', {
      profile: '200x400',
      turn_deg: 30,
      top_location: P(0.01, -0.02),
    });
    expect(vertices(tilted)).toEqual(vertices(upright));
  });

  test.each([
    ['ends at a level', { top_level_id: 'L2' }, { height_mm: 3000 }],
    ['may not end below its foot', { top_level_id: 'L2', base_offset: 3000 }, 'OUT_OF_RANGE'],
    ['may not lean out of the model', { top_location: P(1e7, 0) }, 'OUT_OF_MODEL_BOUNDS'],
    ['may not have its top outside', { top_location: P(1e7 + 1, 0) }, 'OUT_OF_MODEL_BOUNDS'],
    ['has a foot below its axis', { base_offset: -1e7 }, 'OUT_OF_MODEL_BOUNDS'],
  ])('%s', (_what, params, expected) => {
    expect(verdict('column', { ...LEANING, ...params })).toEqual(expected);
  });

  test('its symbol is the section at its foot and its axis', () => {
    const view = withElement('column', { ...LEANING, profile: '200x400' });
    const element = view.element('X');
    const marks =
      isOf(column, element) && column.symbol !== 'none'
        ? column.symbol.marks(element, siteOf(view))
        : [];
    expect(marks).toMatchObject([
      { shape: 'area', rings: [{ length: 4 }] },
      { shape: 'line', points: [P(0, 0), P(4000, 0)] },
    ]);
  });

  test('routes go around all that it covers in plan', () => {
    const view = withElement('column', { ...LEANING, profile: '200x400' });
    const level = view.elementOf('L1', 'level');
    if (level === undefined) throw new Error('there is a level');
    const [obstacle] = obstaclesAt(view, level.params.elevation, []);
    const xs = obstacle?.area.flat().map(({ x }) => x) ?? [];
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([
      expect.closeTo(-60, 3),
      expect.closeTo(4060, 3),
    ]);
  });
});

const MOTIONS: readonly (readonly [string, Motion])[] = [
  ['moved', translation({ x: 100, y: -200, z: 50 })],
  ['turned', turning(P(100, 100), 37)],
  ['mirrored in a line along x', mirroring(P(0, 500), P(1000, 500))],
  ['mirrored in an oblique line', mirroring(P(0, 0), P(4000, 3000))],
];

describe.each(['200x300', 'T 100x80x8x10', 'U 80x200x8x12', 'Z 80x200x8x10', 'L 100x100x10'])(
  'a leaning column of %s',
  (profile) => {
    test.each(MOTIONS)('has a %s body', (_what, motion) => {
      for (const turn_deg of [0, 30]) {
        const params = { ...LEANING, top_location: P(1000, 2500), profile, turn_deg };
        const view = building(created('column', 'X', params));
        const element = view.element('X');
        if (!isOf(column, element) || typeof column.transform === 'string') {
          throw new Error('a column moves');
        }
        const moved = column.transform.moved(element, motion, context);
        const there = building(created('column', 'X', moved.params));
        expect(vertices(there)).toEqual(vertices(view, motion));
      }
    });
  },
);

const any_leaning = {
  location: point,
  top_location: point,
  height: mm(1, 9000),
  base_offset: mm(-2000, 2000),
  profile: fc.constantFrom('300x500', 'HEB200', 'circle 400', 'L 100x65x7', '10000x10000'),
  turn_deg: fc.constantFrom(0, 30, 90, 236.6),
};

describe('any leaning column', () => {
  const any = anyOf('column', fc.record(any_leaning));
  lies(any);
  moves(any);
  turns(any);
});

describe('any leaning column to a level', () => {
  const top_level_id = fc.constantFrom('L2', 'L3');
  const any = anyOf('column', fc.record({ ...any_leaning, top_level_id }));
  lies(any);
  turns(any);
});

/** @module tests of sloping, upright and rolled beams. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { pieceVolume } from '../../../../../kernel/building/geometry/convex/convex-piece.ts';
import { isWatertight, meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { beam } from '../../../../../kernel/building/kinds/beam/beam.ts';
import type { ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import { isOf } from '../../../../../kernel/building/kinds/kind.ts';
import type { Motion } from '../../../../../kernel/building/kinds/kind.ts';
import {
  mirroring,
  translation,
  turning,
} from '../../../../../kernel/building/model/plan/motions.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
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

type Params = Partial<ParamsOf<'beam'>>;

/** From (0, 0) to (4000, 0), rising by 3000 mm: an axis of 5 m. */
const RAFTER: Params = { start: P(0, 0), end: P(4000, 0), elevation_offset: 0, end_offset: 3000 };
const UPRIGHT: Params = {
  start: P(100, 200),
  end: P(100, 200),
  elevation_offset: -3000,
  end_offset: 0,
};

describe('a sloping beam', () => {
  test('has its top at both heights, square ends, and the length of its axis in space', () => {
    const view = withElement('beam', { ...RAFTER, profile: '200x400' });
    const mesh = view.mesh('X');
    expect(mesh === null ? false : isWatertight(mesh)).toBe(true);
    expect(view.measures('X')).toMatchObject({ length_mm: 5000, volume_mm3: 5000 * 200 * 400 });
    expect(mesh === null ? 0 : meshVolume(mesh)).toBeCloseTo(5000 * 200 * 400, 2);
    // The depth is square to the axis: 400 mm are 240 mm along and 320 mm down.
    expect(vertices(view)).toEqual(
      [0, 4000]
        .flatMap((x, i) =>
          [-100, 100].flatMap((y) => [
            [x, y, 3000 + 3000 * i].join(' '),
            [x + 240, y, 2680 + 3000 * i].join(' '),
          ]),
        )
        .toSorted(),
    );
    expect(view.bounds('X')).toEqual({
      min: { x: 0, y: -100, z: 2680 },
      max: { x: 4240, y: 100, z: 6000 },
    });
    const pieces = view.pieces('X') ?? [];
    expect(pieces.reduce((sum, piece) => sum + pieceVolume(piece), 0)).toBeCloseTo(4e8, 2);
    expect(verdict('beam', RAFTER)).toEqual({ length_mm: 5000 });
  });

  test('an end at the height of the start is a level beam', () => {
    const level = withElement('beam', {
      profile: 'HEA200',
      elevation_offset: -100,
      end_offset: -100,
    });
    expect(vertices(level)).toEqual(
      vertices(withElement('beam', { profile: 'HEA200', elevation_offset: -100 })),
    );
  });

  test('the line in plan is the middle of its body', () => {
    const view = withElement('beam', { ...RAFTER, profile: '200x400' });
    const element = view.element('X');
    const marks =
      isOf(beam, element) && beam.symbol !== 'none' ? beam.symbol.marks(element, siteOf(view)) : [];
    expect(marks).toMatchObject([
      {
        shape: 'line',
        points: [
          { x: 120, y: 0 },
          { x: 4120, y: 0 },
        ],
      },
    ]);
  });
});

describe('an upright beam', () => {
  test.each([
    ['rising', UPRIGHT],
    ['falling', { ...UPRIGHT, elevation_offset: 0, end_offset: -3000 }],
  ])('%s has its section around its point, its width along x', (_what, params) => {
    const view = withElement('beam', { ...params, profile: '200x400' });
    expect(view.bounds('X')).toEqual({
      min: { x: 0, y: 0, z: 0 },
      max: { x: 200, y: 400, z: 3000 },
    });
    expect(view.measures('X')).toMatchObject({ length_mm: 3000, volume_mm3: 3000 * 200 * 400 });
    expect(view.pieces('X')).toHaveLength(1);
    const element = view.element('X');
    const marks =
      isOf(beam, element) && beam.symbol !== 'none' ? beam.symbol.marks(element, siteOf(view)) : [];
    expect(marks).toMatchObject([{ points: { length: 5 } }]);
  });

  test.each([
    ['needs different heights', { ...UPRIGHT, end_offset: -3000 }, 'OUT_OF_RANGE'],
    ['needs an end offset', { ...UPRIGHT, end_offset: null }, 'OUT_OF_RANGE'],
    ['may be 0.001 mm long', { ...UPRIGHT, end_offset: -2999.999 }, { length_mm: 0.001 }],
    [
      'may not end above the model',
      { ...UPRIGHT, end_offset: 1e7 - 2999.999 },
      'OUT_OF_MODEL_BOUNDS',
    ],
    [
      'may not be outside the model',
      { ...UPRIGHT, start: P(1e7, 0), end: P(1e7, 0) },
      'OUT_OF_MODEL_BOUNDS',
    ],
    [
      'may touch the edge of the model',
      { ...UPRIGHT, start: P(1e7 - 100, 0), end: P(1e7 - 100, 0) },
      { length_mm: 3000 },
    ],
  ])('%s', (_what, params, expected) => {
    expect(verdict('beam', params)).toEqual(expected);
  });
});

describe('a rolled beam', () => {
  test('turns about the axis of its section, counter-clockwise as seen from its end', () => {
    const view = withElement('beam', { profile: '200x400', roll_deg: 90 });
    expect(view.bounds('X')).toEqual({
      min: { x: 0, y: -200, z: 2700 },
      max: { x: 5000, y: 200, z: 2900 },
    });
    // The corner of the angle is at the lower right, walking from start to end; after a quarter turn at the lower left.
    const angle = withElement('beam', { profile: 'L 100x60x10', roll_deg: 90 });
    expect(vertices(withElement('beam', { profile: 'L 100x60x10' }))).toContain('0 -20 2910');
    expect(vertices(angle)).toContain('0 40 2930');
    expect(vertices(angle)).not.toContain('0 -40 2970');
  });

  test('an upright one turns in plan', () => {
    const view = withElement('beam', { ...UPRIGHT, profile: '200x400', roll_deg: 90 });
    expect(view.bounds('X')).toMatchObject({ min: { x: -100, y: 100 }, max: { x: 300, y: 300 } });
  });
});

const MOTIONS: readonly (readonly [string, Motion])[] = [
  ['moved', translation({ x: 100, y: -200, z: 50 })],
  ['turned', turning(P(100, 100), 37)],
  ['mirrored in a line along x', mirroring(P(0, 500), P(1000, 500))],
  ['mirrored in a line along y', mirroring(P(700, 0), P(700, 10))],
  ['mirrored in an oblique line', mirroring(P(0, 0), P(4000, 3000))],
];

/** `X` after a motion. */
function movedBeam(view: StateView, motion: Motion) {
  const element = view.element('X');
  if (!isOf(beam, element) || typeof beam.transform === 'string') throw new Error('a beam moves');
  return beam.transform.moved(element, motion, context);
}

describe.each(['200x300', 'T 100x80x8x10', 'U 80x200x8x12', 'Z 80x200x8x10', 'L 100x60x10'])(
  'a member of %s',
  (profile) => {
    test.each(MOTIONS)('has a %s body', (_what, motion) => {
      for (const place of [
        RAFTER,
        UPRIGHT,
        { ...UPRIGHT, elevation_offset: 0, end_offset: -3000 },
        { elevation_offset: -50 },
      ]) {
        for (const roll_deg of [0, 30, 90]) {
          const params = { ...place, profile, roll_deg };
          const view = building(created('beam', 'X', params));
          const moved = movedBeam(view, motion);
          const there = building(created('beam', 'X', moved.params));
          expect([params, vertices(there)]).toEqual([params, vertices(view, motion)]);
        }
      }
    });
  },
);

const profile = fc.constantFrom(
  '200x400',
  'HEA300',
  'circle 500',
  'L 100x65x7',
  'Z 80x200x8x10x5',
  '40x10000',
);
const roll_deg = fc.constantFrom(0, 30, 90, -123.4, 360);

describe('any sloping beam', () => {
  const any = anyOf(
    'beam',
    fc.record({
      start: point,
      end: point,
      profile,
      elevation_offset: mm(-3000, 3000),
      end_offset: fc.oneof(fc.constant(null), mm(-3000, 30_000)),
      roll_deg,
    }),
  );
  lies(any);
  moves(any);
  turns(any);
});

describe('any upright beam', () => {
  const any = anyOf(
    'beam',
    fc
      .record({
        at: point,
        profile,
        elevation_offset: mm(-3000, 0),
        end_offset: mm(1, 3000),
        roll_deg,
        falls: fc.boolean(),
      })
      .map(
        ({
          at,
          falls,
          elevation_offset: low,
          end_offset: high,
          profile: text,
          roll_deg: roll,
        }) => ({
          profile: text,
          roll_deg: roll,
          start: at,
          end: at,
          elevation_offset: falls ? high : low,
          end_offset: falls ? low : high,
        }),
      ),
  );
  lies(any);
  moves(any);
});

test('a mirrored beam that is mirrored again is the same', () => {
  const motion = mirroring(P(0, 500), P(1000, 700));
  for (const place of [RAFTER, UPRIGHT, { ...RAFTER, profile: 'L 100x60x10' }]) {
    const view = building(created('beam', 'X', { ...place, roll_deg: 30 }));
    const once = building(created('beam', 'X', movedBeam(view, motion).params));
    const twice = building(created('beam', 'X', movedBeam(once, motion).params));
    expect(vertices(twice)).toEqual(vertices(view));
  }
});

/** @module tests of columns and beams whose cross-section is an outline, and of mirrored sections without symmetry. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { KINDS } from '../../../../../kernel/building/kinds/elements.ts';
import type { Motion } from '../../../../../kernel/building/kinds/kind.ts';
import { mirroring, turning } from '../../../../../kernel/building/model/plan/motions.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import type { PlanPoint } from '../../../../../schemas/units.ts';
import { created, make } from '../../model/build.ts';
import {
  anyOf,
  building,
  context,
  lies,
  mm,
  moves,
  P,
  point,
  turns,
  verdict,
  withElement,
} from '../bench.ts';

/** A channel with its web away from the axis, and a plate with a hole. */
const CHANNEL = [
  P(-10, 0),
  P(90, 0),
  P(90, 20),
  P(10, 20),
  P(10, 180),
  P(90, 180),
  P(90, 200),
  P(-10, 200),
];
const PLATE = {
  boundary: [P(0, -50), P(300, -50), P(300, 50), P(0, 50)],
  holes: [[P(20, -30), P(60, -30), P(60, 10)]],
};
const OUTLINE = { boundary: CHANNEL, holes: [] };

describe('an outline as a cross-section', () => {
  test('a beam has its top at its elevation, and its section to the left and right of its axis', () => {
    const view = withElement('beam', {
      profile: 'any name',
      outline: OUTLINE,
      elevation_offset: -100,
    });
    expect(view.bounds('X')).toEqual({
      min: { x: 0, y: -10, z: 2700 },
      max: { x: 5000, y: 90, z: 2900 },
    });
    const area = 2 * 100 * 20 + 160 * 20;
    expect(view.measures('X')).toMatchObject({ length_mm: 5000, volume_mm3: 5000 * area });
    const pieces = view.pieces('X') ?? [];
    expect(pieces.length).toBeGreaterThan(1);
  });

  test('a column has the outline of its section, turned about its axis', () => {
    const view = withElement('column', {
      profile: 'plate',
      outline: PLATE,
      location: P(1000, 2000),
      turn_deg: 90,
    });
    expect(view.bounds('X')).toEqual({
      min: { x: 950, y: 2000, z: 0 },
      max: { x: 1050, y: 2300, z: 3000 },
    });
    expect(view.measures('X').volume_mm3).toBe((300 * 100 - 800) * 3000);
    const mesh = view.mesh('X');
    expect(mesh === null ? 0 : meshVolume(mesh)).toBeCloseTo((300 * 100 - 800) * 3000, 3);
    expect(view.outline('X')).toEqual([P(1050, 2000), P(1050, 2300), P(950, 2300), P(950, 2000)]);
  });

  test.each([
    ['a clockwise outline is accepted', CHANNEL.toReversed(), [], { length_mm: 5000 }],
    [
      'an outline that crosses itself',
      [P(0, 0), P(100, 100), P(100, 0), P(0, 100)],
      [],
      'INVALID_PROFILE',
    ],
    ['an outline without area', [P(0, 0), P(100, 0), P(50, 0)], [], 'INVALID_PROFILE'],
    ['a hole outside', PLATE.boundary, [[P(400, 0), P(420, 0), P(420, 10)]], 'INVALID_PROFILE'],
    ['an outline of half a millimetre', [P(0, 0), P(0.5, 0), P(0.5, 10)], [], 'INVALID_PROFILE'],
    [
      'an outline far from its axis',
      [P(10_000, 0), P(10_000.001, 10), P(9990, 10)],
      [],
      'INVALID_PROFILE',
    ],
  ])('%s', (_what, boundary, holes, expected) => {
    expect(verdict('beam', { profile: 'name', outline: { boundary, holes } })).toEqual(expected);
  });

  test('an outline is stored counter-clockwise, and a free name is refused without one', () => {
    const element = make('beam', 'X', {
      profile: 'name',
      outline: { boundary: CHANNEL.toReversed(), holes: [] },
    });
    const checked = KINDS.of(element).check(element, building(), context);
    expect(checked.element.params['outline']).toMatchObject({
      boundary: expect.arrayContaining(CHANNEL),
    });
    expect(checked.warnings).toHaveLength(1);
    expect(verdict('beam', { profile: 'name', outline: null })).toBe('INVALID_PROFILE');
  });

  test('a named section with an outline has no mass of the tables', () => {
    const masses = (params: object): unknown => {
      const view = withElement('beam', { profile: 'HEA200', ...params });
      const element = view.element('X');
      if (element === undefined) throw new Error('there is a beam');
      const { schedule } = KINDS.of(element);
      return schedule.figures === undefined ? null : schedule.figures.of(element, view);
    };
    expect(masses({})).toMatchObject({ kg_per_metre: 42.3 });
    expect(masses({ outline: OUTLINE })).toEqual({});
  });
});

/** The vertices of the body of `X`, after a map of the plan, rounded and sorted. */
function vertices(view: StateView, map: (p: PlanPoint) => PlanPoint = (p) => p): readonly string[] {
  const { positions = new Float64Array() } = view.mesh('X') ?? {};
  const found = new Set<string>();
  for (let i = 0; i < positions.length; i += 3) {
    const { x, y } = map({ x: positions[i] ?? 0, y: positions[i + 1] ?? 0 });
    const near = [x, y, positions[i + 2] ?? 0].map((value) => Math.round(value * 10) / 10 + 0);
    found.add(near.join(' '));
  }
  return [...found].toSorted();
}

/** The view with `X` after a motion. */
function movedView(view: StateView, motion: Motion): StateView {
  const element = view.element('X');
  if (element === undefined) throw new Error('there is an element');
  const { transform } = KINDS.of(element);
  if (typeof transform === 'string') throw new Error('it moves');
  const { params } = transform.moved(element, motion, context);
  return building(created(element.kind, 'X', params));
}

const SECTIONS = [
  { profile: '200x300' },
  { profile: 'L 100x60x10' },
  { profile: 'L 100x100x10' },
  { profile: 'T 100x80x8x10' },
  { profile: 'U 80x200x8x12' },
  { profile: 'Z 80x200x8x10' },
  { profile: 'channel', outline: OUTLINE },
  { profile: 'plate', outline: PLATE },
];

const MOTIONS: readonly (readonly [string, Motion])[] = [
  ['mirrored in a line along x', mirroring(P(0, 500), P(1000, 500))],
  ['mirrored in a line along y', mirroring(P(700, 0), P(700, 10))],
  ['mirrored in an oblique line', mirroring(P(0, 0), P(4000, 3000))],
  ['turned', turning(P(100, 100), 90)],
];

describe.each(SECTIONS)('a member of $profile', (section) => {
  const cases: readonly (readonly ['column' | 'beam', object])[] = [
    ['column', { location: P(300, 400), turn_deg: 90, ...section }],
    ['beam', { start: P(0, 0), end: P(3000, 4000), ...section }],
  ];
  test.each(MOTIONS)('has a %s body', (_what, motion) => {
    for (const [kind, params] of cases) {
      const view = building(created(kind, 'X', params));
      const moved = movedView(view, motion);
      expect([kind, vertices(moved)]).toEqual([kind, vertices(view, motion.point)]);
    }
  });

  test('is the same after two reflections', () => {
    const motion = mirroring(P(0, 500), P(1000, 500));
    for (const [kind, params] of cases) {
      const view = building(created(kind, 'X', params));
      const twice = movedView(movedView(view, motion), motion);
      expect(vertices(twice)).toEqual(vertices(view));
      const outline = 'outline' in section ? section.outline : null;
      expect(twice.element('X')?.params).toMatchObject({ profile: section.profile });
      expect(twice.elementOf('X', kind)?.params.outline ?? null).toEqual(outline);
    }
  });
});

/** A section of four corners around or beside its axis, sometimes with a triangular hole. */
const outline = fc
  .tuple(mm(-300, 300), mm(-300, 300), mm(50, 400), mm(50, 400), fc.boolean())
  .map(([x, y, width, depth, hollow]) => ({
    boundary: [P(x, y), P(x + width, y), P(x + width / 2, y + depth), P(x, y + depth / 2)],
    holes: hollow
      ? [[P(x + width / 3, y + 5), P(x + width / 2, y + 5), P(x + width / 2, y + 15)]]
      : [],
  }));

describe('any beam with an outline', () => {
  const any = anyOf(
    'beam',
    fc.record({ start: point, end: point, outline, elevation_offset: mm(-3000, 3000) }),
  );
  lies(any);
  moves(any);
  turns(any);
});

describe('any column with an outline', () => {
  const any = anyOf(
    'column',
    fc.record({
      location: point,
      outline,
      height: mm(1, 9000),
      turn_deg: fc.constantFrom(0, 30, 90, 236.6),
    }),
  );
  lies(any);
  moves(any);
  turns(any);
});

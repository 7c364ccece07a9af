/** @module tests of sloping floors. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { pieceVolume } from '../../../../../kernel/building/geometry/convex/convex-piece.ts';
import {
  isWatertight,
  meshBounds,
  meshVolume,
} from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { KINDS } from '../../../../../kernel/building/kinds/elements.ts';
import { floor } from '../../../../../kernel/building/kinds/floor/floor.ts';
import type { Motion } from '../../../../../kernel/building/kinds/kind.ts';
import { isOf } from '../../../../../kernel/building/kinds/kind.ts';
import { opening } from '../../../../../kernel/building/kinds/opening/opening.ts';
import { createElement } from '../../../../../kernel/building/model/plan/create.ts';
import { planModify } from '../../../../../kernel/building/model/plan/modify.ts';
import {
  mirroring,
  translation,
  turning,
} from '../../../../../kernel/building/model/plan/motions.ts';
import { obstaclesAt } from '../../../../../kernel/building/spatial/obstacles.ts';
import { walkableLevel } from '../../../../../kernel/building/spatial/walkable.ts';
import { surfacesOf } from '../../../../../kernel/checks/compliance/measures/surfaces.ts';
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
  rectangle,
  refusalOf,
  siteOf,
  turns,
  verdict,
  vertices,
  withElement,
} from '../bench.ts';

/** Rises by 3 over 4 along x: a plan of 4 m is 5 m long in the slope. */
const PITCH = (Math.atan(3 / 4) * 180) / Math.PI;
const slope = (edges: 'plumb' | 'square') => ({
  point: P(0, 0),
  direction_deg: 0,
  pitch_deg: PITCH,
  edges,
});
const SLAB = { boundary_points: rectangle(0, 0, 4000, 2000), thickness: 200 };
const HOLED = { ...SLAB, holes: [rectangle(1000, 500, 800, 400)] };

describe('a sloping floor', () => {
  test.each([
    // 200 mm square to the slope are 250 mm plumb; square edges are 120 mm along and 160 mm down.
    ['plumb', 0, -250],
    ['square', 120, -160],
  ] as const)('with %s edges has its thickness square to its plane', (edges, dx, dz) => {
    const view = withElement('floor', { ...SLAB, slope: slope(edges) });
    const corners = [0, 4000].flatMap((x) =>
      [0, 2000].flatMap((y) => [[x, y, x * 0.75].join(' '), [x + dx, y, x * 0.75 + dz].join(' ')]),
    );
    expect(vertices(view)).toEqual(corners.toSorted());
    expect(view.bounds('X')).toEqual({
      min: { x: 0, y: 0, z: dz },
      max: { x: 4000 + dx, y: 2000, z: 3000 },
    });
    expect(verdict('floor', { ...SLAB, slope: slope(edges) })).toEqual({
      area_mm2: 8e6,
      volume_mm3: 5000 * 2000 * 200,
    });
  });

  test.each(['plumb', 'square'] as const)('with %s edges and a hole is closed', (edges) => {
    const view = withElement('floor', { ...HOLED, slope: slope(edges) });
    const mesh = view.mesh('X');
    if (mesh === null) throw new Error('there is a body');
    const plan = 8e6 - 800 * 400;
    const volume = plan * 1.25 * 200;
    expect(isWatertight(mesh)).toBe(true);
    expect(meshVolume(mesh) / volume).toBeCloseTo(1, 9);
    const { area_mm2, volume_mm3 } = view.measures('X');
    expect([area_mm2, (volume_mm3 ?? 0) / volume]).toEqual([plan, expect.closeTo(1, 9)]);
    const pieces = view.pieces('X') ?? [];
    expect(pieces.reduce((sum, piece) => sum + pieceVolume(piece), 0) / volume).toBeCloseTo(1, 9);
    const box = view.bounds('X');
    for (const side of ['min', 'max'] as const) {
      for (const axis of ['x', 'y', 'z'] as const) {
        expect(box?.[side][axis]).toBeCloseTo(meshBounds(mesh)[side][axis], 2);
      }
    }
    const element = view.element('X');
    if (!isOf(floor, element)) throw new Error('there is a floor');
    expect(floor.schedule.figures?.of(element, view)).toEqual({
      sloped_area_mm2: expect.closeTo(plan * 1.25, 3),
    });
  });

  test.each([
    ['needs a pitch below the greatest', { pitch_deg: 85.1 }],
    ['needs a pitch', { pitch_deg: 0 }],
  ])('%s', (_what, given) => {
    const params = { ...make('floor', 'X', SLAB).params, slope: { ...slope('plumb'), ...given } };
    expect(floor.params.safeParse(params).success).toBe(false);
  });

  test.each([
    ['may not rise out of the model', { top_offset: 1e7 - 2999 }, 'OUT_OF_MODEL_BOUNDS'],
    ['may not have its underside below the model', { top_offset: -1e7 }, 'OUT_OF_MODEL_BOUNDS'],
  ])('%s', (_what, given, expected) => {
    expect(verdict('floor', { ...SLAB, slope: slope('square'), ...given })).toBe(expected);
  });

  test('has holes instead of openings', () => {
    const view = withElement('floor', { ...SLAB, slope: slope('plumb') });
    const hole = {
      host_id: 'X',
      name: null,
      offset: null,
      location: P(2000, 1000),
      sill: 0,
      width: 500,
      height: 500,
    };
    expect(refusalOf(() => createElement(opening, hole, view, context))).toBe(
      'OPENING_EXCEEDS_HOST',
    );
    const level = building(created('floor', 'X', SLAB), created('opening', 'O', hole));
    const change = { element_id: 'X', parameter_name: 'slope', value: slope('plumb') };
    expect(refusalOf(() => planModify(change, level, context))).toBe('INVALID_ARGUMENT');
    const both = building(
      created('floor', 'X', { ...SLAB, slope: slope('plumb') }),
      created('opening', 'O', hole),
    );
    const element = both.element('X');
    if (!isOf(floor, element)) throw new Error('there is a floor');
    expect(floor.integrity(element, siteOf(both))).toMatchObject({
      of: { id: 'O' },
      why: 'is in floor `X`, which slopes',
    });
    expect(
      floor.integrity({ ...element, params: { ...element.params, slope: null } }, siteOf(both)),
    ).toBeNull();
  });

  test('is not walked on, and routes go below it', () => {
    const view = withElement('floor', { ...SLAB, slope: slope('plumb') });
    const level = view.elementOf('L1', 'level');
    if (level === undefined) throw new Error('there is a level');
    expect(obstaclesAt(view, level.params.elevation, [])).toEqual([]);
    expect(walkableLevel(view, 'L1')?.obstacles).toEqual([]);
    const run = { view, circumstances: { occupancy: null, sprinklered: false } };
    expect(surfacesOf(run, '').map(({ id }) => id)).not.toContain('X');
    const element = view.element('X');
    const covers = element === undefined ? 'none' : KINDS.of(element).covers;
    expect(covers !== 'none' && element !== undefined && covers.flat(element)).toBe(false);
  });

  test.each([
    // The underside is 250 mm below the upper face: from 750 mm at the wall's start to 2,750 mm less at its end.
    ['plumb', 1000],
    ['square', 1000],
  ] as const)('with %s edges is the underside of walls and rooms', (edges, from) => {
    const high = { ...SLAB, level_id: 'L2', top_offset: 0, slope: slope(edges) };
    const view = building(
      created('floor', 'X', high),
      created('wall', 'W', {
        start: P(from, 1000),
        end: P(3000, 1000),
        thickness: 100,
        top_under: 'X',
      }),
      created('room', 'R', {
        point: null,
        boundary_points: rectangle(1000, 200, 1000, 1000),
        top_under: 'X',
      }),
    );
    // From 3,750 - 250 mm at x = 1,000 to 5,250 - 250 mm at x = 3,000.
    expect(view.measures('W').volume_mm3).toBeCloseTo(2000 * 100 * 4250, 0);
    expect(view.bounds('W')?.max.z).toBeCloseTo(5000, 2);
    // From 3,500 mm to 4,250 mm.
    expect(view.measures('R').volume_mm3).toBeCloseTo(1e6 * 3875, 0);
  });
});

const MOTIONS: readonly (readonly [string, Motion])[] = [
  ['moved', translation({ x: 100, y: -200, z: 50 })],
  ['turned', turning(P(100, 100), 37)],
  ['mirrored in a line along x', mirroring(P(0, 500), P(1000, 500))],
  ['mirrored in an oblique line', mirroring(P(0, 0), P(4000, 3000))],
];

test.each(MOTIONS)('a sloping floor has a %s body', (_what, motion) => {
  for (const edges of ['plumb', 'square'] as const) {
    for (const direction_deg of [0, 50]) {
      const params = { ...HOLED, slope: { ...slope(edges), point: P(700, -300), direction_deg } };
      const view = building(created('floor', 'X', params));
      const element = view.element('X');
      if (!isOf(floor, element) || typeof floor.transform === 'string') {
        throw new Error('a floor moves');
      }
      const moved = floor.transform.moved(element, motion, context);
      const there = building(created('floor', 'X', moved.params));
      expect(vertices(there)).toEqual(vertices(view, motion));
    }
  }
});

describe('any sloping floor', () => {
  const outline = fc
    .tuple(point, mm(100, 9000), mm(100, 9000))
    .map(([{ x, y }, width, depth]) => [
      P(x, y),
      P(x + width, y),
      P(x + width, y + depth),
      P(x + width / 2, y + depth / 2),
    ]);
  const any = anyOf(
    'floor',
    fc.record({
      boundary_points: outline,
      thickness: mm(1, 500),
      top_offset: mm(-1000, 1000),
      slope: fc.record({
        point,
        direction_deg: fc.constantFrom(0, 30, 90, 236.6),
        pitch_deg: fc.constantFrom(0.01, 5, 35.5, 85),
        edges: fc.constantFrom('plumb', 'square'),
      }),
    }),
  );
  lies(any, ({ params }) =>
    'thickness' in params && typeof params.thickness === 'number' ? params.thickness : 0,
  );
  moves(any);
  turns(any);
});

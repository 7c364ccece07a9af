/** @module tests of the parts of doors and windows: areas and volumes by hand for each operation, and laws of all parts. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { pieceVolume } from '../../../../../kernel/building/geometry/convex/convex-piece.ts';
import { meshBounds, meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import { fittingAreas } from '../../../../../kernel/building/kinds/fittings/fitting-figures.ts';
import type { FittingValues } from '../../../../../kernel/building/kinds/fittings/fitting-values.ts';
import { faceArea, type Part } from '../../../../../kernel/building/kinds/fittings/part.ts';
import { partsOf } from '../../../../../kernel/building/kinds/fittings/parts-of.ts';
import {
  CELL_OPERATIONS,
  DOOR_TYPES,
  POSITIONS,
  WINDOW_TYPES,
} from '../../../../../kernel/building/kinds/types/operations.ts';
import { created } from '../../model/build.ts';
import { building, P } from '../bench.ts';

/** A type that states nothing. */
const PLAIN: FittingValues = {
  frame_width: null,
  frame_depth: null,
  leaf_count: null,
  leaf_thickness: null,
  glazing: null,
};

const window = (window_type: (typeof WINDOW_TYPES)[number], width = 1500, height = 1200) => ({
  kind: 'window',
  params: { window_type, width, height },
});
const door = (door_type: (typeof DOOR_TYPES)[number], width = 1000, height = 2100) => ({
  kind: 'door',
  params: { door_type, width, height },
});

describe('a window of 1,500 by 1,200 mm', () => {
  const whole = 1500 * 1200;
  // The frame of 60 mm leaves 1,380 by 1,080 mm; a sash has sides of 50 mm.
  test.each([
    ['fixed', 1380 * 1080],
    ['casement', 1280 * 980],
    ['awning', 1280 * 980],
    ['hopper', 1280 * 980],
    ['tilt_and_turn', 1280 * 980],
    ['pivot', 1280 * 980],
    // Two sashes of 690 by 1,080 mm, and two of 1,380 by 540 mm.
    ['sliding', 2 * 590 * 980],
    ['double_hung', 2 * 1280 * 440],
  ] as const)('that is %s has %d mm² of glass and a frame around it', (operation, glass) => {
    const areas = fittingAreas(window(operation), null);
    expect(areas).toEqual({ frame: whole - glass, leaf: 0, glass });
  });

  test('with two by two cells has a post and a transom of 60 mm between them', () => {
    const grid: FittingValues['grid'] = {
      columns: [1, 1],
      rows: [1, 2],
      cells: ['fixed', 'casement_left', 'top', 'tilt_and_turn_right'],
    };
    // Columns of (1,380 - 60) / 2 = 660 mm, rows of (1,080 - 60) / 3 = 340 mm and 680 mm.
    const glass = 660 * 340 + 560 * 240 + 2 * 560 * 580;
    expect(fittingAreas(window('casement'), { ...PLAIN, grid })).toEqual({
      frame: whole - glass,
      leaf: 0,
      glass,
    });
    const parts = partsOf(window('casement'), { ...PLAIN, grid }, 200);
    const areaOf = (role: Part['role']): number =>
      parts.filter((part) => part.role === role).reduce((sum, part) => sum + faceArea(part), 0);
    expect(areaOf('frame')).toBe(whole - 1380 * 1080);
    expect(areaOf('mullion')).toBe(60 * 1080);
    expect(areaOf('transom')).toBe(2 * 660 * 60);
    expect(areaOf('sash')).toBe(660 * 340 - 560 * 240 + 2 * (660 * 680 - 560 * 580));
  });

  test('on a sill of 30 mm has its frame above it, and the sill is as deep as the wall', () => {
    const parts = partsOf(window('fixed'), { ...PLAIN, sill: 30 }, 365);
    const sill = parts.find(({ role }) => role === 'sill');
    expect(sill).toMatchObject({ y: [0, 365], rects: [{ from: 0, to: 1500, low: 0, high: 30 }] });
    expect(fittingAreas(window('fixed'), { ...PLAIN, sill: 30 }).glass).toBe(1380 * 1050);
  });

  test('that is fixed has at most five boxes', () => {
    const boxes = partsOf(window('fixed'), null, 200).flatMap(({ rects }) => rects ?? []);
    expect(boxes).toHaveLength(5);
  });
});

describe('a door of 1,000 by 2,100 mm', () => {
  const whole = 1000 * 2100;
  // A lining of 40 mm leaves 920 by 2,060 mm.
  test.each(DOOR_TYPES)('that is %s has opaque leaves in a lining', (operation) => {
    const areas = fittingAreas(door(operation), null);
    expect(areas).toEqual({ frame: whole - 920 * 2060, leaf: 920 * 2060, glass: 0 });
  });

  // Stiles and rails of 100 mm, or a quarter of the leaf.
  test.each([
    ['single', 720 * 1860],
    ['sliding', 720 * 1860],
    ['pocket', 720 * 1860],
    // Two leaves of 460 mm.
    ['double', 2 * 260 * 1860],
    ['folding', 2 * 260 * 1860],
    // Wings of (920 - 40) / 2 = 440 mm at both sides of a post.
    ['revolving', 2 * 240 * 1860],
  ] as const)('that is %s and glazed has %d mm² of glass', (operation, glass) => {
    const areas = fittingAreas(door(operation), { ...PLAIN, glazing: 'double' });
    expect(areas).toEqual({ frame: whole - 920 * 2060, leaf: 920 * 2060 - glass, glass });
  });

  test('with a threshold of 20 mm has it between the jambs, and its leaf above it', () => {
    const parts = partsOf(door('single'), { ...PLAIN, threshold: 20 }, 200);
    const found = parts.map(({ role, rects }) => [role, rects?.length === 1 ? rects[0] : null]);
    expect(found).toEqual([
      ['lining', null],
      ['threshold', { from: 40, to: 960, low: 0, high: 20 }],
      ['leaf', { from: 40, to: 960, low: 20, high: 2060 }],
    ]);
  });
});

/** Where the frame of a window is across a wall of 365 mm, from its outer face. */
test.each([
  ['outside', [0, 80]],
  ['middle', [142.5, 222.5]],
  ['inside', [285, 365]],
] as const)('a frame of 80 mm in position %s', (position, y) => {
  const parts = partsOf(window('fixed'), { ...PLAIN, frame_depth: 80, position }, 365);
  expect(parts.find(({ role }) => role === 'frame')?.y).toEqual(y);
});

test('the outer face of a wall is that of its first layer', () => {
  const box = (layer_side: 'left' | 'right') => {
    const type = created('type', 'T', {
      name: 'Oak',
      for: 'window',
      layers: [],
      frame_depth: 80,
      position: 'outside',
    });
    const wall = { start: P(0, 0), end: P(5000, 0), thickness: 300, layer_side };
    const view = building(
      created('wall', 'W2', { level_id: 'L1', ...wall }),
      type,
      created('window', 'X', { host_id: 'W2', offset: 1000, type_id: 'T' }),
    );
    return view.bounds('X');
  };
  expect(box('left')).toMatchObject({ min: { y: 70 }, max: { y: 150 } });
  expect(box('right')).toMatchObject({ min: { y: -150 }, max: { y: -70 } });
});

/** Values of types, also ones that leave no place for what they ask for. */
const SIZE = fc.option(fc.integer({ min: 1, max: 900 }), { nil: null });
const GRID = fc
  .record({ columns: fc.integer({ min: 1, max: 4 }), rows: fc.integer({ min: 1, max: 4 }) })
  .chain(({ columns, rows }) => {
    const share = fc.integer({ min: 1, max: 9 });
    const some = (count: number) => fc.array(share, { minLength: count, maxLength: count });
    const cells = fc.array(fc.constantFrom(...CELL_OPERATIONS), {
      minLength: columns * rows,
      maxLength: columns * rows,
    });
    return fc.record({ columns: some(columns), rows: some(rows), cells });
  });
const VALUES = fc.record({
  frame_width: SIZE,
  frame_depth: SIZE,
  leaf_count: fc.option(fc.integer({ min: 1, max: 6 }), { nil: null }),
  leaf_thickness: SIZE,
  glazing: fc.constantFrom('none' as const, 'single' as const, 'triple' as const, null),
  position: fc.constantFrom(...POSITIONS),
  leaf_width: SIZE,
  mullion_width: SIZE,
  grid: fc.option(GRID, { nil: null }),
});
const ANY = fc.record({
  element: fc.oneof(
    fc
      .record({
        operation: fc.constantFrom(...WINDOW_TYPES),
        width: fc.integer({ min: 10, max: 4000 }),
        height: fc.integer({ min: 10, max: 3000 }),
      })
      .map(({ operation, width, height }) => window(operation, width, height)),
    fc
      .record({
        operation: fc.constantFrom(...DOOR_TYPES),
        width: fc.integer({ min: 10, max: 4000 }),
        height: fc.integer({ min: 10, max: 3000 }),
      })
      .map(({ operation, width, height }) => door(operation, width, height)),
  ),
  type: fc.oneof(
    VALUES.map((values): FittingValues => ({ ...values, threshold: 15, sill: 25 })),
    fc.constant(null),
  ),
  thickness: fc.integer({ min: 5, max: 600 }),
});

describe('parts of any door and window', () => {
  test('are within the void and fill its face without sharing any of it', () => {
    fc.assert(
      fc.property(ANY, ({ element, type, thickness }) => {
        const { width, height } = element.params;
        const parts = partsOf(element, type, thickness);
        const rects = parts.flatMap(({ rects: own }) => own ?? []);
        for (const { from, to, low, high } of rects) {
          expect(Math.min(from, low)).toBeGreaterThanOrEqual(-1e-9);
          expect(to).toBeLessThanOrEqual(width + 1e-9);
          expect(high).toBeLessThanOrEqual(height + 1e-9);
        }
        for (const [i, a] of rects.entries()) {
          for (const b of rects.slice(i + 1)) {
            const across = Math.min(a.to, b.to) - Math.max(a.from, b.from);
            const up = Math.min(a.high, b.high) - Math.max(a.low, b.low);
            expect(Math.min(across, up)).toBeLessThan(1e-9);
          }
        }
        for (const { y } of parts) {
          expect(y[0]).toBeGreaterThanOrEqual(-1e-9);
          expect(y[1]).toBeLessThanOrEqual(thickness + 1e-9);
          expect(y[0]).toBeLessThan(y[1]);
        }
        const area = parts.reduce((sum, part) => sum + faceArea(part), 0);
        expect(area / (width * height)).toBeCloseTo(1, 9);
      }),
    );
  });

  test('are the body: its mesh, its convex pieces and its box', () => {
    const params = fc.record({
      width: fc.integer({ min: 20, max: 2000 }),
      height: fc.integer({ min: 20, max: 2000 }),
      window_type: fc.constantFrom(...WINDOW_TYPES),
    });
    fc.assert(
      fc.property(params, VALUES, fc.boolean(), (given, values, isArc) => {
        const type: Partial<ParamsOf<'type'>> = { name: 'T', for: 'window', layers: [], ...values };
        const wall: Partial<ParamsOf<'wall'>> = isArc ? { via: P(2500, 900) } : {};
        const view = building(
          created('wall', 'W2', { level_id: 'L1', start: P(0, 0), end: P(4000, 3000), ...wall }),
          created('type', 'T', type),
          created('window', 'X', { host_id: 'W2', offset: 500, type_id: 'T', ...given }),
        );
        const [mesh, pieces, box] = [view.mesh('X'), view.pieces('X'), view.bounds('X')];
        if (mesh === null || pieces === null || box === null) throw new Error('expected a body');
        const volume = pieces.reduce((sum, piece) => sum + pieceVolume(piece), 0);
        expect(volume / meshVolume(mesh)).toBeCloseTo(1, 9);
        const made = window(given.window_type, given.width, given.height);
        const expected = partsOf(made, values, 200)
          .map((part) => faceArea(part) * (part.y[1] - part.y[0]))
          .reduce((sum, one) => sum + one, 0);
        // In an arc of some 3 m, a part inside or outside the axis is shorter or longer than on it.
        expect(Math.abs(meshVolume(mesh) / expected - 1)).toBeLessThan(isArc ? 0.1 : 1e-9);
        const { min, max } = meshBounds(mesh);
        for (const axis of ['x', 'y', 'z'] as const) {
          expect(Math.abs(min[axis] - box.min[axis])).toBeLessThan(0.001);
          expect(Math.abs(max[axis] - box.max[axis])).toBeLessThan(0.001);
        }
      }),
      { numRuns: 60 },
    );
  });
});

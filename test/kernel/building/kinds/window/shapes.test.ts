/** @module tests of windows that are no rectangles: figures by hand, rules, stretching and mirroring. */
import { describe, expect, test } from 'vitest';

import { pieceVolume } from '../../../../../kernel/building/geometry/convex/convex-piece.ts';
import { meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { KINDS, type ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import { planTransform } from '../../../../../kernel/building/model/plan/many/transform.ts';
import { planModify } from '../../../../../kernel/building/model/plan/modify.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { created } from '../../model/build.ts';
import { building, context, P, refusalOf, siteOf, verdict, withElement } from '../bench.ts';

/** The window X is at 2.5 m in a wall of 5 m by 3 m by 0.2 m on L9, on a sill of 0.9 m. */
const CIRCLE = { shape: 'round', width: 1000, height: 1000 } as const;
const ARCH = { shape: 'arched', width: 1000, height: 1500 } as const;
const TRIANGLE = { outline: [P(0, 0), P(1000, 0), P(500, 800)], width: 1000, height: 800 };

/** Radius of the circle in the triangle, mm. */
const INNER = 800_000 / (1000 + 2 * Math.hypot(500, 800));

type Params = Partial<ParamsOf<'window'>>;

function valueOf(view: StateView, name: string): unknown {
  const params: Readonly<Record<string, unknown>> = view.element('X')?.params ?? {};
  return params[name] ?? null;
}

describe('figures', () => {
  test.each<[string, Params, number]>([
    ['a circle', CIRCLE, Math.PI * 500 * 500],
    ['an arch', ARCH, 1_000_000 + (Math.PI * 500 * 500) / 2],
    ['an outline', TRIANGLE, 400_000],
  ])('%s has its exact area, and its wall has the rest', (_, params, area) => {
    const view = withElement('window', params);
    expect(view.measures('X').area_mm2).toBeCloseTo(area, 2);
    expect(view.measures('W1').area_mm2).toBeCloseTo(5000 * 3000 - area, 2);
  });

  test.each<[string, Params]>([
    ['a circle', CIRCLE],
    ['an arch', ARCH],
    ['an outline', TRIANGLE],
  ])('%s fills the hole in its wall, in meshes and in pieces', (_, params) => {
    const view = withElement('window', params);
    const whole = 5000 * 3000 * 200;
    const volume = (id: string): number => {
      const mesh = view.mesh(id);
      return mesh === null ? NaN : meshVolume(mesh);
    };
    const pieces = (id: string): number =>
      (view.pieces(id) ?? []).reduce((sum, piece) => sum + pieceVolume(piece), 0);
    expect(pieces('X')).toBeCloseTo(volume('X'), -2);
    expect(pieces('W1')).toBeCloseTo(volume('W1'), -2);
    // Facets are at most 0.16 % smaller than the arcs.
    const { area_mm2: area } = view.measures('X');
    const hole = whole - volume('W1');
    expect(hole / ((area ?? NaN) * 200)).toBeGreaterThan(0.998);
    expect(hole).toBeLessThan((area ?? NaN) * 200 + 1);
    // A frame 60 mm deep and glass of 24 mm fill the hole in its face.
    const frame = (volume('X') - (hole / 200) * 24) / (60 - 24);
    expect(frame).toBeGreaterThan(0);
    expect(frame).toBeLessThan(hole / 200);
  });

  test('its box is that of its width, its height and the depth of its frame', () => {
    expect(withElement('window', CIRCLE).bounds('X')).toEqual({
      min: { x: 2500, y: -30, z: 20_900 },
      max: { x: 3500, y: 30, z: 21_900 },
    });
  });

  test.each<[string, Params, number, number]>([
    ['a circle', CIRCLE, polygon(500), polygon(440)],
    ['an arch', ARCH, 1_000_000 + polygon(500) / 2, 880 * 940 + polygon(440) / 2],
    // The triangle within an edge of 60 mm is similar to it: its inner circle has 2 A / P = 276.33 mm.
    ['an outline', TRIANGLE, 400_000, 400_000 * (1 - 60 / INNER) ** 2],
  ])('the frame of %s is 60 mm wide and deep, its glass 24 mm thick', (_, params, hole, glass) => {
    const mesh = withElement('window', params).mesh('X');
    const expected = (hole - glass) * 60 + glass * 24;
    expect((mesh === null ? NaN : meshVolume(mesh)) / expected).toBeCloseTo(1, 4);
  });
});

/** Area of the polygon of 64 sides in a circle, mm². */
function polygon(radius: number): number {
  return 32 * radius * radius * Math.sin(Math.PI / 32);
}

describe('rules', () => {
  test.each<[string, Params, unknown]>([
    ['a round one fits like its box', { ...CIRCLE, offset: 4000 }, { wall_id: 'W1', offset: 4000 }],
    ['a round one past the end', { ...CIRCLE, offset: 4000.001 }, 'OPENING_EXCEEDS_HOST'],
    ['an arch as high as half its width', { ...ARCH, rise: 500 }, { wall_id: 'W1', offset: 2500 }],
    ['an arch higher than half its width', { ...ARCH, rise: 500.001 }, 'INVALID_ARGUMENT'],
    ['an arch higher than the window', { ...ARCH, height: 499.999 }, 'INVALID_ARGUMENT'],
    ['an arch alone', { ...ARCH, height: 500 }, { wall_id: 'W1', offset: 2500 }],
    ['the rise of a circle', { ...CIRCLE, rise: 100 }, 'INVALID_ARGUMENT'],
    ['the rise of a rectangle', { rise: 100 }, 'INVALID_ARGUMENT'],
    ['an outline and a shape', { ...TRIANGLE, shape: 'round' }, 'INVALID_ARGUMENT'],
    [
      'an outline that does not begin at its box',
      { outline: [P(1, 0), P(1000, 0), P(500, 800)] },
      'INVALID_ARGUMENT',
    ],
    [
      'an outline that crosses itself',
      { outline: [P(0, 0), P(1000, 800), P(1000, 0), P(0, 800)] },
      'INVALID_BOUNDARY',
    ],
  ])('%s', (_, params, expected) => {
    expect(verdict('window', params)).toEqual(expected);
  });

  test.each([
    ['an arc', { via: P(2500, 800) }],
    ['a curtain wall', { wall_type: 'curtain' }],
  ] as const)('a round one needs no wall that is %s', (_, wall) => {
    const view = building(
      created('wall', 'W2', { level_id: 'L1', start: P(0, 0), end: P(5000, 0), ...wall }),
    );
    expect(verdict('window', { ...CIRCLE, host_id: 'W2' }, view)).toBe('INVALID_ARGUMENT');
    expect(verdict('window', { width: 1000, host_id: 'W2' }, view)).not.toBe('INVALID_ARGUMENT');
  });

  test('a wall with a round window cannot become an arc', () => {
    const view = withElement('window', CIRCLE);
    const bend = (): unknown =>
      planModify({ element_id: 'W1', parameter_name: 'via', value: P(2500, 800) }, view, context);
    expect(refusalOf(bend)).toBe('OPENING_EXCEEDS_HOST');
  });
});

describe('the form for which the mesh of a file was made', () => {
  const madeFor = (view: StateView, mirrored = false): Readonly<Record<string, unknown>> => {
    const element = view.elementOf('X', 'window');
    const facet = element === undefined ? 'none' : KINDS.of(element).file_mesh;
    if (element === undefined || facet === 'none') throw new Error('expected a window');
    return facet.madeFor(element, siteOf(view), mirrored);
  };

  test('that of a rectangle names no shape, that of a circle does', () => {
    expect(Object.keys(madeFor(withElement('window')))).not.toContain('shape');
    expect(madeFor(withElement('window', CIRCLE))).toMatchObject({ shape: 'round', rise: null });
  });

  test('a mirrored outline was made for the outline before', () => {
    const outline = [P(0, 0), P(1000, 0), P(200, 800)];
    const mirror = [P(800, 800), P(0, 0), P(1000, 0)];
    const before = madeFor(withElement('window', { ...TRIANGLE, outline }));
    const after = withElement('window', { ...TRIANGLE, outline: mirror });
    expect(madeFor(after, true)).toEqual(before);
    expect(madeFor(after)).not.toEqual(before);
  });
});

describe('edits', () => {
  const after = (params: Params, name: string, value: unknown): StateView => {
    const view = withElement('window', params);
    const change = { element_id: 'X', parameter_name: name, value };
    return view.apply(planModify(change, view, context).events);
  };

  test('a width makes a circle an ellipse, and keeps a semicircle one', () => {
    const ellipse = after(CIRCLE, 'width', 1200);
    expect(ellipse.measures('X').area_mm2).toBeCloseTo(Math.PI * 600 * 500, 2);
    const arch = after(ARCH, 'width', 1200);
    expect(arch.measures('X').area_mm2).toBeCloseTo(1200 * 900 + (Math.PI * 600 * 600) / 2, 2);
  });

  test('a width stretches an outline, and an outline gives the width', () => {
    const wide = after(TRIANGLE, 'width', 2000);
    expect(valueOf(wide, 'outline')).toEqual([P(0, 0), P(2000, 0), P(1000, 800)]);
    const square = [P(0, 0), P(700, 0), P(700, 700), P(0, 700)];
    const other = after(TRIANGLE, 'outline', square);
    expect([valueOf(other, 'width'), valueOf(other, 'height')]).toEqual([700, 700]);
  });

  test('a mirrored wall mirrors an outline, and twice gives it back', () => {
    const outline = [P(0, 0), P(1000, 0), P(200, 800)];
    const view = withElement('window', { ...TRIANGLE, outline });
    const mirrored = (of: StateView): StateView => {
      const change = {
        operation: 'mirror',
        element_ids: ['W1'],
        from: P(0, 5000),
        to: P(1000, 5000),
        copy: false,
        joined: true,
      } as const;
      return of.apply(planTransform(change, of, context).events);
    };
    const once = mirrored(view);
    expect(valueOf(once, 'outline')).toEqual([P(800, 800), P(0, 0), P(1000, 0)]);
    expect(valueOf(mirrored(once), 'outline')).toEqual(outline);
  });
});

/** @module tests of round and arched openings: figures by hand in walls and floors, rules, and two readers of their files. */
import { describe, expect, test } from 'vitest';

import { meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import { planMove } from '../../../../../kernel/building/model/plan/move.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { readWithIfcLite } from '../../../documents/ifc/write/ifc-lite.ts';
import { differences, exported } from '../../../documents/ifc/write/reread.ts';
import { created } from '../../model/build.ts';
import { building, context, P, verdict, withElement } from '../bench.ts';

type Params = Partial<ParamsOf<'opening'>>;

const SIZE = { width: 800, height: 800 } as const;
const IN_WALL = { host_id: 'W1', offset: 1000, location: null, sill: 500, ...SIZE } as const;
const IN_FLOOR = {
  host_id: 'F1',
  offset: null,
  location: P(2500, 3000),
  sill: 0,
  ...SIZE,
} as const;
const CIRCLE = Math.PI * 400 * 400;

describe('figures', () => {
  test('a round opening takes its circle from a wall of 5 m by 3 m', () => {
    const view = withElement('opening', { ...IN_WALL, shape: 'round' });
    expect(view.measures('X').area_mm2).toBeCloseTo(CIRCLE, 2);
    expect(view.measures('W1').area_mm2).toBeCloseTo(5000 * 3000 - CIRCLE, 2);
    expect(view.bounds('X')).toEqual({
      min: { x: 1000, y: -100, z: 20_500 },
      max: { x: 1800, y: 100, z: 21_300 },
    });
  });

  test('an arched opening takes a rectangle and half a circle', () => {
    const view = withElement('opening', { ...IN_WALL, shape: 'arched', height: 1000 });
    const area = 800 * 600 + CIRCLE / 2;
    expect(view.measures('X').area_mm2).toBeCloseTo(area, 2);
    expect(view.measures('W1').area_mm2).toBeCloseTo(5000 * 3000 - area, 2);
  });

  test('a round hole in a floor is around its centre, and cuts its body', () => {
    const view = withElement('opening', { ...IN_FLOOR, shape: 'round' });
    expect(view.measures('X').area_mm2).toBeCloseTo(CIRCLE, 2);
    const thickness = Number(view.elementOf('F1', 'floor')?.params.thickness);
    const mesh = view.mesh('F1');
    const gone = 5000 * 4000 * thickness - (mesh === null ? NaN : meshVolume(mesh));
    // Facets are at most 0.16 % smaller than the circle.
    expect(gone / (CIRCLE * thickness)).toBeGreaterThan(0.998);
    expect(gone / (CIRCLE * thickness)).toBeLessThan(1);
    const outline = view.outline('X') ?? [];
    expect([
      Math.min(...outline.map(({ x }) => x)),
      Math.max(...outline.map(({ x }) => x)),
    ]).toEqual([2100, 2900]);
  });

  test('a round hole in a floor moves with its centre', () => {
    const view = withElement('opening', { ...IN_FLOOR, shape: 'round' });
    const { events } = planMove({ element_id: 'X', delta: { x: 500, y: 0, z: 0 } }, view, context);
    const outline = view.apply(events).outline('X') ?? [];
    expect(Math.min(...outline.map(({ x }) => x))).toBe(2600);
  });
});

describe('rules', () => {
  test.each<[string, Params, unknown]>([
    ['a round one in a wall', { ...IN_WALL, shape: 'round' }, { host_id: 'W1' }],
    ['a round one in a floor', { ...IN_FLOOR, shape: 'round' }, { host_id: 'F1' }],
    ['an arched one in a floor', { ...IN_FLOOR, shape: 'arched' }, 'INVALID_ARGUMENT'],
    ['a rise that is too high', { ...IN_WALL, shape: 'arched', rise: 401 }, 'INVALID_ARGUMENT'],
    ['the rise of a circle', { ...IN_WALL, shape: 'round', rise: 100 }, 'INVALID_ARGUMENT'],
    [
      'a shape and an outline',
      {
        ...IN_WALL,
        shape: 'round',
        outline: [P(1000, 500), P(1800, 500), P(1400, 1300)],
      },
      'INVALID_ARGUMENT',
    ],
  ])('%s', (_, params, expected) => {
    expect(verdict('opening', params)).toEqual(expected);
  });

  test('a round one in an arc', () => {
    const arc = { level_id: 'L1', start: P(0, 0), end: P(5000, 0), via: P(2500, 800) };
    const view = building(created('wall', 'W2', arc));
    expect(verdict('opening', { ...IN_WALL, host_id: 'W2', shape: 'round' }, view)).toBe(
      'INVALID_ARGUMENT',
    );
  });
});

const LEVEL = { level_id: 'L1' } as const;
const HOUSE = modelOf(
  created('wall', 'w', { ...LEVEL, start: P(0, 0), end: P(6000, 0), height: 3000 }),
  created('floor', 'f', {
    ...LEVEL,
    boundary_points: [P(0, 1000), P(6000, 1000), P(6000, 5000), P(0, 5000)],
  }),
  created('opening', 'round', { ...IN_WALL, host_id: 'w', shape: 'round' }),
  created('opening', 'arch', { ...IN_WALL, host_id: 'w', offset: 3000, shape: 'arched', sill: 0 }),
  created('opening', 'shaft', { ...IN_FLOOR, host_id: 'f', shape: 'round', height: 600 }),
);

test.each(IFC_SCHEMAS)('two other readers read the same walls and floors in %s', async (schema) => {
  const made = exported(HOUSE, schema);
  expect(differences(HOUSE, made)).toEqual([]);
  expect(differences(HOUSE, made, await readWithIfcLite(made.file))).toEqual([]);
  expect(made.text).toContain('400.);');
});

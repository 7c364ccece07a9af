/** @module tests of doors. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { door, SWINGS } from '../../../../../kernel/building/kinds/door/door.ts';
import { DOOR_TYPES } from '../../../../../kernel/building/kinds/types/operations.ts';
import { planMove } from '../../../../../kernel/building/model/plan/move.ts';
import { created, make } from '../../model/build.ts';
import {
  building,
  context,
  anyOf,
  lies,
  mm,
  P,
  refusalOf,
  siteOf,
  verdict,
  withElement,
} from '../bench.ts';

const TAKEN = building(
  created('window', 'N', {
    host_id: 'W1',
    offset: 1000,
    width: 1000,
    sill_height: 2000,
    height: 500,
  }),
);

/** A door of 900 by 2,100 mm in a wall of 200 mm: a lining of 40 mm as deep as the wall, and a leaf of 40 mm. */
const DOOR_MM3 = (900 * 2100 - 820 * 2060) * 200 + 820 * 2060 * 40;

describe('a door', () => {
  test.each([
    ['may end at the end of its wall', { offset: 4100 }, { wall_id: 'W1', offset: 4100 }],
    ['may not end 0.001 mm past its wall', { offset: 4100.001 }, 'OPENING_EXCEEDS_HOST'],
    [
      'may end at the top of its wall',
      { offset: 2000, height: 3000 },
      { wall_id: 'W1', offset: 2000 },
    ],
    [
      'may not end 0.001 mm above its wall',
      { offset: 2000, height: 3000.001 },
      'OPENING_EXCEEDS_HOST',
    ],
    ['may touch an opening above it', { height: 2000 }, { wall_id: 'W1', offset: 1000 }],
    ['may not overlap an opening above it', { height: 2000.001 }, 'OPENING_OVERLAP'],
    [
      'may end at the top of its wall above a sill',
      { offset: 2000, sill: 900, height: 2100 },
      { wall_id: 'W1', offset: 2000 },
    ],
    ['may not end above its wall because of its sill', { sill: 900.001 }, 'OPENING_EXCEEDS_HOST'],
    [
      'may not overlap an opening because of its sill',
      { sill: 0.001, height: 2000 },
      'OPENING_OVERLAP',
    ],
    ['needs a wall', { host_id: 'F1' }, 'NOT_A_HOST'],
    ['needs an existing wall', { host_id: 'W7' }, 'ELEMENT_NOT_FOUND'],
  ])('%s', (_what, params, expected) => {
    expect(verdict('door', params, TAKEN)).toEqual(expected);
  });

  test('a door fills its wall from foot to head', () => {
    const view = withElement('door', { offset: 1000, width: 900, height: 2100 });
    expect(view.bounds('X')).toEqual({
      min: { x: 1000, y: -100, z: 20_000 },
      max: { x: 1900, y: 100, z: 22_100 },
    });
    expect(view.measures('X')).toMatchObject({
      area_mm2: 900 * 2100,
      volume_mm3: DOOR_MM3,
      length_mm: null,
    });
  });

  test('a door with a sill has its threshold above the foot of its wall', () => {
    const view = withElement('door', { offset: 1000, width: 900, height: 2100, sill: 150 });
    expect(view.bounds('X')).toEqual({
      min: { x: 1000, y: -100, z: 20_150 },
      max: { x: 1900, y: 100, z: 22_250 },
    });
    expect(view.measures('X').volume_mm3).toBe(DOOR_MM3);
    const wall = view.measures('W1').volume_mm3;
    expect(wall).toBe((5000 * 3000 - 900 * 2100) * 200);
  });

  test('a door with a sill moves up and down, but not below the foot of its wall', () => {
    const by = (z: number) => ({ element_id: 'X', delta: { x: 500, y: 0, z } });
    const view = withElement('door', { offset: 1000, sill: 150 });
    expect(planMove(by(-150), view, context)).toMatchObject({
      events: [{ payload: { updates: { offset: 1500, sill: 0 } } }],
    });
    expect(refusalOf(() => planMove(by(-150.001), view, context))).toBe('OPENING_EXCEEDS_HOST');
    const low = withElement('door', { offset: 1000, sill: null });
    expect(refusalOf(() => planMove(by(1), low, context))).toBe('INVALID_ARGUMENT');
  });

  test('a door slides along its wall and stays at the foot of it', () => {
    const view = withElement('door', { offset: 1000 });
    const by = (
      x: number,
      y: number,
      z: number,
    ): { element_id: string; delta: { x: number; y: number; z: number } } => ({
      element_id: 'X',
      delta: { x, y, z },
    });
    expect(planMove(by(-1000, 50, 0), view, context)).toMatchObject({
      events: [{ payload: { updates: { offset: 0 } } }],
      warnings: [
        'moved along wall `W1` only: 50 mm across it are ignored; modify_parameter host_id with {host_id, offset} moves it to another wall',
      ],
    });
    expect(refusalOf(() => planMove(by(-1000.001, 0, 0), view, context))).toBe(
      'OPENING_EXCEEDS_HOST',
    );
    expect(refusalOf(() => planMove(by(0, 0, 1), view, context))).toBe('INVALID_ARGUMENT');
  });

  test.each([
    ['single', 'left', 1],
    ['single', 'none', 1],
    ['double', 'both', 4],
    ['sliding', 'left', 1],
    ['pocket', 'right', 1],
  ] as const)('%s, swing %s, is a gap and %i leaves', (door_type, swing, leaves) => {
    const view = building();
    const marks =
      door.symbol === 'none'
        ? []
        : door.symbol.marks(make('door', 'X', { door_type, swing }), siteOf(view));
    expect(marks.filter(({ shape }) => shape === 'line')).toHaveLength(leaves);
    expect(marks[0]).toMatchObject({ shape: 'area', fill: 'gap' });
  });

  test('a door symbol shows a quarter circle around the hinge', () => {
    const marks =
      door.symbol === 'none' ? [] : door.symbol.marks(make('door', 'X'), siteOf(building()));
    const leaf = marks.find(({ shape }) => shape === 'line');
    const points = leaf?.shape === 'line' ? leaf.points : [];
    expect(points[0]).toEqual(P(1900, 0));
    expect(points.at(-2)?.x).toBeCloseTo(1000, 6);
    expect(points.at(-2)?.y).toBeCloseTo(900, 6);
    expect(points.at(-1)).toEqual(P(1000, 0));
  });

  test('a door with swing right has its hinge at the end of its opening, in plan and in its workspace', () => {
    const view = building();
    const site = siteOf(view);
    const level = view.elementOf('L1', 'level');
    if (level === undefined || door.symbol === 'none' || door.workspace === 'none') {
      throw new Error('a door has a symbol and a workspace');
    }
    const right = make('door', 'X', { swing: 'right' });
    const leaf = door.symbol.marks(right, site).find(({ shape }) => shape === 'line');
    const points = leaf?.shape === 'line' ? leaf.points : [];
    expect(points[0]).toEqual(P(1000, 0));
    expect(points.at(-2)?.x).toBeCloseTo(1900, 6);
    expect(points.at(-2)?.y).toBeCloseTo(900, 6);
    expect(points.at(-1)).toEqual(P(1900, 0));
    const [left_box, right_box] = (['left', 'right'] as const).map((swing) => {
      const [piece] =
        door.workspace === 'none' ? [] : door.workspace(make('door', 'X', { swing }), level, site);
      return piece?.shape === 'upright' ? Array.from(piece.ring) : [];
    });
    // The open leaf extends 900 mm from the wall at its hinge.
    const furthest = (ring: readonly number[] | undefined): number | undefined =>
      ring?.[ring.findIndex((y, i) => i % 2 === 1 && y > 899.9) - 1];
    expect(furthest(left_box)).toBeCloseTo(1000, 3);
    expect(furthest(right_box)).toBeCloseTo(1900, 3);
  });
});

describe('any door', () => {
  const any = anyOf(
    'door',
    fc.record({
      offset: mm(0, 3000),
      width: mm(1, 2000),
      height: mm(1, 2500),
      sill: fc.oneof(fc.constant(null), mm(0, 500)),
      door_type: fc.constantFrom(...DOOR_TYPES),
      swing: fc.constantFrom(...SWINGS),
    }),
  );
  lies(any, ({ params }) => ('width' in params ? (params.width ?? 0) : 0));
});

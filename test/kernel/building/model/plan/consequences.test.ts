/** @module tests of the consequences of a change: for elements on a level, and for the contents of a host. */
import { describe, expect, test } from 'vitest';

import {
  checkConsequences,
  levelsOf,
} from '../../../../../kernel/building/model/plan/consequences.ts';
import { planModify } from '../../../../../kernel/building/model/plan/modify.ts';
import { planMove } from '../../../../../kernel/building/model/plan/move.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { building, context, P, rectangle, refusalOf } from '../../kinds/bench.ts';
import { created, make } from '../build.ts';

/** The refusal of a level that moves to another elevation, the same for a move and a parameter change. */
function moved(view: StateView, element_id: string, elevation: number): string | null {
  const from = view.elementOf(element_id, 'level')?.params.elevation ?? 0;
  const delta = { x: 0, y: 0, z: elevation - from };
  const by_move = refusalOf(() => planMove({ element_id, delta }, view, context));
  const set = { element_id, parameter_name: 'elevation', value: elevation };
  expect(refusalOf(() => planModify(set, view, context))).toBe(by_move);
  return by_move;
}

describe('a level that moves', () => {
  const stairs = building(created('stair', 'S', { riser_max: 180 }));
  const columns = building(created('column', 'C', { top_level_id: 'L2', base_offset: 500 }));

  test('a level that moves must leave its stairs two risers', () => {
    expect(moved(stairs, 'L1', 2819.999)).toBeNull();
    expect(moved(stairs, 'L1', 2820)).toBe('INVALID_STAIR');
    expect(moved(stairs, 'L1', 3000)).toBe('INVALID_STAIR');
  });

  test('a level that moves must leave the stairs that end on it two risers', () => {
    expect(moved(stairs, 'L2', 180.001)).toBeNull();
    expect(moved(stairs, 'L2', 180)).toBe('INVALID_STAIR');
    // The 1,000 risers of a stair may have up to 180.0005 mm each.
    expect(moved(stairs, 'L2', 180_000.5)).toBeNull();
    expect(moved(stairs, 'L2', 180_000.501)).toBe('INVALID_STAIR');
  });

  test('a level that moves must stay below the tops of its columns, and above the feet of columns that end on it', () => {
    expect(moved(columns, 'L1', 2499.999)).toBeNull();
    expect(moved(columns, 'L1', 2500)).toBe('OUT_OF_RANGE');
    expect(moved(columns, 'L2', 500.001)).toBeNull();
    expect(moved(columns, 'L2', 500)).toBe('OUT_OF_RANGE');
  });

  const T = { level_id: 'T' };
  test.each([
    ['floor', created('floor', 'X', { ...T, top_offset: 1000 }), 1e7 - 1000],
    ['roof', created('roof', 'X', { ...T, base_offset: 1000, thickness: 250 }), 1e7 - 1250],
    ['room', created('room', 'X', { ...T, height: 1000 }), 1e7 - 1000],
    ['wall', created('wall', 'X', { ...T, height: 1000 }), 1e7 - 1000],
    ['beam', created('beam', 'X', { ...T, elevation_offset: 1000 }), 1e7 - 1001],
    ['ramp', created('ramp', 'X', { ...T, rise: 1000 }), 1e7 - 1000],
    ['railing', created('railing', 'X', { ...T, height: 1000 }), 1e7 - 1020],
  ])('accepts a %s up to the end of the model', (_kind, event, most) => {
    const view = building(created('level', 'T', { elevation: 0, height: 1 }), event);
    expect(moved(view, 'T', most)).toBeNull();
    expect(moved(view, 'T', most + 0.001)).toBe('OUT_OF_MODEL_BOUNDS');
  });

  test('a level that moves relies on elements that span from or to it, and excludes no change of its branch', () => {
    const view = building(
      created('stair', 'S'),
      created('column', 'C', { top_level_id: 'L2' }),
      created('wall', 'W'),
    );
    const up = { element_id: 'L2', delta: { x: 0, y: 0, z: 10 } };
    expect(planMove(up, view, context)).toMatchObject({ relies_on: ['S', 'C'], exclusive: true });
    const renamed = { element_id: 'L2', parameter_name: 'name', value: 'Upper' };
    expect(planModify(renamed, view, context)).not.toHaveProperty('exclusive');
  });
});

describe('a host that changes', () => {
  const view = building(
    created('door', 'D', { host_id: 'W1', offset: 4100 }),
    created('window', 'N', { host_id: 'W1', offset: 100 }),
    created('opening', 'O', { host_id: 'F1', offset: null, location: P(600, 2000) }),
  );
  const set = (element_id: string, parameter_name: string, value: unknown): string | null =>
    refusalOf(() => planModify({ element_id, parameter_name, value }, view, context));

  test('a changed host must still fit its contents', () => {
    expect(set('W1', 'end', P(5000, 1))).toBeNull();
    expect(set('W1', 'end', P(4999.999, 0))).toBe('OPENING_EXCEEDS_HOST');
    expect(set('W1', 'height', 2100)).toBeNull();
    expect(set('W1', 'height', 2099.999)).toBe('OPENING_EXCEEDS_HOST');
    expect(set('F1', 'boundary_points', rectangle(99.999, 0, 5000, 9000))).toBeNull();
    expect(set('F1', 'boundary_points', rectangle(100, 0, 5000, 9000))).toBe(
      'OPENING_EXCEEDS_HOST',
    );
  });

  test('a changed host relies on its level and its contents', () => {
    expect(checkConsequences(make('wall', 'W1', { level_id: 'L9' }), view, context)).toEqual([
      'L9',
      'N',
      'D',
    ]);
  });

  test('the contents of a changed host rely on it and on its other contents', () => {
    const door = view.element('D');
    expect(door === undefined ? [] : checkConsequences(door, view, context)).toEqual([
      'W1',
      'N',
      'D',
    ]);
  });
});

test('an element stands on one level and may end on another', () => {
  const { kinds } = building();
  expect(levelsOf(make('stair', 'X'), kinds)).toEqual(['L1', 'L2']);
  expect(levelsOf(make('column', 'X'), kinds)).toEqual(['L1']);
  expect(levelsOf(make('door', 'X'), kinds)).toEqual([]);
});

/** @module tests of rooms that begin above or below their level. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { room } from '../../../../../kernel/building/kinds/room/room.ts';
import { spaceQuantities } from '../../../../../kernel/building/kinds/room/space-quantities.ts';
import { planModify } from '../../../../../kernel/building/model/plan/modify.ts';
import { planMove } from '../../../../../kernel/building/model/plan/move.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import type { ParamValues } from '../../../../../schemas/events.ts';
import { created, fourWalls, make } from '../../model/build.ts';
import {
  anyOf,
  building,
  context,
  lies,
  mm,
  moves,
  rectangle,
  refusalOf,
  siteOf,
  turns,
  verdict,
  withElement,
} from '../bench.ts';

const SQUARE = rectangle(0, 0, 5000, 4000);
const boundary_points = SQUARE;

/** The view after a parameter of the element X is set. */
function modified(view: StateView, parameter_name: string, value: unknown): StateView {
  const change = { element_id: 'X', parameter_name, value };
  return view.apply(planModify(change, view, context).events);
}

function moved(view: StateView, z: number): StateView {
  const delta = { x: 0, y: 0, z };
  return view.apply(planMove({ element_id: 'X', delta }, view, context).events);
}

const paramsOf = (view: StateView): ParamValues => view.element('X')?.params ?? {};

describe('a room with a base offset', () => {
  test.each([
    ['above its level', 150],
    ['below its level', -1400],
    ['at its level', 0],
  ])('begins at its foot %s', (_where, base_offset) => {
    const view = withElement('room', { boundary_points, base_offset, height: 2500 });
    expect(view.bounds('X')).toEqual({
      min: { x: 0, y: 0, z: base_offset },
      max: { x: 5000, y: 4000, z: base_offset + 2500 },
    });
    const mesh = view.mesh('X');
    expect(mesh === null ? 0 : meshVolume(mesh)).toBeCloseTo(20e6 * 2500, 0);
    expect(view.measures('X').volume_mm3).toBe(20e6 * 2500);
    const pieces = view.pieces('X') ?? [];
    expect(pieces.map(({ bounds }) => [bounds[2], bounds[5]])).toEqual([
      [base_offset, base_offset + 2500],
    ]);
  });

  test.each([
    [{ base_offset: 1e7 - 3000 }, { area_mm2: 20e6, perimeter_mm: 18_000, volume_mm3: 6e10 }],
    [{ base_offset: 1e7 - 2999.999 }, 'OUT_OF_MODEL_BOUNDS'],
    [
      { base_offset: -1e7, height: 1 },
      { area_mm2: 20e6, perimeter_mm: 18_000, volume_mm3: 2e7 },
    ],
    [{ base_offset: -1000, height: 1, level_id: 'T' }, 'OUT_OF_MODEL_BOUNDS'],
  ])('is within the model: %j', (params, expected) => {
    const low = building(created('level', 'T', { elevation: -1e7 + 999, height: 1 }));
    expect(verdict('room', { boundary_points, ...params }, low)).toEqual(expected);
  });

  test('its reach begins at its foot', () => {
    const reach = (params: object): unknown => {
      const found = room.reach === 'none' ? null : room.reach(make('room', 'X', params));
      return [found?.low, found?.high];
    };
    expect(reach({ boundary_points, base_offset: -200, height: 2500 })).toEqual([-200, 2300]);
    expect(reach({ boundary_points, base_offset: 300, top_under: 'R1' })).toEqual([300, Infinity]);
  });

  test('its quantities are those of its own heights', () => {
    // A floor whose top is the foot of the room, and a column of 400 mm that is 1,000 mm high.
    const view = withElement(
      'room',
      { boundary_points, base_offset: 200, height: 2500 },
      building(
        created('floor', 'S', { boundary_points: SQUARE, top_offset: 200, thickness: 200 }),
        created('column', 'C', {
          location: { x: 2500, y: 2000 },
          profile: '400x400',
          base_offset: 200,
          height: 1000,
        }),
      ),
    );
    const element = view.elementOf('X', 'room');
    const sizes = element === undefined ? null : spaceQuantities(element, view);
    expect(sizes).toMatchObject({
      height_mm: 2500,
      gross_floor_area_mm2: 20e6,
      net_floor_area_mm2: 20e6 - 160_000,
      gross_volume_mm3: 20e6 * 2500,
      net_volume_mm3: 20e6 * 2500 - 160_000 * 1000,
    });
  });

  test('the walls around its point enclose it, whatever their heights', () => {
    const view = withElement(
      'room',
      { point: { x: 2000, y: 2000 }, boundary_points: SQUARE, base_offset: 400, height: 2000 },
      building(...fourWalls('N')),
    );
    expect(view.measures('X').area_mm2).toBe(4800 * 3800);
    const element = view.elementOf('X', 'room');
    const sizes = element === undefined ? null : spaceQuantities(element, view);
    expect(sizes?.net_perimeter_mm).toBe(2 * (4800 + 3800));
  });
});

describe('a room that follows the height of its level', () => {
  const follows = { boundary_points, follows_level: true };

  test('ends at the top of its level, wherever it begins', () => {
    const view = withElement('room', { ...follows, base_offset: null, height: 3000 });
    const raised = modified(view, 'base_offset', 150);
    expect(paramsOf(raised)).toMatchObject({ base_offset: 150, height: 2850 });
    expect(raised.bounds('X')?.max.z).toBe(3000);
    expect(paramsOf(modified(raised, 'base_offset', -250))).toMatchObject({ height: 3250 });
    expect(paramsOf(modified(raised, 'base_offset', null))).toMatchObject({ height: 3000 });
    expect(paramsOf(modified(raised, 'height', 2500))).toMatchObject({
      base_offset: 150,
      height: 2500,
      follows_level: false,
    });
    const higher = raised.apply(
      planModify({ element_id: 'L1', parameter_name: 'height', value: 3200 }, raised, context)
        .events,
    );
    expect(paramsOf(higher)).toMatchObject({ base_offset: 150, height: 3050 });
  });

  test('does not begin at or above the top of its level', () => {
    expect(verdict('room', { ...follows, base_offset: 3000 })).toBe('OUT_OF_RANGE');
    expect(verdict('room', { ...follows, base_offset: 2999 })).toMatchObject({ volume_mm3: 20e6 });
    const view = withElement('room', { ...follows, base_offset: 2900, height: 100 });
    const lower = { element_id: 'L1', parameter_name: 'height', value: 2900 };
    expect(refusalOf(() => planModify(lower, view, context))).toBe('OUT_OF_RANGE');
  });

  test('is inconsistent with another height', () => {
    const at = (height: number): unknown =>
      room.integrity(
        make('room', 'X', { ...follows, base_offset: 150, height }),
        siteOf(building()),
      );
    expect(at(2850)).toBeNull();
    expect(at(3000)).toMatchObject({ why: expect.stringContaining('2850 mm') });
  });
});

describe('a lifted room', () => {
  test('changes its base offset, and back again', () => {
    const view = withElement('room', { boundary_points, base_offset: 150, height: 2500 });
    const up = moved(view, 100.5);
    expect(paramsOf(up)).toMatchObject({ base_offset: 250.5, height: 2500 });
    expect(up.bounds('X')?.min.z).toBe(250.5);
    expect(moved(up, -100.5).element('X')).toEqual(view.element('X'));
  });

  test('keeps its top if it follows its level', () => {
    const view = withElement('room', {
      boundary_points,
      base_offset: 150,
      height: 2850,
      follows_level: true,
    });
    expect(paramsOf(moved(view, 100))).toMatchObject({ base_offset: 250, height: 2750 });
  });

  test('stands on its level without a base offset', () => {
    for (const without of [{}, { base_offset: null }]) {
      const view = withElement('room', { boundary_points, ...without });
      expect(refusalOf(() => moved(view, 1))).toBe('INVALID_ARGUMENT');
    }
    const stated = withElement('room', { boundary_points, base_offset: 0 });
    expect(paramsOf(moved(stated, 1))).toMatchObject({ base_offset: 1 });
  });

  test('keeps its base offset on another level, and the height up to its top if it follows it', () => {
    const view = withElement('room', {
      boundary_points,
      base_offset: 150,
      height: 2850,
      follows_level: true,
    });
    const there = modified(view, 'level_id', 'L2');
    expect(paramsOf(there)).toMatchObject({ level_id: 'L2', base_offset: 150, height: 3850 });
    expect(there.bounds('X')).toMatchObject({ min: { z: 3150 }, max: { z: 7000 } });
  });
});

describe('a raised room under a roof', () => {
  const under = { level_id: 'L9', boundary_points: rectangle(500, 1500, 2000, 2000) };

  test('its space begins at its foot', () => {
    const at = (base_offset: number): number => {
      const view = withElement('room', { ...under, top_under: 'R1', base_offset });
      return view.measures('X').volume_mm3 ?? NaN;
    };
    const roof = building().bounds('R1')?.min.z ?? NaN;
    const least = roof - 20_000;
    expect(least).toBeGreaterThan(200);
    expect(at(0) - at(150)).toBeCloseTo(4e6 * 150, 0);
    const view = withElement('room', { ...under, top_under: 'R1', base_offset: 150 });
    expect(view.bounds('X')?.min.z).toBe(20_150);
    const mesh = view.mesh('X');
    expect(mesh === null ? 0 : meshVolume(mesh)).toBeCloseTo(at(150), 0);
  });

  test('leaves no space above its underside', () => {
    const high = { ...under, top_under: 'R1', base_offset: 50_000 };
    expect(verdict('room', high)).toBe('OUT_OF_RANGE');
  });
});

describe('any room with a base offset', () => {
  const any = anyOf(
    'room',
    fc.record({
      boundary_points: fc
        .tuple(mm(-9000, 9000), mm(-9000, 9000), mm(400, 9000), mm(400, 9000))
        .map(([x, y, width, depth]) => rectangle(x, y, width, depth)),
      base_offset: mm(-6000, 6000),
      height: mm(1, 6000),
    }),
  );
  lies(any);
  moves(any);
  turns(any);
});

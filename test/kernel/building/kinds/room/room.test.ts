/** @module tests of rooms. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../../kernel/building/kinds/elements.ts';
import {
  reachOfRoom,
  room,
  roomsAlong,
  wallsAround,
} from '../../../../../kernel/building/kinds/room/room.ts';
import { planModify } from '../../../../../kernel/building/model/plan/modify.ts';
import { planMove } from '../../../../../kernel/building/model/plan/move.ts';
import { created, fourWalls, make } from '../../model/build.ts';
import {
  building,
  context,
  anyOf,
  lies,
  slides,
  turns,
  mm,
  P,
  rectangle,
  refusalOf,
  siteOf,
  verdict,
  withElement,
} from '../bench.ts';

const SQUARE = rectangle(0, 0, 5000, 4000);
const FACTS = { area_mm2: 20e6, perimeter_mm: 18_000, volume_mm3: 6e10 };
/** The space inside four walls of 200 mm around 5 × 4 m. */
const INSIDE = rectangle(100, 100, 4800, 3800);

describe('a room', () => {
  test.each([
    ['has area, perimeter and volume', { boundary_points: SQUARE }, FACTS],
    ['needs a level', { level_id: 'L7' }, 'LEVEL_NOT_FOUND'],
    [
      'does not cross itself',
      { boundary_points: [P(0, 0), P(1, 1), P(1, 0), P(0, 1)] },
      'INVALID_BOUNDARY',
    ],
    [
      'may touch the edge of the model',
      { boundary_points: rectangle(1e7 - 5000, 0, 5000, 4000) },
      FACTS,
    ],
    [
      'may not exceed the edge of the model by 0.001 mm',
      { boundary_points: rectangle(1e7 - 4999.999, 0, 5000, 4000) },
      'OUT_OF_MODEL_BOUNDS',
    ],
  ])('%s', (_what, params, expected) => {
    expect(verdict('room', params)).toEqual(expected);
  });

  test('a room must not end above the model', () => {
    const at = (elevation: number): unknown =>
      verdict('room', { level_id: 'T' }, building(created('level', 'T', { elevation, height: 1 })));
    expect(at(1e7 - 3000)).toEqual(FACTS);
    expect(at(1e7 - 2999.999)).toBe('OUT_OF_MODEL_BOUNDS');
  });

  test('a room with its own outline has the box and measures of that outline', () => {
    const view = withElement('room', { boundary_points: SQUARE });
    expect(view.bounds('X')).toEqual({
      min: { x: 0, y: 0, z: 0 },
      max: { x: 5000, y: 4000, z: 3000 },
    });
    expect(view.measures('X')).toEqual({ length_mm: null, ...FACTS });
  });

  describe('that follows its walls', () => {
    const point = P(2000, 2000);
    const view = withElement(
      'room',
      { point, boundary_points: INSIDE },
      building(...fourWalls('N')),
    );

    test('a room that follows walls has the outline between them, not the stored one', () => {
      const thicker = { element_id: 'N1', parameter_name: 'thickness', value: 400 };
      const narrow = view.apply(planModify(thicker, view, context).events);
      expect(view.measures('X').area_mm2).toBe(4800 * 3800);
      expect(narrow.measures('X').area_mm2).toBe(4800 * 3700);
      expect(narrow.element('X')).toEqual(view.element('X'));
    });

    test('a room that follows walls is indexed with a margin, so that walls can move', () => {
      const { boundary_points, ...rest } = { boundary_points: INSIDE, point };
      expect(reachOfRoom(make('room', 'X', { boundary_points, ...rest }))).toEqual({
        min: P(-900, -900),
        max: P(5900, 4900),
      });
      expect(reachOfRoom(make('room', 'Y', { boundary_points }))).toEqual({
        min: P(100, 100),
        max: P(4900, 3900),
      });
    });

    test('wallsAround lists each wall of a room', () => {
      const of = (id: string): Element => view.element(id) ?? make('wall', id);
      expect(wallsAround(of('X'), view).toSorted()).toEqual(['N1', 'N2', 'N3', 'N4']);
      expect(roomsAlong(of('N1'), view)).toEqual(['X']);
      expect(roomsAlong(of('W1'), view)).toEqual([]);
      expect([wallsAround(of('W1'), view), roomsAlong(of('X'), view)]).toEqual([[], []]);
    });

    test('a room follows the walls around a new point, and no walls with its own outline', () => {
      const moved = { element_id: 'X', parameter_name: 'point', value: P(3000, 3000) };
      expect(planModify(moved, view, context).relies_on).toEqual(
        expect.arrayContaining(['N1', 'N2', 'N3', 'N4']),
      );
      const outside = { ...moved, value: P(9000, 9000) };
      expect(refusalOf(() => planModify(outside, view, context))).toBe('ROOM_NOT_ENCLOSED');
      const given = { ...moved, parameter_name: 'boundary_points', value: SQUARE };
      expect(planModify(given, view, context)).toMatchObject({
        events: [{ payload: { updates: { point: null, boundary_points: SQUARE } } }],
        warnings: ['the room keeps this outline and no longer follows its walls'],
      });
    });

    test('a room that follows walls can only be moved to a point that walls enclose', () => {
      const away = { element_id: 'X', delta: { x: 50_000, y: 0, z: 0 } };
      expect(refusalOf(() => planMove(away, view, context))).toBe('ROOM_NOT_ENCLOSED');
    });

    const bent = [P(0, 0), P(5000, 0), P(5000, 4000), P(4000, 4000), P(4000, 1000), P(1000, 1000)];
    test.each([
      ['in the middle of the space', INSIDE, view, P(2500, 2000)],
      [
        'at its point if no place sees the whole outline',
        [...bent, P(1000, 4000), P(0, 4000)],
        building(),
        point,
      ],
    ])(
      'a room symbol has the name and the number %s',
      (_where, boundary_points, around, { x, y }) => {
        const named = make('room', 'X', { point, boundary_points, name: 'Hall', number: '1.01' });
        const marks = room.symbol === 'none' ? [] : room.symbol.marks(named, siteOf(around));
        const at = { x: expect.closeTo(x, 6), y: expect.closeTo(y, 6) };
        expect(marks).toContainEqual({ shape: 'text', at, lines: ['Hall', '1.01'] });
      },
    );
  });

  test('a room with an invalid outline is inconsistent', () => {
    const bad = make('room', 'X', { boundary_points: [P(0, 0), P(1, 1), P(1, 0), P(0, 1)] });
    expect(room.integrity(bad, siteOf(building()))).toMatchObject({
      why: expect.stringContaining('self intersecting'),
    });
  });
});

describe('any room', () => {
  const any = anyOf(
    'room',
    fc
      .tuple(mm(-9000, 9000), mm(-9000, 9000), mm(400, 9000), mm(400, 9000))
      .chain(([x, y, width, depth]) =>
        fc.record({
          boundary_points: fc.constantFrom(rectangle(x, y, width, depth), [
            P(x, y),
            P(x, y + depth),
            P(x + width, y + depth),
          ]),
          height: mm(1, 6000),
        }),
      ),
  );
  lies(any);
  slides(any);
  turns(any);
});

/** @module tests of rotation. */
import { describe, expect, test } from 'vitest';

import { planRotate } from '../../../../../kernel/building/model/plan/rotate.ts';
import { building, context, P, refusalOf } from '../../kinds/bench.ts';
import { created } from '../build.ts';

const VIEW = building(
  created('opening', 'O', {
    host_id: 'F1',
    offset: null,
    location: P(2000, 3000),
    width: 100,
    height: 100,
  }),
  created('floor', 'F2', {
    level_id: 'L9',
    boundary_points: [P(0, 0), P(10_000, 0), P(10_000, 6000), P(0, 6000)],
  }),
  created('opening', 'O2', {
    host_id: 'F2',
    offset: null,
    location: P(2000, 3000),
    width: 1000,
    height: 3000,
  }),
  created('column', 'C', { profile: '300x600' }),
  created('door', 'D', { host_id: 'W1' }),
  created('stair', 'S', { direction_deg: 300 }),
);

describe('a rotation', () => {
  test('a rotation is about the middle of the element, and exact for a quarter turn', () => {
    expect(planRotate({ element_id: 'W1', angle_deg: 90 }, VIEW, context)).toMatchObject({
      events: [{ payload: { updates: { start: P(2500, -2500), end: P(2500, 2500) } } }],
    });
  });

  test('a rotation about a point is on the grid for any angle', () => {
    const turn = { element_id: 'W1', angle_deg: 45, center: P(0, 0) };
    expect(planRotate(turn, VIEW, context)).toMatchObject({
      events: [{ payload: { updates: { end: P(3535.534, 3535.534) } } }],
    });
  });

  test('a rotation of a floor also rotates its openings', () => {
    const turn = { element_id: 'F1', angle_deg: 180, center: P(0, 0) };
    expect(planRotate(turn, VIEW, context)).toMatchObject({
      events: [{}, { aggregate_id: 'O', payload: { updates: { location: P(-2000, -3000) } } }],
    });
  });

  test('a rotation by any angle also turns the openings of a floor', () => {
    const turn = { element_id: 'F2', center: P(0, 0) };
    const quarter = VIEW.apply(planRotate({ ...turn, angle_deg: 90 }, VIEW, context).events);
    expect(quarter.outline('O2')).toEqual([
      P(-1500, 1500),
      P(-1500, 2500),
      P(-4500, 2500),
      P(-4500, 1500),
    ]);
    const whole = VIEW.measures('F2').volume_mm3 ?? 0;
    expect(quarter.measures('F2').volume_mm3).toBe(whole);
    const skew = quarter.apply(planRotate({ ...turn, angle_deg: -53 }, quarter, context).events);
    expect(skew.element('O2')?.params).toMatchObject({ turn_deg: 37 });
    expect((skew.measures('F2').volume_mm3 ?? 0) / whole).toBeCloseTo(1, 6);
    // An outline of the whole: each corner of the opening turned about the same point.
    const [cosine, sine] = [Math.cos((37 * Math.PI) / 180), Math.sin((37 * Math.PI) / 180)];
    const corners = [P(1500, 1500), P(2500, 1500), P(2500, 4500), P(1500, 4500)];
    for (const [i, { x, y }] of corners.entries()) {
      const corner = skew.outline('O2')?.[i];
      expect(corner?.x).toBeCloseTo(x * cosine - y * sine, 2);
      expect(corner?.y).toBeCloseTo(x * sine + y * cosine, 2);
    }
  });

  test('a rotation turns a column in its place', () => {
    const turn = { element_id: 'C', angle_deg: 30 };
    const { events } = planRotate(turn, VIEW, context);
    expect(events).toMatchObject([{ payload: { updates: { turn_deg: 30 } } }]);
    const again = planRotate(turn, VIEW.apply(events), context);
    expect(again.events).toMatchObject([
      { payload: { updates: { turn_deg: 60 }, previous: { turn_deg: 30 } } },
    ]);
  });

  test('a rotation turns directions', () => {
    const turn = { element_id: 'S', angle_deg: 90, center: P(0, 0) };
    expect(planRotate(turn, VIEW, context)).toMatchObject({
      events: [{ payload: { updates: { direction_deg: 30 } } }],
    });
  });

  test.each([
    ['a door', 'D', 90, 'INVALID_ARGUMENT'],
    ['a level', 'L1', 90, 'INVALID_ARGUMENT'],
    ['an unknown element', 'X', 90, 'ELEMENT_NOT_FOUND'],
    ['a wall by a full turn', 'W1', 360, 'NO_EFFECT'],
  ])('of %s is refused', (_what, element_id, angle_deg, code) => {
    expect(refusalOf(() => planRotate({ element_id, angle_deg }, VIEW, context))).toBe(code);
  });
});

/** @module tests of changing one parameter. */
import { describe, expect, test } from 'vitest';

import { planModify } from '../../../../../kernel/building/model/plan/modify.ts';
import { building, context, P, refusalOf } from '../../kinds/bench.ts';
import { created } from '../build.ts';

const VIEW = building(
  created('door', 'D', { host_id: 'W1', offset: 0 }),
  created('wall', 'W2', { level_id: 'L9', start: P(0, 9000), end: P(800, 9000) }),
  created('wall', 'W3', { level_id: 'L9', start: P(0, 12_000), end: P(900, 12_000) }),
  created('stair', 'S'),
  created('solid', 'B'),
);

const set = (
  element_id: string,
  parameter_name: string,
  value: unknown,
): ReturnType<typeof planModify> =>
  planModify({ element_id, parameter_name, value }, VIEW, context);

describe('a wall with a new start', () => {
  // From x 14,000 to 26,000 with four windows and an opening.
  const view = building(
    created('wall', 'LONG', { level_id: 'L9', start: P(14_000, 0), end: P(26_000, 0) }),
    ...[1500, 4000, 6500, 9000].map((offset) =>
      created('window', `N${offset}`, { host_id: 'LONG', offset, width: 1200 }),
    ),
    created('opening', 'GAP', { host_id: 'LONG', offset: 10_500 }),
  );
  const held = ['N1500', 'N4000', 'N6500', 'N9000', 'GAP'];
  const start = (x: number, y = 0): ReturnType<typeof planModify> =>
    planModify({ element_id: 'LONG', parameter_name: 'start', value: P(x, y) }, view, context);

  test.each([15_000, 13_000, 15_499.999])('keeps what it holds in its place: %d', (x) => {
    const plan = start(x);
    const after = view.apply(plan.events);
    for (const id of held) expect(after.bounds(id)).toEqual(view.bounds(id));
    expect(plan.events.map(({ aggregate_id }) => aggregate_id)).toEqual(['LONG', ...held]);
    expect(plan.warnings?.join()).toContain(
      `5 offsets change by ${(14_000_000 - x * 1000) / 1000}`,
    );
    expect(plan.relies_on).toEqual(expect.arrayContaining(held));
  });

  test('openings in an oblique wall keep their distance from the end that stays', () => {
    const after = view.apply(start(14_000, 5000).events);
    expect(after.element('N9000')?.params).toMatchObject({ offset: 10_000 });
  });

  test.each([15_500.001, 16_000])('and is refused where something would not fit: %d', (x) => {
    expect(refusalOf(() => start(x))).toBe('OPENING_EXCEEDS_HOST');
  });

  test('a new end of a wall changes no offset', () => {
    const change = { element_id: 'LONG', parameter_name: 'end', value: P(30_000, 0) };
    const plan = planModify(change, view, context);
    expect(plan.events.map(({ aggregate_id }) => aggregate_id)).toEqual(['LONG']);
    expect(view.apply(plan.events).bounds('GAP')).toEqual(view.bounds('GAP'));
  });
});

describe('a changed parameter', () => {
  test('a changed parameter is rounded to the grid, with its previous value', () => {
    expect(set('W1', 'height', 2800.0004)).toMatchObject({
      events: [
        {
          type: 'element.modified',
          payload: { updates: { height: 2800 }, previous: { height: 3000 } },
        },
      ],
      data: { from: 3000, to: 2800 },
    });
    expect(set('S', 'direction_deg', 33.33333)).toMatchObject({ data: { to: 33.33333 } });
  });

  test.each([
    ['that does not exist', ['W1', 'hight', 1], 'UNKNOWN_PARAMETER'],
    ['that is fixed', ['B', 'operation', 'union'], 'UNKNOWN_PARAMETER'],
    ['of another type', ['W1', 'height', 'high'], 'INVALID_ARGUMENT'],
    ['that is too small', ['W1', 'height', 0.0001], 'OUT_OF_RANGE'],
    ['that is too large', ['W1', 'height', 1e6 + 1], 'OUT_OF_RANGE'],
    ['that does not change on the grid', ['W1', 'height', 3000.0004], 'NO_EFFECT'],
    ['against a rule of the kind', ['W1', 'end', P(0, 0)], 'WALL_ZERO_LENGTH'],
    ['to a host that is too short', ['D', 'host_id', 'W2'], 'OPENING_EXCEEDS_HOST'],
    ['to a level that is not a level', ['W1', 'level_id', 'D'], 'LEVEL_NOT_FOUND'],
    ['of an unknown element', ['W7', 'height', 1], 'ELEMENT_NOT_FOUND'],
  ] as const)('%s is refused', (_what, [element_id, parameter_name, value], code) => {
    expect(refusalOf(() => set(element_id, parameter_name, value))).toBe(code);
  });

  test('a misspelt parameter is refused with the closest names first', () => {
    expect(() => set('W1', 'fire_rating', 60)).toThrow(/expected one of fire_rating_min, /);
  });

  test('a filling with a new host is tied to it, so that fillings of one host conflict', () => {
    expect(set('D', 'host_id', 'W3')).toMatchObject({
      events: [
        { type: 'element.modified' },
        { type: 'element.hosted', aggregate_id: 'W3', payload: { hosted_id: 'D' } },
      ],
    });
    expect(set('D', 'width', 800).events).toHaveLength(1);
  });
});

/** @module tests of moving. */
import { describe, expect, test } from 'vitest';

import { planMove } from '../../../../../kernel/building/model/plan/move.ts';
import { building, context, P, refusalOf } from '../../kinds/bench.ts';
import { created } from '../build.ts';

const VIEW = building(
  created('door', 'D', { host_id: 'W1', offset: 1000 }),
  created('window', 'N', { host_id: 'W1', offset: 3000 }),
  created('opening', 'O', { host_id: 'F1', offset: null, location: P(2000, 3000) }),
);

function by(
  element_id: string,
  x: number,
  y: number,
  z = 0,
): { element_id: string; delta: { x: number; y: number; z: number } } {
  return { element_id, delta: { x, y, z } };
}

describe('a move', () => {
  test('a move of a wall moves its ends and keeps the offsets along it', () => {
    const plan = planMove(by('W1', 10, 20, 30), VIEW, context);
    expect(plan).toMatchObject({
      events: [
        {
          aggregate_id: 'W1',
          payload: { updates: { start: P(10, 20), end: P(5010, 20), base_offset: 30 } },
        },
      ],
      data: { modified_ids: ['W1'] },
      relies_on: ['L9', 'D', 'N'],
    });
    expect(plan.events).toHaveLength(1);
  });

  test('a move of a floor also moves its openings', () => {
    expect(planMove(by('F1', 10, 0), VIEW, context)).toMatchObject({
      events: [
        { aggregate_id: 'F1' },
        { aggregate_id: 'O', payload: { updates: { location: P(2010, 3000) } } },
      ],
      data: { modified_ids: ['F1', 'O'] },
    });
  });

  test('an opening in a floor moves in plan only', () => {
    expect(planMove(by('O', 10, 0), VIEW, context)).toMatchObject({
      events: [{ payload: { updates: { location: P(2010, 3000) } } }],
    });
    expect(refusalOf(() => planMove(by('O', 0, 0, 1), VIEW, context))).toBe('INVALID_ARGUMENT');
    expect(refusalOf(() => planMove(by('O', -2000, 0), VIEW, context))).toBe(
      'OPENING_EXCEEDS_HOST',
    );
  });

  test('a door stops at its neighbours and at the ends of its wall', () => {
    expect(refusalOf(() => planMove(by('D', 1100, 0), VIEW, context))).toBeNull();
    expect(refusalOf(() => planMove(by('D', 1100.001, 0), VIEW, context))).toBe('OPENING_OVERLAP');
    expect(refusalOf(() => planMove(by('D', -1000.001, 0), VIEW, context))).toBe(
      'OPENING_EXCEEDS_HOST',
    );
  });

  test('a level moves up or down only, and any other change invalidates the plan', () => {
    expect(planMove(by('L1', 0, 0, 100), VIEW, context)).toMatchObject({
      events: [{ payload: { updates: { elevation: 100 } } }],
      exclusive: true,
    });
    expect(refusalOf(() => planMove(by('L1', 1, 0, 100), VIEW, context))).toBe('INVALID_ARGUMENT');
  });

  test('refuses a move of less than the grid', () => {
    expect(refusalOf(() => planMove(by('W1', 0.0004, 0), VIEW, context))).toBe('NO_EFFECT');
    expect(refusalOf(() => planMove(by('D', 0, 5000), VIEW, context))).toBe('NO_EFFECT');
    expect(refusalOf(() => planMove(by('W1', 0.001, 0), VIEW, context))).toBeNull();
  });

  test('refuses a move of an unknown element', () => {
    expect(refusalOf(() => planMove(by('W7', 1, 0), VIEW, context))).toBe('ELEMENT_NOT_FOUND');
  });
});

test('a move of a level names each element whose height it changes', () => {
  const view = building(
    created('wall', 'T1', { top_level_id: 'L2' }),
    created('wall', 'T2', { top_level_id: 'L2' }),
  );
  const plan = planMove(by('L2', 0, 0, 10), view, context);
  const ids = plan.events.map(({ aggregate_id }) => aggregate_id);
  expect(ids).toEqual(expect.arrayContaining(['L2', 'T1', 'T2']));
  expect(plan.data.modified_ids).toEqual(ids);
});

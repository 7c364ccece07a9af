/** @module tests of joining walls. */
import { describe, expect, test } from 'vitest';

import { planJoin } from '../../../../../kernel/building/model/plan/join.ts';
import { building, context, P, refusalOf } from '../../kinds/bench.ts';
import { created, fourWalls } from '../build.ts';

const VIEW = building(
  ...fourWalls('N'),
  created('wall', 'far', { start: P(0, 9000), end: P(1, 9000) }),
);

function refused(
  element_ids: readonly string[],
  join_type: 'auto' | 'butt' = 'butt',
): string | null {
  return refusalOf(() => planJoin({ element_ids, join_type }, VIEW, context));
}

describe('a join', () => {
  test('a join sets how walls meet, and records how they met before', () => {
    const plan = planJoin({ element_ids: ['N1', 'N2', 'N1'], join_type: 'butt' }, VIEW, context);
    expect(plan.events).toEqual([
      {
        type: 'elements.joined',
        aggregate_id: 'N1',
        payload: {
          element_ids: ['N1', 'N2'],
          join_type: 'butt',
          previous: { N1: 'auto', N2: 'auto' },
        },
      },
      {
        type: 'element.modified',
        aggregate_id: 'N1',
        payload: { updates: { join_type: 'auto' }, previous: { join_type: 'butt' } },
      },
    ]);
    expect(VIEW.apply(plan.events).elementOf('N1', 'wall')?.params.join_type).toBe('auto');
    expect(VIEW.apply(plan.events).elementOf('N2', 'wall')?.params.join_type).toBe('butt');
  });

  test.each([
    ['one wall', ['N1'], 'INVALID_ARGUMENT'],
    ['one wall twice', ['N1', 'N1'], 'INVALID_ARGUMENT'],
    ['opposite walls', ['N1', 'N3'], 'INVALID_ARGUMENT'],
    ['a wall that meets no other', ['N1', 'N2', 'far'], 'INVALID_ARGUMENT'],
    ['an element that is not a wall', ['N1', 'F1'], 'INVALID_ARGUMENT'],
    ['an unknown wall', ['N1', 'X'], 'ELEMENT_NOT_FOUND'],
  ])('of %s is refused', (_what, ids, code) => {
    expect(refused(ids)).toBe(code);
  });

  test('a join that changes nothing has no effect', () => {
    expect(refused(['N1', 'N2'], 'auto')).toBe('NO_EFFECT');
  });
});

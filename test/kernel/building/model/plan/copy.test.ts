/** @module tests of copying. */
import { describe, expect, test } from 'vitest';

import type { CopyInput } from '../../../../../kernel/building/model/plan/copy.ts';
import { planCopy } from '../../../../../kernel/building/model/plan/copy.ts';
import { building, context, P, refusalOf } from '../../kinds/bench.ts';
import { created } from '../build.ts';

const VIEW = building(
  created('door', 'D', { host_id: 'W1', offset: 0 }),
  created('window', 'N', { host_id: 'W1', offset: 1000 }),
  created('opening', 'O', {
    host_id: 'F1',
    offset: null,
    location: P(1000, 2000),
    width: 500,
    height: 500,
  }),
);

function refused(element_id: string, input: Partial<CopyInput>): string | null {
  return refusalOf(() => planCopy({ element_id, count: 1, ...input }, VIEW, context));
}

describe('copies', () => {
  test('each copy is one displacement further, with its contents', () => {
    const plan = planCopy(
      { element_id: 'W1', delta: { x: 0, y: 6000, z: 0 }, count: 2 },
      VIEW,
      context,
    );
    const view = VIEW.apply(plan.events);
    expect(plan.data.new_ids).toHaveLength(2);
    expect(plan.data.copied_ids).toHaveLength(4);
    expect(plan.relies_on).toEqual(['W1', 'L9', 'D', 'N']);
    for (const [index, id] of plan.data.new_ids.entries()) {
      expect(view.elementOf(id, 'wall')?.params.start).toEqual(P(0, 6000 * (index + 1)));
      expect(view.hostedBy(id).map(({ kind }) => kind)).toEqual(['door', 'window']);
    }
  });

  test('copies are placed by their reference point', () => {
    const plan = planCopy({ element_id: 'F1', to_location: P(10_000, 0), count: 1 }, VIEW, context);
    const view = VIEW.apply(plan.events);
    expect(view.elementOf(plan.data.new_id, 'floor')?.params.boundary_points[0]).toEqual(
      P(10_000, 0),
    );
    const [opening] = view.hostedBy(plan.data.new_id);
    expect(opening?.params).toMatchObject({ location: P(11_000, 1000) });
  });

  test('copies in a host must fit next to each other', () => {
    expect(refused('D', { delta: { x: 2200, y: 0, z: 0 } })).toBeNull();
    expect(refused('D', { delta: { x: 2199.999, y: 0, z: 0 } })).toBe('OPENING_OVERLAP');
    expect(refused('N', { delta: { x: 1200, y: 0, z: 0 }, count: 2 })).toBeNull();
    expect(refused('N', { delta: { x: 1200, y: 0, z: 0 }, count: 3 })).toBe('OPENING_EXCEEDS_HOST');
    expect(refused('O', { delta: { x: 500.001, y: 0, z: 0 } })).toBeNull();
    expect(refused('O', { delta: { x: 500, y: 0, z: 0 } })).toBe('OPENING_OVERLAP');
  });

  test.each([
    ['on each other', 'W1', { delta: { x: 0, y: 0, z: 0 } }, 'NO_EFFECT'],
    ['on each other on another level', 'W1', { to_level_id: 'L1', count: 2 }, 'NO_EFFECT'],
    [
      'to two places',
      'W1',
      { delta: { x: 1, y: 0, z: 0 }, to_location: P(0, 0) },
      'INVALID_ARGUMENT',
    ],
    ['without a displacement', 'W1', {}, 'INVALID_ARGUMENT'],
    ['of a level', 'L1', { delta: { x: 0, y: 0, z: 3000 } }, 'INVALID_ARGUMENT'],
    ['of a door on another level', 'D', { to_level_id: 'L1' }, 'INVALID_ARGUMENT'],
    ['to a level that is not a level', 'W1', { to_level_id: 'W1' }, 'LEVEL_NOT_FOUND'],
    ['of an unknown element', 'W7', { delta: { x: 1, y: 0, z: 0 } }, 'ELEMENT_NOT_FOUND'],
  ])('%s are refused', (_what, element_id, input, code) => {
    expect(refused(element_id, input)).toBe(code);
  });

  test('copies on another level are at the same place in plan', () => {
    const plan = planCopy({ element_id: 'W1', to_level_id: 'L2', count: 1 }, VIEW, context);
    expect(VIEW.apply(plan.events).bounds(plan.data.new_id)?.min).toEqual({
      x: 0,
      y: -100,
      z: 3000,
    });
    expect(plan.relies_on).toContain('L2');
  });
});

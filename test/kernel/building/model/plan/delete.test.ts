/** @module tests of deleting. */
import { describe, expect, test } from 'vitest';

import { planDelete } from '../../../../../kernel/building/model/plan/delete.ts';
import { building, context, refusalOf } from '../../kinds/bench.ts';
import { created } from '../build.ts';

const VIEW = building(
  created('wall', 'A', { level_id: 'L2' }),
  created('door', 'D', { host_id: 'A' }),
  created('stair', 'S', { level_id: 'L1', top_level_id: 'L2' }),
);

type Gone = readonly [id: string, cascade_of: string | null];

function gone(...ids: readonly string[]): readonly Gone[] {
  return planDelete(ids, VIEW, context).events.map(({ aggregate_id, payload }): Gone => [
    aggregate_id,
    'cascade_of' in payload ? (payload.cascade_of as string | null) : 'none',
  ]);
}

describe('a deletion', () => {
  test('a deletion also deletes the dependants, dependants first', () => {
    expect(gone('A')).toEqual([
      ['D', 'A'],
      ['A', null],
    ]);
    expect(gone('L2')).toEqual([
      ['D', 'A'],
      ['A', 'L2'],
      ['S', 'L2'],
      ['L2', null],
    ]);
  });

  test('a deletion names the first cause of each deleted dependant', () => {
    expect(gone('L1', 'L2')).toContainEqual(['S', 'L1']);
    expect(gone('L2', 'L1')).toContainEqual(['S', 'L2']);
  });

  test('a requested deletion of a dependant counts as requested', () => {
    expect(gone('A', 'D')).toEqual([
      ['D', null],
      ['A', null],
    ]);
    expect(gone('D', 'A')).toEqual([
      ['D', null],
      ['A', null],
    ]);
    expect(gone('D', 'D')).toEqual([['D', null]]);
  });

  test('every prefix of the events of a deletion leaves a consistent state', () => {
    const { events } = planDelete(['L2', 'W1', 'L9'], VIEW, context);
    for (let n = 1; n <= events.length; n += 1) {
      expect(refusalOf(() => VIEW.apply(events.slice(0, n)))).toBeNull();
    }
  });

  test('any other change invalidates the deletion of a level', () => {
    expect(planDelete(['L2'], VIEW, context)).toMatchObject({
      exclusive: true,
      data: { deleted_ids: ['L2'], cascaded_ids: ['A', 'D', 'S'], deleted_count: 4 },
      about: 'L2',
      warnings: ['also deletes 3 dependants: `A`, `D`, `S`'],
    });
    expect(planDelete(['A'], VIEW, context)).not.toHaveProperty('exclusive');
    expect(planDelete(['D'], VIEW, context).warnings).toEqual([]);
  });

  test('a deletion lists 50 dependants, and counts all of them', () => {
    const walls = Array.from({ length: 51 }, (_, n) =>
      created('wall', `N${n}`, {
        level_id: 'L1',
        start: { x: 0, y: 9000 * (n + 1) },
        end: { x: 4000, y: 9000 * (n + 1) },
      }),
    );
    const plan = planDelete(['L1'], building(...walls), context);
    expect(plan.data.cascaded_ids).toHaveLength(50);
    expect(plan.data.deleted_count).toBe(plan.events.length);
    expect(plan.data.deleted_count).toBeGreaterThan(51);
  });

  test('refuses the deletion of an unknown element', () => {
    expect(refusalOf(() => planDelete(['A', 'X'], VIEW, context))).toBe('ELEMENT_NOT_FOUND');
  });
});

describe('a deletion of a roof or floor together with what ends under it', () => {
  const outline = [
    { x: -500, y: -500 },
    { x: 6000, y: -500 },
    { x: 6000, y: 6000 },
    { x: -500, y: 6000 },
  ];
  test.each(['roof', 'floor'] as const)('deletes the %s last, in any order of request', (kind) => {
    const view = building(
      created(kind, 'OVER', { level_id: 'L2', boundary_points: outline }),
      created('wall', 'UNDER', { top_under: 'OVER' }),
      created('wall', 'ALSO', { start: { x: 0, y: 3000 }, top_under: 'OVER' }),
    );
    for (const ids of [
      ['OVER', 'UNDER', 'ALSO'],
      ['UNDER', 'OVER', 'ALSO'],
      ['ALSO', 'UNDER', 'OVER'],
      ['L2', 'UNDER', 'ALSO'],
    ]) {
      const { events } = planDelete(ids, view, context);
      const order = events.map(({ aggregate_id }) => aggregate_id);
      expect(order.indexOf('OVER')).toBeGreaterThan(order.indexOf('UNDER'));
      expect(order.indexOf('OVER')).toBeGreaterThan(order.indexOf('ALSO'));
      for (let n = 1; n <= events.length; n += 1) {
        expect(refusalOf(() => view.apply(events.slice(0, n)))).toBeNull();
      }
    }
  });
});

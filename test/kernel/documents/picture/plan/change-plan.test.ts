/** @module tests of the plan of a change: the shown storeys, and the number of further storeys. */
import { expect, test } from 'vitest';

import { changePng } from '../../../../../kernel/documents/picture/plan/change-plan.ts';
import { planElements } from '../../../../../kernel/documents/picture/plan/plan-panel.ts';
import { building } from '../../../building/kinds/bench.ts';
import { created } from '../../../building/model/build.ts';

const LEVELS = ['A', 'B', 'C', 'D'];

/** The PNG, as text, of a change that adds a column on each of the first `count` levels; empty if there is none. */
function captions(count: number): string {
  const levels = LEVELS.map((name, n) => {
    return created('level', `L_${name}`, { name, elevation: 3000 * n });
  });
  const before = building(...levels);
  const columns = LEVELS.slice(0, count).map((name) => `column_${name}`);
  const after = before.apply(
    columns.map((id, n) => created('column', id, { level_id: `L_${LEVELS[n] ?? ''}` })),
  );
  const png = changePng({ before, after }, columns, []);
  return png?.toString('utf8') ?? '';
}

test('changePng shows two storeys of a change and counts the others', () => {
  expect(captions(0)).toBe('');
  expect(captions(1)).toContain('A: before; A: after');
  expect(captions(2)).toContain('A: before; A: after; B: before; B: after');
  expect(captions(2)).not.toContain('more');
  expect(captions(3)).toContain('B: after (1 more storey changes)');
  expect(captions(4)).toContain('B: after (2 more storeys change)');
});

test('draws a changed floor below the columns on it, and a changed column above the others', () => {
  const corners = [
    [0, 0],
    [4000, 0],
    [4000, 4000],
    [0, 4000],
  ] as const;
  const view = building(
    created('level', 'L', { name: 'A', elevation: 0 }),
    created('column', 'column_1', { level_id: 'L' }),
    created('column', 'column_2', { level_id: 'L', location: { x: 2000, y: 0 } }),
    created('floor', 'floor_1', {
      level_id: 'L',
      boundary_points: corners.map(([x, y]) => ({ x, y })),
    }),
  );
  const elements = ['column_1', 'column_2', 'floor_1'].flatMap((id) => view.element(id) ?? []);
  const changes = new Map([
    ['floor_1', 'modified'],
    ['column_1', 'modified'],
  ] as const);
  expect(planElements(view, elements, changes).map(({ id }) => id)).toEqual([
    'floor_1',
    'column_2',
    'column_1',
  ]);
});

/** @module tests of room separation lines in plans. */
import { expect, test } from 'vitest';

import { planView } from '../../../../kernel/documents/drawings/plan/plan-view.ts';
import { building } from '../../building/kinds/bench.ts';
import { created } from '../../building/model/build.ts';

test('a room separation line is a thin dashed line of the plan of its level only', () => {
  const view = building(created('separation', 'X', { end: { x: 4000, y: 0 } }));
  const drawn = ['L1', 'L2'].map((level_id) => {
    const plan = { view: 'plan', level_id, scale: 100, cut_height: 1200 } as const;
    return (planView(plan, view)?.items ?? []).filter(
      (item) => 'element' in item && item.element === 'X',
    );
  });
  expect(drawn).toMatchObject([
    [{ shape: 'polyline', pen: { layer: 'SEPARATIONS', dash_mm: [1.6, 0.9] } }],
    [],
  ]);
});

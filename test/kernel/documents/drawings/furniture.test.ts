/** @module tests of furniture in plans. */
import { expect, test } from 'vitest';

import type { ParamsOf } from '../../../../kernel/building/kinds/elements.ts';
import type { Item } from '../../../../kernel/documents/drawings/drawing.ts';
import { planView } from '../../../../kernel/documents/drawings/plan/plan-view.ts';
import { building } from '../../building/kinds/bench.ts';
import { created } from '../../building/model/build.ts';

/** Layers on which a plan of L1, cut 1,200 mm above the level, draws a piece of furniture. */
function layersOf(params: Partial<ParamsOf<'furniture'>>): readonly string[] {
  const view = building(created('furniture', 'X', params));
  const plan = { view: 'plan', level_id: 'L1', scale: 100, cut_height: 1200 } as const;
  const items = planView(plan, view)?.items ?? [];
  return [...new Set(items.filter((item) => elementOf(item) === 'X').map(layerOf))];
}

function elementOf(item: Item): string | null {
  return 'element' in item ? item.element : null;
}

function layerOf(item: Item): string {
  if (item.shape === 'area') return item.fill.layer;
  return item.shape === 'polyline' ? item.pen.layer : item.shape;
}

test.each([
  ['below the cut', { height: 740 }],
  ['that the plan cuts', { height: 2000 }],
] as const)('furniture %s is drawn by its symbol and not filled', (_where, params) => {
  expect(layersOf({ furniture_type: 'wardrobe', ...params })).toEqual(['FURNITURE']);
});

test('furniture above the cut plane is drawn on the layer of overhead elements', () => {
  const params = { furniture_type: 'shelf', base_offset: 1500, height: 600 } as const;
  expect(layersOf(params)).toEqual(['FURNITURE-ABOVE']);
});

test('furniture of another level is not drawn', () => {
  expect(layersOf({ level_id: 'L2', furniture_type: 'bed' })).toEqual([]);
});

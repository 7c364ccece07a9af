/** @module tests of merges of curtain walls whose grids are stated in different ways. */
import { expect, test } from 'vitest';

import type { CurtainRequest } from '../../../../../kernel/building/kinds/wall/curtain/params.ts';
import {
  type Merge,
  mergeBranches,
} from '../../../../../kernel/building/model/branches/branches.ts';
import { created, modifies, Site } from '../build.ts';

const PANELS = { columns: 4, panels: [{ column: 2, row: 1, kind: 'solid' as const }] };

/** The merge of a wall whose grid becomes one on the branch and another one on main. */
function merged(source: CurtainRequest, target: CurtainRequest): Merge {
  const site = new Site();
  const wall = { wall_type: 'curtain', curtain: { columns: 3 } } as const;
  site.commit('main', [created('level', 'L1'), created('wall', 'W1', wall)]);
  site.fork('design/a');
  site.commit('design/a', [modifies(site.element('W1'), { curtain: source })]);
  site.commit('main', [modifies(site.element('W1'), { curtain: target })]);
  const base = site.model.mergeBase('design/a', 'main');
  if (base === null) throw new Error('no base');
  return mergeBranches(base, site.view('design/a'), site.view('main'));
}

test('a grid that also states its default values is the same', () => {
  const stated = { ...PANELS, rows: 1, mullion_width: 50, panel_thickness: 30 };
  expect(merged(stated, PANELS)).toMatchObject({ conflicts: [], events: [] });
});

test('a grid with another size or another panel is in conflict', () => {
  const glass = [{ column: 2, row: 1, kind: 'glass' as const }];
  for (const other of [
    { ...PANELS, mullion_width: 60 },
    { ...PANELS, panels: glass },
  ]) {
    const { conflicts } = merged(other, PANELS);
    expect(conflicts.map(({ parameter }) => parameter)).toEqual(['curtain']);
  }
});

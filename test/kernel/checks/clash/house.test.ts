/** @module test of clashes in the example house, which has none. */
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { Model } from '../../../../kernel/building/model/model.ts';
import { World } from '../../../servers/building/world.ts';
import { clashesIn, solids } from './clash-model.ts';

test('nothing clashes in the example house: every contact is explained by a rule', async () => {
  const world = await World.create();
  const script = readFileSync(new URL('../../../../examples/house.plumb', import.meta.url), 'utf8');
  await world.do('run_script', { script });
  const model = new Model({ solids });
  model.applyAll(world.log.all);
  const view = model.view('main');
  if (view === null) throw new Error('main is always there');
  const { findings, counts, rules, not_measured } = clashesIn(view);
  expect([findings, not_measured]).toEqual([[], []]);
  expect(counts.touching).toBe(15);
  const explained = rules.filter(({ pairs }) => pairs > 0);
  expect(explained.map(({ rule_id, pairs }) => `${rule_id} ${pairs}`)).toEqual([
    'in-its-host 28',
    'joined-walls 26',
    'stands-on 71',
  ]);
});

/** @module tests of comparisons by callers with a restricted READ scope: models that differ in hidden elements only. */
import { expect, test } from 'vitest';

import { authorsOf } from '../../../../kernel/building/comparison/authors.ts';
import { cloudsOf } from '../../../../kernel/building/comparison/clouds.ts';
import { compareViews } from '../../../../kernel/building/comparison/comparison.ts';
import { RestrictedView } from '../../../../kernel/building/view/restricted-view.ts';
import type { BuildingView } from '../../../../kernel/building/view/view.ts';
import { comparisonCsv } from '../../../../kernel/documents/comparison/comparison-csv.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { World } from '../../../servers/building/world.ts';
import { created, deletes, fourWalls, modifies } from '../model/build.ts';

const VISIBLE = [
  created('level', 'L1', { name: 'Ground' }),
  ...fourWalls(),
  created('door', 'D1', { host_id: 'W1', offset: 2500 }),
  created('room', 'R1', { point: { x: 2000, y: 2000 } }),
];
const HIDDEN = [
  created('column', 'C1', { location: { x: 2000, y: 1000 }, name: 'Secret' }),
  created('column', 'C2', { location: { x: 9000, y: 0 } }),
  created('group', 'G1', { name: 'Vault', members: [['C1', 'W2']] }),
];

function seen(view: BuildingView): RestrictedView {
  return new RestrictedView(view, {
    key: 'k',
    maker: 'm',
    own: () => false,
    place: ({ category }) => category !== 'Columns',
    branch: () => true,
  });
}

async function appended(world: World, operation: string, events: readonly PlannedEvent[]) {
  world.log.append('main', operation, events);
  await world.domain.catchUp();
  expect(world.domain.unapplied()).toBeNull();
}

/** All answers about the changes of a model with or without hidden elements. */
async function answers(isTwin: boolean): Promise<string> {
  const world = await World.create();
  await appended(world, 'first', VISIBLE);
  await appended(world, 'hidden', isTwin ? HIDDEN : []);
  const before = world.view;
  const hidden = isTwin
    ? [
        modifies(before.element('C1'), { location: { x: 3000, y: 1000 } }),
        deletes(before.element('G1')),
        deletes(before.element('C2')),
      ]
    : [];
  await appended(world, 'second', hidden);
  await appended(world, 'third', [
    modifies(before.element('W3'), { start: { x: 5000, y: 3550 }, end: { x: 0, y: 3550 } }),
    deletes(before.element('D1')),
    created('window', 'N1', { host_id: 'W2', offset: 2000 }),
  ]);
  const [was, is] = [seen(before), seen(world.view)];
  const there = compareViews(was, is);
  const authors = await authorsOf(is, { from_seq: 0, to_seq: Number.MAX_SAFE_INTEGER }, [
    ...there.rows.map(({ id }) => id),
    'C1',
    'C2',
    'G1',
  ]);
  const named = [...authors.values()].map(({ element_id, seq, operations, reasoning }) => {
    return { element_id, seq, operations, reasoning };
  });
  return JSON.stringify({
    there,
    back: compareViews(is, was),
    named,
    csv: comparisonCsv(there.rows),
    clouds: cloudsOf(there.rows, 'L1'),
  });
}

test('hidden elements and their changes leave no trace in a comparison', async () => {
  const [with_hidden, without] = [await answers(true), await answers(false)];
  expect(without).toContain('area 18.24 → 16.08 m²');
  for (const id of ['C1', 'C2', 'G1', 'Secret', 'Vault']) expect(with_hidden).not.toContain(id);
  expect(with_hidden).toBe(without);
});

/** @module tests of groups and filters of comparisons. */
import { expect, test } from 'vitest';

import { compareViews } from '../../../../kernel/building/comparison/comparison.ts';
import { filteredRows, groupedRows } from '../../../../kernel/building/comparison/summary.ts';
import { created, modifies } from '../model/build.ts';
import { fourWalledSite } from '../model/random-edits.ts';

const site = fourWalledSite();
site.commit('main', [
  created('door', 'D1', { host_id: 'W1', offset: 2500 }),
  created('room', 'R1', { point: { x: 2000, y: 2000 } }),
]);
const before = site.view();
const after = before.apply([
  created('level', 'L2', { name: 'Attic', elevation: 3000 }),
  created('column', 'C1', { level_id: 'L2', location: { x: 9000, y: 0 } }),
  modifies(before.element('L1'), { elevation: 50 }),
  modifies(before.element('R1'), { name: 'Hall' }),
]);
const { rows } = compareViews(before, after);
const idsOf = (some: readonly { readonly id: string }[]): readonly string[] =>
  some.map(({ id }) => id);

test('consequences are in the group of the change from which they follow, over several steps', () => {
  const groups = groupedRows(rows, 'cause');
  expect(groups.map(({ key, rows: members }) => [key, idsOf(members)])).toEqual([
    ['L1', ['L1', 'W1', 'W2', 'W3', 'W4', 'D1']],
    ['L2', ['L2', 'C1']],
    ['R1', ['R1']],
  ]);
  expect(groups[0]?.label).toMatch(/^moved by 50 mm upwards; 4 walls followed/);
});

test('groups by level and kind have their names', () => {
  const names = (by: 'level' | 'kind'): unknown =>
    groupedRows(rows, by).map(({ key, label, rows: members }) => [key, label, members.length]);
  expect(names('level')).toEqual([
    ['L2', 'Attic', 2],
    ['L1', before.elementOf('L1', 'level')?.params.name, 7],
  ]);
  expect(names('kind')).toEqual([
    ['level', 'Levels', 2],
    ['wall', 'Walls', 4],
    ['column', 'Columns', 1],
    ['room', 'Rooms', 1],
    ['door', 'Doors', 1],
  ]);
});

test('filters select rows, and no filter selects all', () => {
  expect(filteredRows(rows, {})).toEqual(rows);
  expect(idsOf(filteredRows(rows, { geometry: false }))).toEqual(['L1', 'L2']);
  expect(idsOf(filteredRows(rows, { data: true }))).toEqual(['L2', 'C1', 'R1']);
  expect(idsOf(filteredRows(rows, { consequence: true, kinds: ['wall', 'door'] }))).toEqual([
    'W1',
    'W2',
    'W3',
    'W4',
    'D1',
  ]);
  expect(idsOf(filteredRows(rows, { levels: ['L2'] }))).toEqual(['L2', 'C1']);
  expect(filteredRows(rows, { levels: [null] })).toEqual([]);
});

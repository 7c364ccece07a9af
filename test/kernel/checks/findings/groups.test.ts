/** @module tests of grouping findings and of excluding accepted ones. */
import { expect, test } from 'vitest';

import { withoutExcluded } from '../../../../kernel/checks/findings/exclusions.ts';
import type { FindingGroup } from '../../../../kernel/checks/findings/groups.ts';
import { groupFindings } from '../../../../kernel/checks/findings/groups.ts';

const finding = (
  finding_id: string,
  level_id: string | null,
  ...element_ids: readonly string[]
): Parameters<typeof groupFindings>[0][number] => ({ finding_id, level_id, element_ids });

const FINDINGS = [
  finding('1', 'L2', 'A', 'P'),
  finding('2', 'L1', 'B', 'P'),
  finding('3', null, 'C', 'P'),
  finding('4', 'L1', 'A', 'D'),
];

const linesOf = (groups: readonly FindingGroup[]): readonly string[] =>
  groups.map(({ of, finding_ids }) => `${of}: ${finding_ids.join(' ')}`);

test('groups by element: a pipe through three walls is one group', () => {
  expect(linesOf(groupFindings(FINDINGS, { by: 'element' }))).toEqual(['A: 4', 'P: 1 2 3']);
});

test('groups by level, with findings on no level last', () => {
  expect(linesOf(groupFindings(FINDINGS, { by: 'level' }))).toEqual([
    'L1: 2 4',
    'L2: 1',
    'null: 3',
  ]);
});

test('groups by hand: by the first group that names a finding, with all others last', () => {
  const groups = [
    { name: 'shaft', finding_ids: ['3', '1'] },
    { name: 'roof', finding_ids: ['1', '4'] },
  ];
  expect(linesOf(groupFindings(FINDINGS, { by: 'hand', groups }))).toEqual([
    'roof: 4',
    'shaft: 1 3',
    'null: 2',
  ]);
});

test('the id of a group depends on its key and criterion, not on its findings', () => {
  const id = (count: number): string | undefined =>
    groupFindings(FINDINGS.slice(0, count), { by: 'level' }).find(({ of }) => of === 'L1')
      ?.group_id;
  expect(id(4)).toMatch(/^[0-9a-f]{16}$/u);
  expect(id(2)).toBe(id(4));
  const by_hand = groupFindings(FINDINGS, {
    by: 'hand',
    groups: [{ name: 'L1', finding_ids: ['1'] }],
  });
  expect(by_hand[0]?.group_id).not.toBe(id(4));
});

test('lists excluded findings with reason and person, and exclusions of missing findings', () => {
  const accepted = { finding_id: '2', because: 'cast in', by: 'ada' };
  const gone = { finding_id: '9', because: 'long ago', by: 'bob' };
  const { findings, excluded, unused } = withoutExcluded(FINDINGS, [accepted, gone]);
  expect(findings.map(({ finding_id }) => finding_id)).toEqual(['1', '3', '4']);
  expect(excluded).toEqual([{ finding: FINDINGS[1], because: 'cast in', by: 'ada' }]);
  expect(unused).toEqual([gone]);
});

/** @module tests of comparing two runs of a check. */
import { expect, test } from 'vitest';

import type { RunComparison } from '../../../../kernel/checks/findings/compare-runs.ts';
import { compareRuns } from '../../../../kernel/checks/findings/compare-runs.ts';

type Found = { readonly finding_id: string };
const found = (...ids: readonly string[]): readonly Found[] =>
  ids.map((finding_id) => ({ finding_id }));
const linesOf = ({ findings }: RunComparison<Found, string>): readonly string[] =>
  findings.map(({ finding, status, since }) => `${finding.finding_id} ${status} ${since}`);

test('reports all findings of the first run as new since that run', () => {
  const first = compareRuns(null, { findings: found('b', 'a'), at: 'run 1' });
  expect(linesOf(first)).toEqual(['b new run 1', 'a new run 1']);
  expect(first.resolved).toEqual([]);
  expect(first.not_checked).toEqual([]);
});

test('reports repeated findings as active, missing ones as resolved and returning ones as new', () => {
  const first = compareRuns<Found, string>(null, { findings: found('a', 'b'), at: 'run 1' });
  const second = compareRuns(first.findings, { findings: found('c', 'b'), at: 'run 2' });
  expect(linesOf(second)).toEqual(['c new run 2', 'b active run 1']);
  expect(second.resolved).toMatchObject([{ finding: { finding_id: 'a' }, since: 'run 1' }]);
  const third = compareRuns(second.findings, { findings: found('a', 'b'), at: 'run 3' });
  expect(linesOf(third)).toEqual(['a new run 3', 'b active run 1']);
  expect(third.resolved).toMatchObject([{ finding: { finding_id: 'c' }, since: 'run 2' }]);
});

test('reports findings that a narrower run did not check as neither resolved nor active', () => {
  const first = compareRuns<Found, string>(null, { findings: found('a1', 'a2', 'b'), at: 'run 1' });
  const second = compareRuns(first.findings, {
    findings: found('a1'),
    at: 'run 2',
    covers: ({ finding_id }) => finding_id.startsWith('a'),
  });
  expect(linesOf(second)).toEqual(['a1 active run 1']);
  expect(second.resolved.map(({ finding }) => finding.finding_id)).toEqual(['a2']);
  expect(second.not_checked.map(({ finding }) => finding.finding_id)).toEqual(['b']);
});

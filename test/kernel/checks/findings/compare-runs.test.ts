/** @module tests of comparing two runs of a check. */
import { expect, test } from 'vitest';

import type { RunComparison } from '../../../../kernel/checks/findings/compare-runs.ts';
import { compareRuns } from '../../../../kernel/checks/findings/compare-runs.ts';

type Found = { readonly finding_id: string };
const found = (...ids: readonly string[]): readonly Found[] =>
  ids.map((finding_id) => ({ finding_id }));
const said = ({ findings }: RunComparison<Found, string>): readonly string[] =>
  findings.map(({ finding, status, since }) => `${finding.finding_id} ${status} ${since}`);

test('in the first run all is new, since that run', () => {
  const first = compareRuns(null, { findings: found('b', 'a'), at: 'run 1' });
  expect(said(first)).toEqual(['b new run 1', 'a new run 1']);
  expect(first.resolved).toEqual([]);
  expect(first.not_looked_for).toEqual([]);
});

test('what stays is active since it was first found, what is gone is resolved, what comes back is new', () => {
  const first = compareRuns<Found, string>(null, { findings: found('a', 'b'), at: 'run 1' });
  const second = compareRuns(first.findings, { findings: found('c', 'b'), at: 'run 2' });
  expect(said(second)).toEqual(['c new run 2', 'b active run 1']);
  expect(second.resolved).toMatchObject([{ finding: { finding_id: 'a' }, since: 'run 1' }]);
  const third = compareRuns(second.findings, { findings: found('a', 'b'), at: 'run 3' });
  expect(said(third)).toEqual(['a new run 3', 'b active run 1']);
  expect(third.resolved).toMatchObject([{ finding: { finding_id: 'c' }, since: 'run 2' }]);
});

test('what a narrower run did not look for is neither resolved nor active', () => {
  const first = compareRuns<Found, string>(null, { findings: found('a1', 'a2', 'b'), at: 'run 1' });
  const second = compareRuns(first.findings, {
    findings: found('a1'),
    at: 'run 2',
    covers: ({ finding_id }) => finding_id.startsWith('a'),
  });
  expect(said(second)).toEqual(['a1 active run 1']);
  expect(second.resolved.map(({ finding }) => finding.finding_id)).toEqual(['a2']);
  expect(second.not_looked_for.map(({ finding }) => finding.finding_id)).toEqual(['b']);
});

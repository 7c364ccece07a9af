/** @module tests of findings of IDS checks: their ids, and what a change makes and resolves. */
import { expect, test } from 'vitest';

import type { ModelView } from '../../../../../kernel/building/model/view.ts';
import type { Finding } from '../../../../../kernel/checks/findings/finding.ts';
import { placeOf } from '../../../../../kernel/checks/screening/place-of.ts';
import { checkIds } from '../../../../../kernel/documents/ids/check/check-ids.ts';
import {
  changedFindings,
  type Compared,
} from '../../../../../kernel/documents/ids/findings/changed-findings.ts';
import {
  failuresIn,
  idsFindings,
  keptPerRequirement,
} from '../../../../../kernel/documents/ids/findings/ids-findings.ts';
import type { Ids } from '../../../../../kernel/documents/ids/ids.ts';
import { branchIdsModel } from '../../../../../kernel/documents/ids/of-view/branch-model.ts';
import { randomHouse } from '../../ifc/write/random-house.ts';
import { specificationsFor } from '../of-view/specifications.ts';

function compared(ids: Ids, view: ModelView): Compared {
  const options = { failuresPerGroup: 10_000 };
  const results = checkIds(ids, branchIdsModel(view, 'IFC4'), options);
  return { results, placeOf: (id) => placeOf(id, view) };
}

/** The ids of findings about elements: objects without GUID may share a name, and are then numbered. */
function idsOf(findings: readonly Finding[]): ReadonlySet<string> {
  return new Set(findings.flatMap((one) => (one.details['guid'] === null ? [] : one.finding_id)));
}

function allIds({ results, placeOf: at }: Compared): ReadonlySet<string> {
  return idsOf(idsFindings(results, { of: 'branch', placeOf: at }));
}

test('made and resolved findings are the difference of two full checks', () => {
  for (let seed = 0; seed < 6; seed += 1) {
    const [one, other] = [randomHouse(seed), randomHouse(seed + 1)];
    const ids = specificationsFor(branchIdsModel(one, 'IFC4'), seed, 6);
    const [before, after] = [compared(ids, one), compared(ids, other)];
    const { made, resolved, specifications } = changedFindings(before, after);
    const [first, second] = [allIds(before), allIds(after)];
    expect(idsOf(made)).toEqual(new Set([...second].filter((id) => !first.has(id))));
    expect(idsOf(resolved)).toEqual(new Set([...first].filter((id) => !second.has(id))));
    expect(made.length + resolved.length).toBeGreaterThan(0);
    expect(specifications.length).toBeGreaterThan(0);
    expect(changedFindings(before, before)).toEqual({
      made: [],
      resolved: [],
      specifications: [],
      uncompared: [],
    });
  }
});

test('a finding has one id, and names an element and its place', () => {
  const view = randomHouse(2);
  const ids = specificationsFor(branchIdsModel(view, 'IFC4'), 2, 8);
  const { results, placeOf: at } = compared(ids, view);
  const findings = idsFindings(results, { of: 'branch', placeOf: at });
  expect(new Set(findings.map(({ finding_id }) => finding_id)).size).toBe(findings.length);
  for (const { element_ids, message, location } of findings) {
    for (const id of element_ids) expect(view.element(id)).toBeDefined();
    expect(location === null || element_ids.length === 1).toBe(true);
    expect(message).not.toMatch(/[\n\u202e]/u);
  }
  expect(findings.some(({ location }) => location !== null)).toBe(true);
  expect(failuresIn(results)).toBe(findings.length);
  expect(idsFindings(results, { of: 'branch', placeOf: at }, 3)).toEqual(findings.slice(0, 3));
});

test('specifications with more failures than are kept are only counted', () => {
  const view = randomHouse(2);
  const ids = specificationsFor(branchIdsModel(view, 'IFC4'), 2, 8);
  const few = checkIds(ids, branchIdsModel(view, 'IFC4'), { failuresPerGroup: 1 });
  const { uncompared } = changedFindings(
    { results: few, placeOf: (id) => placeOf(id, view) },
    compared(ids, view),
  );
  expect(uncompared.length).toBeGreaterThan(0);
  expect(failuresIn(few)).toBe(failuresIn(compared(ids, view).results));
});

test('a file with very many requirements keeps fewer failures of each', () => {
  const ids = specificationsFor(branchIdsModel(randomHouse(2), 'IFC4'), 2, 1);
  const [one] = ids.specifications;
  if (one === undefined) throw new Error('no specification');
  expect(keptPerRequirement(ids, 2000)).toBe(2000);
  const many = Array.from({ length: 10_000 }, () => one);
  const kept = keptPerRequirement({ ...ids, specifications: many }, 2000);
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThanOrEqual(100);
});

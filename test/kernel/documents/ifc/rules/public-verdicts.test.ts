/** @module tests of rules on public files: verdicts agree, and known faults of real files are found. */
import { describe, expect, test } from 'vitest';

import { readStepFile } from '../../../../../kernel/documents/ifc/read/step-file.ts';
import { IFC_RULES } from '../../../../../kernel/documents/ifc/rules/all-rules.ts';
import {
  type IfcRuleResult,
  runIfcRules,
} from '../../../../../kernel/documents/ifc/rules/run-rules.ts';
import { type PublicCase, publicCases } from '../../../../public-files.ts';

const verdicts = publicCases('ifc-rules');
const real = publicCases('ifc-real');
const regressions = publicCases('ifc-files');

/** Files that need the table of EPSG codes, which is not included. */
const NEED_EPSG = [
  'GRF/grf005/fail-grf005-scaled_foot_to_metre',
  'GRF/grf005/fail-grf005-unit_conversion_factor',
];

function resultsOf(file: PublicCase, ids?: unknown): readonly IfcRuleResult[] {
  const rules = ids === undefined ? IFC_RULES : IFC_RULES.filter(({ id }) => id === ids);
  return runIfcRules(readStepFile(file.read()), rules);
}

test.skipIf(verdicts === null)('agrees with the verdicts of public files', () => {
  const active = new Set(IFC_RULES.map(({ id }): unknown => id));
  const judged = (verdicts ?? []).filter((one) => active.has(one['rule']));
  const others = judged.filter((one) => {
    const [result] = resultsOf(one, one['rule']);
    return (result?.verdict === 'fail') !== (one['expected'] === 'fail');
  });
  console.log(`agrees with ${judged.length - others.length} of ${judged.length} public verdicts`);
  expect(judged.length).toBeGreaterThan(290);
  expect(others.map(({ id }) => id)).toEqual(NEED_EPSG);
});

describe.each([
  { suite: 'ifc-real', files: real, least: 29 },
  { suite: 'ifc-files', files: regressions, least: 1 },
])('$suite', ({ files, suite, least }) => {
  test.skipIf(files === null)('reads every file with as many instances as its index says', () => {
    for (const one of files ?? []) {
      const file = readStepFile(one.read());
      expect({ id: one.id, count: file.count }).toEqual({ id: one.id, count: one['entities'] });
    }
  });

  test.skipIf(files === null)('checks every file by every rule', { timeout: 300_000 }, () => {
    const broken = (files ?? []).filter((one) =>
      resultsOf(one).some(
        ({ rule, verdict }) =>
          verdict === 'fail' && rule.severity === 'error' && rule.group !== 'text',
      ),
    );
    console.log(`${suite}: ${broken.length} of ${files?.length ?? 0} break rules of the standard`);
    expect(broken.length).toBeGreaterThanOrEqual(least);
  });
});

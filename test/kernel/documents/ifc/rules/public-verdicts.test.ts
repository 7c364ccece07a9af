/** @module tests of rules on public files: verdicts agree, and known faults of real files are found. */
import { describe, expect, test } from 'vitest';

import { readStepFile } from '../../../../../kernel/documents/ifc/read/step-file.ts';
import {
  DISABLED_IFC_RULES,
  IFC_RULES,
} from '../../../../../kernel/documents/ifc/rules/all-rules.ts';
import {
  type IfcRuleResult,
  runIfcRules,
} from '../../../../../kernel/documents/ifc/rules/run-rules.ts';
import { type PublicCase, publicCases } from '../../../../public-files.ts';

const verdicts = publicCases('ifc-rules');
const real = publicCases('ifc-real');
const regressions = publicCases('ifc-files');

const ALL = [...IFC_RULES, ...DISABLED_IFC_RULES];

function resultsOf(file: PublicCase, ids?: unknown): readonly IfcRuleResult[] {
  const rules = ids === undefined ? IFC_RULES : ALL.filter(({ id }) => id === ids);
  return runIfcRules(readStepFile(file.read()), rules);
}

test.skipIf(verdicts === null)('agrees with the verdicts of public files', () => {
  const known = new Set(ALL.map(({ id }): unknown => id));
  const judged = (verdicts ?? []).filter((one) => known.has(one['rule']));
  const others = judged.filter((one) => {
    const [result] = resultsOf(one, one['rule']);
    return (result?.verdict === 'fail') !== (one['expected'] === 'fail');
  });
  console.log(`agrees with ${judged.length - others.length} of ${judged.length} public verdicts`);
  expect(judged.length).toBeGreaterThan(340);
  // Whether a code is in the EPSG dataset is not a fact of the file.
  const unknown = (verdicts ?? []).filter((one) => !judged.includes(one));
  expect(new Set(unknown.map((one) => one['rule']))).toEqual(new Set(['GRF002']));
  expect(others.map(({ id }) => id)).toEqual([]);
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

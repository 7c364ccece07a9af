/** @module suite: the public cases of IDS and of the audit of IDS files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { auditIds } from '../../../../kernel/documents/ids/audit/audit-ids.ts';
import { checkIds } from '../../../../kernel/documents/ids/check/check-ids.ts';
import { publicCases, publicFolder } from '../../../public-files.ts';
import { fileModel } from './ids-case.ts';

/** `invalid` cases must not pass: they fail, or the audit refuses them. */
function verdict(ids: Buffer, ifc: string): string {
  const audit = auditIds(ids);
  if (!audit.valid || audit.ids === null) return 'invalid';
  const results = checkIds(audit.ids, fileModel(ifc));
  return results.some(({ status }) => status === 'fail') ? 'fail' : 'pass';
}

describe('the public cases of IDS 1.0', () => {
  test('pass, fail and are invalid as their names say', () => {
    const folder = publicFolder('ids');
    const cases = publicCases('ids');
    if (folder === null || cases === null) return;
    const wrong = cases.flatMap(({ id, files, expected }) => {
      const read = (extension: string): Buffer =>
        readFileSync(join(folder, files.find((file) => file.endsWith(extension)) ?? ''));
      const found = verdict(read('.ids'), read('.ifc').toString('utf8'));
      const isRight = expected === 'invalid' ? found !== 'pass' : found === expected;
      return isRight ? [] : [`${id}: ${found}`];
    });
    expect(cases.length).toBeGreaterThanOrEqual(221);
    expect(wrong).toEqual([]);
  });

  test('are audited as the public tool audits them', () => {
    const cases = publicCases('ids-audit');
    if (cases === null) return;
    const wrong = cases.flatMap((one) => {
      const { valid } = auditIds(one.read());
      const isRight = one['expected'] === 'see-tests' || valid === (one['expected'] === 'valid');
      return isRight ? [] : [one.id];
    });
    expect(wrong).toEqual([]);
  });
});

/**
 * @module pack-versions.test: a pack whose rules change gets a higher version, so that stored results name the rules that
 * they were made with. UPDATE_SNAPSHOTS=1 records a pack with a new version.
 */
import { readFileSync, writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import * as z from 'zod';

import { digestOf } from '../../../../kernel/base/canonical/hash.ts';
import { PACKS } from '../../../../kernel/checks/compliance/packs/packs.ts';

const RECORDED = 'test/kernel/checks/compliance/pack-versions.json';
const Recorded = z.record(
  z.string(),
  z.strictObject({ version: z.string(), rules: z.string().length(64) }),
);

const recorded = Recorded.parse(JSON.parse(readFileSync(RECORDED, 'utf8')));
const present = Object.fromEntries(
  PACKS.map(({ standard, version, rules }) => [
    standard,
    {
      version,
      rules: digestOf(
        rules.map(({ id, title, source, parameters }) => ({ id, title, source, parameters })),
      ),
    },
  ]),
);

test.each(Object.keys(present))('%s has another version if its rules are others', (standard) => {
  const [is, was] = [present[standard], recorded[standard]];
  if (is === undefined) throw new Error(`got no pack ${standard}`);
  const isKept = is.rules === was?.rules && is.version === was.version;
  expect(isKept || newer(is.version, was?.version ?? '0.0.0')).toBe(true);
});

test('the recorded versions are those of the packs', () => {
  if (process.env['UPDATE_SNAPSHOTS'] === '1') {
    writeFileSync(RECORDED, `${JSON.stringify(present, null, 2)}\n`);
    return;
  }
  expect(recorded).toEqual(present);
});

/** Whether a version such as 1.10.0 is higher than another. */
function newer(is: string, was: string): boolean {
  return is.localeCompare(was, 'en', { numeric: true }) > 0;
}

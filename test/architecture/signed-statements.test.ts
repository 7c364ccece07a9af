/** @module signed-statements.test: the keeper accepts no signed statement without asking for its present term. */
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { SOURCES } from './source-imports.ts';

const VERIFIES =
  /\b(?:verifyDecision|verifyComment|verifyRegistryChange|verifyRepair|signatureFault)\(/u;

function filesWith(pattern: RegExp): readonly string[] {
  return SOURCES.filter((file) => pattern.test(readFileSync(file, 'utf8')));
}

test('every handler that verifies a signature asserts the present term', () => {
  const handlers = filesWith(VERIFIES).filter((file) => file.startsWith('governance/keeper/'));
  expect(handlers).toHaveLength(4);
  const asserting = new Set(filesWith(/\b(?:assertPresentTerm|presentSigner)\(/u));
  expect(handlers.filter((file) => !asserting.has(file))).toEqual([]);
});

test('signatures over texts are verified only in the places that decision 0087 lists', () => {
  expect(filesWith(/\bverifyText\(/u).toSorted()).toEqual([
    'governance/approval/statement-text.ts',
    'kernel/base/canonical/signature.ts',
    'servers/pseudo-axion/signed-report-check.ts',
  ]);
});

import { expect, test } from 'vitest';

import { checkTexts } from '../../../servers/approvals/check-text.ts';

test('an approver reads the digest of an IDS file and the specifications whose results change', () => {
  const finding = {
    finding_id: 'f1',
    check: 'ids.property-missing',
    severity: 'error' as const,
    element_ids: ['w1'],
    message: 'IFCWALL `W1` fails `Fire rating`',
  };
  const texts = checkTexts({
    'ids:client.ids': {
      counts: { new: 1, resolved: 0 },
      new: [finding],
      resolved: [],
      ids: {
        path: 'client.ids',
        sha256: 'a'.repeat(64),
        specifications: [
          { name: 'Fire rating', before: 'pass', after: 'fail', failed_before: 0, failed_after: 1 },
        ],
      },
    },
  });
  expect(texts).toEqual([
    'ids:client.ids: 1 new, 0 resolved',
    `ids:client.ids: requirements of \`client.ids\`, SHA-256 ${'a'.repeat(64)}`,
    'ids:client.ids, specification `Fire rating`: met, then not met; objects that fail: 0, then 1',
    'ids:client.ids, new error: IFCWALL `W1` fails `Fire rating`',
  ]);
});

test('an approver reads that the checks of a restricted agent cover only what it may read', () => {
  const texts = checkTexts({
    clash: { counts: { new: 0, resolved: 0 }, new: [], resolved: [], only_readable: true },
    compliance: { counts: { new: 0, resolved: 0 }, new: [], resolved: [] },
  });
  expect(texts).toEqual([
    'clash: 0 new, 0 resolved',
    'clash: covers only what the requester may read; the rest of the branch was not checked',
    'compliance: 0 new, 0 resolved',
  ]);
});

test('resolved findings that differ only in the name of their element are one line; new ones are not', () => {
  const fails = (finding_id: string, label: string, specification = 'Fire rating') => ({
    finding_id,
    check: 'ids.property-missing',
    severity: 'error' as const,
    element_ids: [finding_id],
    message: `IFCWALL \`${label}\` fails \`${specification}\``,
  });
  const texts = checkTexts({
    check: {
      counts: { new: 2, resolved: 4 },
      new: [fails('n1', 'A'), fails('n2', 'B')],
      resolved: [fails('f1', 'W1'), fails('f2', 'W2'), fails('f3', 'W3', 'Other'), fails('f4', '')],
    },
  });
  expect(texts).toEqual([
    'check: 2 new, 4 resolved',
    'check, new error: IFCWALL `A` fails `Fire rating`',
    'check, new error: IFCWALL `B` fails `Fire rating`',
    'check, resolved error, the first of 3 that differ only in their name: IFCWALL `W1` fails `Fire rating`',
    'check, resolved error: IFCWALL `W3` fails `Other`',
  ]);
});

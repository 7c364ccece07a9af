/** @module fold-name.test: names that look equal to a person have the same folded form, other names do not. */
import { expect, test } from 'vitest';

import { foldName } from '../../../../kernel/base/text/fold-name.ts';

test.each([
  ['root', 'Root'],
  ['root', 'ＲＯＯＴ'],
  ['straße', 'STRASSE'],
  ['GROẞ', 'gross'],
  ['ﬁne', 'FINE'],
  ['é', 'E\u0301'],
  ['ὈΔΥΣΣΕΎΣ', 'ὀδυσσεύς'],
  ['ſilo', 'silo'],
  ['Level 1', 'LEVEL 1'],
  ['L1', 'L1\u200b'],
  ['L1', '\u202eL\u00ad1\u2060'],
  ['L1', 'L1\ufe0f\u{e0031}'],
  ['é', 'e\u200d\u0301'],
  ['L1', '\u00a0L1 '],
])('`%s` and `%s` have the same folded form', (one, other) => {
  expect(foldName(one)).toBe(foldName(other));
});

test.each([
  ['root', 'r00t'],
  ['Level 1', 'Level 2'],
  ['Level 1', 'Level  1'],
  ['resume', 'résumé'],
])('`%s` and `%s` have different folded forms', (one, other) => {
  expect(foldName(one)).not.toBe(foldName(other));
});

test('folding is idempotent for every code point', () => {
  const unstable: string[] = [];
  for (let code = 0; code < 0xe1000; code += 1) {
    // There are no letters and marks between these code points.
    if (code === 0x34000) code = 0xe0000;
    const folded = foldName(String.fromCodePoint(code));
    if (foldName(folded) !== folded) unstable.push(code.toString(16));
  }
  expect(unstable).toEqual([]);
});

import { expect, test } from 'vitest';

import { STRINGS } from '../../../../clients/view/strings.ts';

test.each([
  ['agent', true, 'Agent'],
  ['Agent', true, 'Agent'],
  ['designer', true, 'Agent designer'],
  ['agent', false, 'Person agent'],
  ['alice', false, 'Person alice'],
])('who did something is named once: %s', (who, isAgent, expected) => {
  expect(STRINGS.history.by(who, isAgent)).toBe(expected);
});

test.each([
  [4, 4, 1, '3 findings and 1 resolved'],
  [3, 3, 0, '3 findings'],
  [2, 4, 1, '2 listed of 3 findings and 1 resolved'],
  [1, 1, 0, '1 finding'],
])(
  '%d of %d findings, %d resolved, add up with the run: %s',
  (listed, total, resolved, expected) => {
    expect(STRINGS.findings.listed(listed, total, resolved)).toBe(expected);
  },
);

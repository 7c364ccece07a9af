/** @module tests of findings. */
import { expect, test } from 'vitest';

import { type Finding, findingId } from '../../../../kernel/checks/findings/finding.ts';

test('the id of a finding depends on the check, the elements and the part', () => {
  const id: Finding['finding_id'] = findingId('clash.hard', ['A', 'B']);
  expect(id).toMatch(/^[0-9a-f]{16}$/u);
  expect(findingId('clash.hard', ['A', 'B'])).toBe(id);
  const others = [
    findingId('clash.touching', ['A', 'B']),
    findingId('clash.hard', ['B', 'A']),
    findingId('clash.hard', ['A', 'B'], 'second place'),
    findingId('clash.hard', ['A']),
  ];
  expect(new Set([id, ...others]).size).toBe(5);
});

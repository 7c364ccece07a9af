/** @module trigger-words.test: every reason for an approval has words. */
import { expect, test } from 'vitest';

import { AgentPermissions } from '../../../schemas/permissions.ts';
import { triggerWords } from '../../../servers/approvals/trigger-words.ts';

test('every event type that can require approval, and the bulk rule, has words', () => {
  const { requires_approval } = AgentPermissions.shape;
  const types = requires_approval.unwrap().element.options;
  expect(types.length).toBeGreaterThan(15);
  for (const type of [...types, 'bulk']) expect(triggerWords([type])).toMatch(/^[a-z][a-z ,]+$/);
  expect(triggerWords(['element.deleted', 'bulk'])).toBe(
    'elements are deleted, many elements are affected at once or a building is imported',
  );
  expect(triggerWords(['other.type'])).toBe('other.type');
});

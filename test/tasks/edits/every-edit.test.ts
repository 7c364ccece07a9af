/** @module tests of all editing tasks: each can be solved with the tools, and its checker tells a solution from a mistake. */
import { expect, test } from 'vitest';

import { checkTasks } from './check-tasks.ts';
import { EDITS } from './edits.ts';

test('eight tasks of each family have names of their own', () => {
  expect(new Set(EDITS.map(({ name }) => name)).size).toBe(24);
  for (const family of ['geometry', 'semantics', 'topology']) {
    expect(EDITS.filter((edit) => edit.family === family)).toHaveLength(8);
  }
});

checkTasks(EDITS);

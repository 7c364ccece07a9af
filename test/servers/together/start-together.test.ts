/** @module Servers of one host that start together on a busy processor all answer. */
import { expect, test } from 'vitest';

import { testWorkspace } from '../../e2e/connect.ts';
import { startTogether } from './start-together.ts';

const EACH = ['geometry', 'spatial', 'validation', 'documentation', 'mpt', 'pseudo-axion'].map(
  (server) => {
    const tools: unknown = expect.toSatisfy((many: number) => many > 0, 'lists its tools');
    return { server, tools, called: true, code: 0 };
  },
);

test('six servers that start together on a busy processor all answer, in a new workspace and in one that exists', async () => {
  const { dir, remove } = testWorkspace(false);
  try {
    expect(await startTogether(dir, { busy: 3 })).toEqual(EACH);
    expect(await startTogether(dir, { busy: 1 })).toEqual(EACH);
  } finally {
    remove();
  }
});

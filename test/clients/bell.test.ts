/** @module bell.test: a terminal rings for new pending approvals, not for earlier or ended ones. */
import { expect, test } from 'vitest';

import { openBell } from '../../clients/plumbline/watch/bell.ts';

type Row = { readonly approval_id: string; readonly status: 'pending' | 'executed' };
const pending = (approval_id: string): Row => ({ approval_id, status: 'pending' });

function rungBy(isTTY: boolean, ...lists: readonly (readonly Row[])[]): readonly string[] {
  let output = '';
  const ring = openBell({ isTTY, write: (text) => (output += text) });
  return lists.map((rows) => {
    output = '';
    ring(rows);
    return output;
  });
}

test('it rings once for new pending approvals', () => {
  const done: Row = { approval_id: 'b', status: 'executed' };
  const lists = [
    [pending('a')],
    [pending('a')],
    [pending('b'), pending('c'), pending('a')],
    [pending('c'), done],
    [{ approval_id: 'd', status: 'executed' } as const, pending('c')],
    [pending('e')],
  ];
  expect(rungBy(true, ...lists)).toEqual(['', '', '\u0007', '', '', '\u0007']);
  expect(rungBy(false, ...lists).join('')).toBe('');
});

/** @module Notices: who is told what, and how often. */
import { expect, test } from 'vitest';

import { openNotices, type Hearer } from '../../../governance/keeper/notices.ts';

const grown = (head_seq: number) => ({ head_seq, audit_seq: head_seq, approvals: [] });
const moved = (head_seq: number, approval_id: string) => ({
  ...grown(head_seq),
  approvals: [{ approval_id, status: 'approved' as const }],
});

/** One who notes heads and approvals as told. */
function listener(): Hearer & { readonly heard: string[] } {
  const heard: string[] = [];
  return {
    heard,
    tell(text) {
      const { params } = JSON.parse(text) as { params: ReturnType<typeof moved> };
      const ids = params.approvals.map((approval) => approval.approval_id);
      heard.push([params.head_seq, ...ids].join(' '));
    },
  };
}

test('a longer log is told before the next answer, once, with the newest heads', () => {
  const notices = openNotices();
  const [asking, quiet] = [listener(), listener()];
  notices.add(asking);
  notices.add(quiet);
  notices.committed(grown(1));
  notices.committed(grown(2));
  notices.catchUp(asking);
  notices.catchUp(asking);
  expect([asking.heard, quiet.heard]).toEqual([['2'], []]);
  notices.close();
  expect([asking.heard, quiet.heard]).toEqual([['2'], ['2']]);
});

test('what moved an approval is told to all at once, and never again', () => {
  const notices = openNotices();
  const [first, second, late] = [listener(), listener(), listener()];
  notices.add(first);
  notices.add(second);
  notices.committed(grown(1));
  notices.committed(moved(2, 'a'));
  notices.committed(moved(2, 'b'));
  notices.add(late);
  notices.catchUp(late);
  notices.committed(grown(3));
  notices.close();
  expect([first.heard, second.heard, late.heard]).toEqual([
    ['2 a', '2 b', '3'],
    ['2 a', '2 b', '3'],
    ['3'],
  ]);
});

test('who has left is told nothing', () => {
  const notices = openNotices();
  const gone = listener();
  notices.add(gone);
  notices.remove(gone);
  notices.committed(moved(1, 'a'));
  notices.catchUp(gone);
  notices.close();
  expect(gone.heard).toEqual([]);
});

test('who asks nothing is told after a while', async () => {
  const notices = openNotices();
  const told = Promise.withResolvers<string>();
  notices.add({ tell: told.resolve });
  notices.committed(grown(1));
  // The pause alone keeps no process alive.
  const alive = setInterval(() => undefined, 1000);
  expect(await told.promise).toContain('"head_seq":1');
  clearInterval(alive);
});

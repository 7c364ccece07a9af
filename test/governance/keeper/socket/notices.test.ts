/** @module notices.test: which notices a subscriber gets, and how often. */
import { expect, test } from 'vitest';

import { openNotices, type Subscriber } from '../../../../governance/keeper/socket/notices.ts';

const grown = (head_seq: number) => ({ head_seq, audit_seq: head_seq, approvals: [] });
const moved = (head_seq: number, approval_id: string) => ({
  ...grown(head_seq),
  approvals: [{ approval_id, status: 'approved' as const }],
});

/** A subscriber that records the heads and approvals that it gets. */
function listener(): Subscriber & { readonly received: string[] } {
  const received: string[] = [];
  return {
    received,
    send(text) {
      const { params } = JSON.parse(text) as { params: ReturnType<typeof moved> };
      const ids = params.approvals.map((approval) => approval.approval_id);
      received.push([params.head_seq, ...ids].join(' '));
    },
  };
}

test('growth of the log is sent before the next answer, once, with the newest heads', () => {
  const notices = openNotices();
  const [asking, quiet] = [listener(), listener()];
  notices.add(asking);
  notices.add(quiet);
  notices.committed(grown(1));
  notices.committed(grown(2));
  notices.catchUp(asking);
  notices.catchUp(asking);
  expect([asking.received, quiet.received]).toEqual([['2'], []]);
  notices.close();
  expect([asking.received, quiet.received]).toEqual([['2'], ['2']]);
});

test('a change of an approval is sent to all at once, and never again', () => {
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
  expect([first.received, second.received, late.received]).toEqual([
    ['2 a', '2 b', '3'],
    ['2 a', '2 b', '3'],
    ['3'],
  ]);
});

test('a subscriber that has left gets nothing', () => {
  const notices = openNotices();
  const gone = listener();
  notices.add(gone);
  notices.remove(gone);
  notices.committed(moved(1, 'a'));
  notices.catchUp(gone);
  notices.close();
  expect(gone.received).toEqual([]);
});

test('a subscriber without requests of its own is notified after a delay', async () => {
  const notices = openNotices();
  const sent = Promise.withResolvers<string>();
  notices.add({ send: sent.resolve });
  notices.committed(grown(1));
  // The delay alone does not keep the process alive.
  const alive = setInterval(() => undefined, 1000);
  expect(await sent.promise).toContain('"head_seq":1');
  clearInterval(alive);
});

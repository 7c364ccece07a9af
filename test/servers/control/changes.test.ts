/** @module changes.test: a request that waits for changes is answered at the first new one. */
import { setImmediate } from 'node:timers/promises';

import { expect, test } from 'vitest';

import type { CommittedNotice } from '../../../governance/keeper/protocol/protocol.ts';
import { Changes } from '../../../servers/control/changes.ts';

const NEVER_MS = 100_000;
const { signal } = new AbortController();

function open(): {
  readonly changes: Changes;
  readonly commit: (notice: Partial<CommittedNotice>) => void;
  readonly looks: () => number;
} {
  let listener: (notice: CommittedNotice) => void = () => undefined;
  let looks = 0;
  const onCommitted = (to: typeof listener): (() => void) => {
    listener = to;
    return () => (listener = () => undefined);
  };
  const changes = new Changes({ onCommitted }, 'run', () => (looks += 1));
  return {
    changes,
    commit: (notice) => listener({ head_seq: 1, audit_seq: 1, approvals: [], ...notice }),
    looks: () => looks,
  };
}

/** Whether it has been answered by the next turn of the event loop. */
async function isAnswered(waiting: Promise<void>): Promise<boolean> {
  return await Promise.race([waiting.then(() => true), setImmediate(false)]);
}

const moved = { approvals: [{ approval_id: 'a', status: 'pending' as const }] };

test('a request waits if it names the current state, and is answered immediately otherwise', async () => {
  using changes = open().changes;
  expect(await isAnswered(changes.after('', NEVER_MS, signal))).toBe(true);
  expect(await isAnswered(changes.after('run.1', NEVER_MS, signal))).toBe(true);
  expect(await isAnswered(changes.after(changes.seen, NEVER_MS, signal))).toBe(false);
});

test('a changed approval counts as a change, and any other commit starts a check', async () => {
  const { changes, commit, looks } = open();
  const { seen } = changes;
  const waiting = changes.after(seen, NEVER_MS, signal);
  commit({ audit_seq: 2 });
  commit({ audit_seq: 3 });
  expect(looks()).toBe(1);
  expect(await isAnswered(waiting)).toBe(false);
  commit(moved);
  expect(await isAnswered(waiting)).toBe(true);
  expect(changes.seen).not.toBe(seen);
});

test('aborting a request or closing ends the wait', async () => {
  const { changes } = open();
  const aborted = new AbortController();
  const [one, two] = [aborted.signal, signal].map((who) =>
    changes.after(changes.seen, NEVER_MS, who),
  );
  aborted.abort();
  expect(await isAnswered(one ?? Promise.reject(new Error('none')))).toBe(true);
  expect(await isAnswered(two ?? Promise.reject(new Error('none')))).toBe(false);
  changes[Symbol.dispose]();
  expect(await isAnswered(two ?? Promise.reject(new Error('none')))).toBe(true);
  expect(await isAnswered(changes.after(changes.seen, NEVER_MS, signal))).toBe(true);
});

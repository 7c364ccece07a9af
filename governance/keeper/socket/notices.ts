/** @module notices: schedules notices of commits, so that a busy keeper does not wake every process for each commit. */
import type { CommittedNotice } from '../protocol/protocol.ts';

/** A receiver of notices of commits; `send` passes it one message. */
export type Subscriber = { readonly send: (text: string) => void };

/** Sends subscribers the heads of the log. */
export type Notices = {
  readonly add: (subscriber: Subscriber) => void;
  readonly remove: (subscriber: Subscriber) => void;
  /** A commit has happened. */
  readonly committed: (notice: CommittedNotice) => void;
  /** Sends this subscriber the newest notice, if it lacks it; called before each answer to the subscriber. */
  readonly catchUp: (subscriber: Subscriber) => void;
  /** Sends all due notices and stops. */
  readonly close: () => void;
};

/** Longest time (ms) until a subscriber with no request of its own is notified that the log has grown. */
const DELAY_MS = 20;

/**
 * A change of an approval is sent immediately, in full. Growth of the log is sent with the next answer or after a short delay,
 * with the newest heads for all commits in between, because the receiver reads the log from its own position.
 */
export function openNotices(): Notices {
  /** For each subscriber the count of the last notice that was sent to it. */
  const sent = new Map<Subscriber, number>();
  let count = 0;
  let newest: CommittedNotice | null = null;
  /** Text of the newest notice, made when it is first sent. */
  let text: string | null = null;
  let timer: NodeJS.Timeout | undefined;

  const catchUp = (subscriber: Subscriber): void => {
    const known = sent.get(subscriber);
    if (known === undefined || known === count || newest === null) return;
    sent.set(subscriber, count);
    text ??= JSON.stringify({ jsonrpc: '2.0', method: 'committed', params: newest });
    subscriber.send(text);
  };
  const catchUpAll = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const subscriber of sent.keys()) catchUp(subscriber);
  };
  return {
    add: (subscriber) => void sent.set(subscriber, count),
    remove: (subscriber) => void sent.delete(subscriber),
    committed(notice) {
      count += 1;
      newest = notice;
      text = null;
      if (notice.approvals.length > 0) {
        // INVARIANT: no subscriber is behind afterwards, so no later notice has to repeat this change.
        catchUpAll();
        return;
      }
      timer ??= setTimeout(catchUpAll, DELAY_MS).unref();
    },
    catchUp,
    close: catchUpAll,
  };
}

/** @module notices: who is told of commits and when, so that a busy keeper does not wake every process for each one. */
import type { CommittedNotice } from './protocol.ts';

/** One who hears of commits; `tell` hands over one message. */
export type Hearer = { readonly tell: (text: string) => void };

/** Tells hearers where the log stands. */
export type Notices = {
  readonly add: (hearer: Hearer) => void;
  readonly remove: (hearer: Hearer) => void;
  /** A commit has happened. */
  readonly committed: (notice: CommittedNotice) => void;
  /** Tells this hearer what it has not heard yet: called before each answer to it. */
  readonly catchUp: (hearer: Hearer) => void;
  /** Tells everyone and stops. */
  readonly close: () => void;
};

/** Longest time (ms) until a hearer that asks nothing is told that the log has grown. */
const DELAY_MS = 20;

/**
 * What moved an approval is told at once, in full. That only the log has grown is told with the next answer or after a
 * short while, the newest heads for all commits between: whoever acts on it reads the log from where it stood.
 */
export function openNotices(): Notices {
  /** For each hearer the count of the last notice that it knows. */
  const told = new Map<Hearer, number>();
  let count = 0;
  let newest = '';
  let timer: NodeJS.Timeout | undefined;

  const catchUp = (hearer: Hearer): void => {
    const known = told.get(hearer);
    if (known === undefined || known === count) return;
    told.set(hearer, count);
    hearer.tell(newest);
  };
  const tellAll = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const hearer of told.keys()) catchUp(hearer);
  };
  return {
    add: (hearer) => void told.set(hearer, count),
    remove: (hearer) => void told.delete(hearer),
    committed(notice) {
      count += 1;
      newest = textOf(notice);
      if (notice.approvals.length > 0) {
        // INVARIANT: nobody is behind afterwards, so no later text has to repeat what moved.
        tellAll();
        return;
      }
      timer ??= setTimeout(tellAll, DELAY_MS).unref();
    },
    catchUp,
    close: tellAll,
  };
}

function textOf(notice: CommittedNotice): string {
  return JSON.stringify({ jsonrpc: '2.0', method: 'committed', params: notice });
}

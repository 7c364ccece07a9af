/** @module pending-count: the number of approvals that wait, for the button of the panel, and their headings. */
import { effect, signal } from '@preact/signals';

import { ask } from '../../api/ask.ts';
import { namePlans } from '../../state/known-steps.ts';
import { store } from '../../state/store.ts';
import { headingOf } from './heading.ts';

export const pendingCount = signal(0);

/** Counts at the start and after each change of the log until the returned function is called. */
export function keepPendingCount(): () => void {
  let running = new AbortController();
  const stop = effect(() => {
    void store.revision.value;
    running.abort();
    running = new AbortController();
    const { signal: cancelled } = running;
    void count(cancelled);
  });
  return () => {
    stop();
    running.abort();
  };
}

async function count(cancelled: AbortSignal): Promise<void> {
  try {
    const { rows } = await ask('approvals', { status: 'pending' }, cancelled);
    if (cancelled.aborted) return;
    pendingCount.value = rows.length;
    namePlans(rows.map((row) => [row.approval_id, headingOf(row)]));
  } catch {
    // The panel itself reports a failure
  }
}

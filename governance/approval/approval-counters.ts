/** @module approval-counters: names of the approval counters in the ledger. */

/**
 * Counter with the audit seq of the entry that opened an approval. The keeper uses it to compare the approval's row with
 * the chain before it acts on it, so that an edited row is refused immediately.
 */
export function openedPointer(approval_id: string): string {
  return `opened:${approval_id}`;
}

/** Counter with the audit seq of the last entry about the webhook notice of an approval. */
export function noticePointer(approval_id: string): string {
  return `notice:${approval_id}`;
}

/** Counter with the audit seq of the last comment on an approval; 0 if there is none. */
export function commentPointer(approval_id: string): string {
  return `comment:${approval_id}`;
}

/** Counter of the pending approvals of one requester. */
export function pendingCounter(who: {
  readonly agent_id: string | null;
  readonly user_id: string;
}): string {
  return `pending:${who.agent_id ?? who.user_id}`;
}

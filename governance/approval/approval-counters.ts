/** @module approval-counters: names of the counters that the rules of approval keep in the ledger. */

/**
 * Counter that points into the audit chain: the seq of the entry that opened an approval. With it the keeper compares
 * the approval's row with the chain before it acts on it, so that an edited row is refused at once.
 */
export function openedPointer(approval_id: string): string {
  return `opened:${approval_id}`;
}

/** Counter that points to the last entry about telling the webhook of an approval. */
export function noticePointer(approval_id: string): string {
  return `notice:${approval_id}`;
}

/** Counter of approvals that wait for requests of one requester. */
export function pendingCounter(who: {
  readonly agent_id: string | null;
  readonly user_id: string;
}): string {
  return `pending:${who.agent_id ?? who.user_id}`;
}

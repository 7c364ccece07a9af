/** @module comments: reads the comments on an approval from the audit chain, where each entry names the one before it. */
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { type Comment, COMMENTS_MAX } from '../../../schemas/governance.ts';
import { commentPointer } from '../../approval/approval-counters.ts';
import { readGoverning, type CommentedEntry } from '../governing.ts';

/** A comment and its number, from 1, among those on its approval. */
export type NumberedComment = Comment & { readonly number: number };

type ChainRead = Pick<LedgerRead, 'counter' | 'auditAfter'>;

/** The comments on an approval, the oldest first. Refuses SIGNATURE_INVALID if a counter of the store was edited. */
export async function commentsOf(
  read: ChainRead,
  approval_id: string,
): Promise<readonly NumberedComment[]> {
  const comments: NumberedComment[] = [];
  let next = await lastComment(read, approval_id);
  while (next !== null) {
    const { number, previous, comment } = next;
    comments.unshift({ ...comment, number });
    const before = previous === 0 ? null : await entryAt(read, approval_id, previous);
    if (number !== (before?.number ?? 0) + 1) throw edited(approval_id);
    next = before;
  }
  return comments;
}

/** Number of comments on an approval. Refuses SIGNATURE_INVALID like `commentsOf`. */
export async function commentCount(read: ChainRead, approval_id: string): Promise<number> {
  return (await lastComment(read, approval_id))?.number ?? 0;
}

/** The entry of the last comment; null if there is none. */
async function lastComment(read: ChainRead, approval_id: string): Promise<CommentedEntry | null> {
  const seq = await read.counter(commentPointer(approval_id));
  return seq === 0 ? null : await entryAt(read, approval_id, seq);
}

async function entryAt(read: ChainRead, approval_id: string, seq: number): Promise<CommentedEntry> {
  const [row] = seq < 1 ? [] : await read.auditAfter(seq - 1, 1);
  const entry = row?.seq === seq ? readGoverning(row.body) : null;
  // INVARIANT: numbers decrease by 1 from at most COMMENTS_MAX, so a chain of entries is short.
  if (entry?.step !== 'commented' || entry.approval_id !== approval_id) throw edited(approval_id);
  if (entry.number > COMMENTS_MAX) throw edited(approval_id);
  return entry;
}

function edited(approval_id: string): Refusal {
  return new Refusal(
    'SIGNATURE_INVALID',
    `the comments on \`${approval_id}\` differ from the audit chain`,
    'run `plumbline audit verify`; someone has edited the store',
    { approval_id },
  );
}

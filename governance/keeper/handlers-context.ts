/** @module handlers-context: what the handlers share: injected time, ids and key, refusals, and notes kept in the ledger. */
import type { KeyObject } from 'node:crypto';

import type { LedgerRead, LedgerTransaction } from '../../kernel/ledger/ledger.ts';
import { Refusal, type RefusalBody } from '../../schemas/errors.ts';
import type { AgentRecord, ApprovalRecord, ApprovalStatus } from '../../schemas/governance.ts';
import type { RegisteredReader } from './handlers-registered.ts';

/** What handlers take from outside. */
export type HandlersDeps = {
  readonly now: () => Date;
  /** A fresh uuid. */
  readonly randomId: () => string;
  /** Ed25519 private key that signs checkpoints. */
  readonly logKey: KeyObject;
  /** Name of the log and of its key: no space, no `+`. */
  readonly logName: string;
};

/** What each handler works with. */
export type HandlersContext = HandlersDeps & {
  readonly registered: RegisteredReader;
  /** Notes that an approval has moved. */
  readonly moved: (record: Pick<ApprovalRecord, 'approval_id' | 'status'>) => void;
};

/** An approval and where it stands now. */
export type ApprovalMove = { readonly approval_id: string; readonly status: ApprovalStatus };

/** Answers a refusal that was thrown before anything was written; other errors are faults and pass. */
export async function refusable<T>(
  work: () => Promise<T>,
): Promise<T | { readonly status: 'refused'; readonly refusal: RefusalBody }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return { status: 'refused', refusal: error.body };
    throw error;
  }
}

/**
 * Counters that point into the audit chain: the seq of the entry that says what a row of a table must hold.
 * With them the keeper compares a row with the chain before it acts on it, so that an edited row is refused at once.
 */
export const pointer = {
  registry: (kind: string, name: string): string => `registry:${kind}/${name}`,
  opened: (approval_id: string): string => `opened:${approval_id}`,
} as const;

/** Counter of committed operations of a session. */
export function sessionCounter(session_id: string): string {
  return `session:${session_id}`;
}

/** Counter of approvals that wait for what one requester has asked. */
export function pendingCounter(who: {
  readonly agent_id: string | null;
  readonly user_id: string;
}): string {
  return `pending:${who.agent_id ?? who.user_id}`;
}

/** The refusal of a session that has made as many operations as it may; null while it may go on. */
export function sessionRefusal({ name, permissions }: AgentRecord, done: number): Refusal | null {
  const { max_operations_per_session: limit } = permissions;
  if (done < limit) return null;
  return new Refusal(
    'SESSION_LIMIT_EXCEEDED',
    `this session has made ${done} operations, \`${name}\` may make ${limit}`,
    'ask the operator for a higher limit',
    { done, limit },
  );
}

/** Lets a counter point at an audit entry. */
export async function pointTo(tx: LedgerTransaction, name: string, seq: number): Promise<void> {
  await tx.addCounter(name, seq - (await tx.counter(name)));
}

/** Body of the audit entry a counter points at; null when it points at none. */
export async function bodyAt(read: LedgerRead, name: string): Promise<string | null> {
  const seq = await read.counter(name);
  if (seq < 1) return null;
  const [row] = await read.auditAfter(seq - 1, 1);
  return row?.seq === seq ? row.body : null;
}

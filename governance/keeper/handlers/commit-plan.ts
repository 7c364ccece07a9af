/** @module commit-plan: prepares the events, audit entry and counters of a plan completely, then writes them. */
import type {
  AuditRow,
  BranchHead,
  EventRow,
  LedgerRead,
  LedgerTransaction,
} from '../../../kernel/ledger/ledger.ts';
import type { StoredEvent } from '../../../schemas/events.ts';
import type { PlanDocument } from '../../../schemas/governance.ts';
import { countsAsOperation, sessionCounter } from '../../access/session-limit.ts';
import { EMPTIED_RULE } from '../../approval/emptied-values.ts';
import type { AuditAppender } from '../../audit/append.ts';
import { eventDigest } from '../../audit/event-digest.ts';

/** The fields of a plan that a commit writes. */
type Committed = Pick<
  PlanDocument,
  | 'agent_id'
  | 'branch'
  | 'events'
  | 'operation_id'
  | 'reasoning'
  | 'server'
  | 'session_id'
  | 'tool'
  | 'user_id'
>;

/** A plan to commit, with its requester. */
export type Commit<P extends Committed = PlanDocument> = {
  readonly plan: P;
  readonly head: BranchHead | null;
  /** Registered name and kind of the requester. */
  readonly requester: { readonly kind: string; readonly name: string };
  /** Arguments for the audit entry, or the approval that permits the plan. */
  readonly by:
    | { readonly arguments: Readonly<Record<string, unknown>> }
    | { readonly approval_id: string; readonly plan_digest: string };
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
};

/** Everything that a commit will write, prepared before the first write. */
export type PreparedCommit = {
  readonly stored: readonly [StoredEvent, ...StoredEvent[]];
  readonly entry: AuditRow;
  readonly session_id: string;
  /** Whether it counts towards the operations of its session. */
  readonly counts: boolean;
};

/**
 * Prepares the events and the audit entry exactly as the ledger will store them.
 *
 * @throws {CanonicalJsonError} when events or arguments contain a value that JSON cannot represent
 */
export async function prepareCommit(
  read: LedgerRead,
  audit: AuditAppender,
  commit: Commit<Committed>,
): Promise<PreparedCommit> {
  const { plan, head, by, at, requester } = commit;
  const approval_id = 'approval_id' in by ? by.approval_id : null;
  const seq = await read.headSeq();
  const branch_seq = head?.branch_seq ?? 0;
  const stored = plan.events.map((event, index): StoredEvent => ({
    ...event,
    seq: seq + index + 1,
    branch_seq: branch_seq + index + 1,
    operation_id: plan.operation_id,
    branch: plan.branch,
    user_id: plan.user_id,
    agent_id: plan.agent_id,
    approval_id,
    reasoning: plan.reasoning,
    at,
  }));
  const [first, ...rest] = stored;
  if (first === undefined) throw new RangeError('a plan needs at least one event');
  const entryOutcome = outcomeOf(plan.events);
  const entry = await audit.prepare(at, {
    kind: approval_id === null ? 'call' : 'approval',
    step: approval_id === null ? 'committed' : 'executed',
    ...entryOutcome,
    server: plan.server,
    session_id: plan.session_id,
    principal: { ...requester, user_id: plan.user_id, agent_id: plan.agent_id },
    tool: plan.tool,
    branch: plan.branch,
    reasoning: plan.reasoning,
    operation_id: plan.operation_id,
    first_seq: first.seq,
    last_seq: seq + stored.length,
    events_digest: stored.map(eventDigest),
    emptied_rule: EMPTIED_RULE,
    approval_id: null,
    ...by,
  });
  const counts = countsAsOperation(entryOutcome.outcome);
  return { stored: [first, ...rest], entry, session_id: plan.session_id, counts };
}

/** Termination of a run that was neither stopped nor refused (mpt/ledger-entry.schema.json). */
const RAN = 'BOUNDED_OUTPUT';

/** The outcome of a commit in its entry: the record of a stopped run is committed, but counts as refused. */
function outcomeOf(events: PlanDocument['events']): {
  readonly outcome: 'ok' | 'refused' | 'begun' | 'unfinished';
  readonly termination?: string;
} {
  if (events.every(({ type }) => type === 'run.begun')) return { outcome: 'begun' };
  if (events.every(({ type }) => type === 'run.unfinished')) return { outcome: 'unfinished' };
  for (const { type, payload } of events) {
    if (type !== 'tool.run') continue;
    const { termination } = payload;
    if (typeof termination === 'string' && termination !== RAN) {
      return { outcome: 'refused', termination };
    }
  }
  return { outcome: 'ok' };
}

/** Writes a prepared commit. Throws, which rolls back, when the store numbers events differently than prepared. */
export async function writeCommit(
  tx: LedgerTransaction,
  audit: AuditAppender,
  { stored, entry, session_id, counts }: PreparedCommit,
): Promise<void> {
  const rows = stored.map(({ seq: _seq, branch_seq: _branchSeq, ...row }): EventRow => row);
  const written = await tx.appendEvents(rows);
  const isAsPrepared = written.every(
    ({ seq, branch_seq }, index) =>
      stored[index]?.seq === seq && stored[index]?.branch_seq === branch_seq,
  );
  if (!isAsPrepared) throw new Error('the store numbered events differently than the audit entry');
  await audit.append(entry);
  if (counts) await tx.addCounter(sessionCounter(session_id), 1);
}

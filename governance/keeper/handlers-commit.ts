/** @module handlers-commit: whether a plan still holds, and its events, audit entry and counters in one go. */
import type {
  AuditRow,
  BranchHead,
  EventRow,
  LedgerRead,
  LedgerTransaction,
} from '../../kernel/ledger/ledger.ts';
import { Refusal } from '../../schemas/errors.ts';
import { EVENT_TYPES, touchedIds, type EventType, type StoredEvent } from '../../schemas/events.ts';
import type { Expectation, PlanDocument } from '../../schemas/governance.ts';
import type { AuditAppender } from '../audit/append.ts';
import { eventDigest } from '../audit/event-digest.ts';
import { sessionCounter } from './handlers-context.ts';

const KNOWN_TYPES: ReadonlySet<string> = new Set(EVENT_TYPES);

function isEventType(type: string): type is EventType {
  return KNOWN_TYPES.has(type);
}

/** Events about branches and history: their aggregate is no element, other checks keep them in order. */
const WITHOUT_VERSION: ReadonlySet<string> = new Set<EventType>([
  'branch.created',
  'branch.discarded',
  'branch.merged',
  'conflict.resolved',
  'event.reverted',
]);

/** An event of a plan with its type checked. */
type LegalEvent = PlanDocument['events'][number] & { readonly type: EventType };

/** The plan's events, each of a known type. Refuses INVALID_ARGUMENT, and for versions that the plan does not state. */
export function legalEvents(plan: PlanDocument): readonly LegalEvent[] {
  const stated = new Set(
    plan.touched.filter(({ branch }) => branch === plan.branch).map(({ id }) => id),
  );
  return plan.events.map((event) => {
    const { type } = event;
    if (!isEventType(type)) throw badPlan(`the event type \`${type}\` is not known`);
    if (!WITHOUT_VERSION.has(type))
      for (const id of touchedIds({ ...event, type }))
        if (!stated.has(id)) throw badPlan(`the plan states no expected version of \`${id}\``);
    return { ...event, type };
  });
}

/** A plan that no gate would have made. */
export function badPlan(message: string): Refusal {
  return new Refusal(
    'INVALID_ARGUMENT',
    message,
    'plan the call again with this version of the tools',
  );
}

/**
 * The head of the plan's branch, null when the plan itself makes the branch.
 * Refuses BRANCH_NOT_FOUND and BRANCH_EXISTS.
 */
export async function planBranch(read: LedgerRead, plan: PlanDocument): Promise<BranchHead | null> {
  const head = await read.branchHead(plan.branch);
  const created = plan.events.find(({ type }) => type === 'branch.created');
  if (created === undefined) {
    if (head?.status === 'open') return head;
    throw noBranch(plan.branch);
  }
  if (head !== null) {
    throw new Refusal(
      'BRANCH_EXISTS',
      `there is a branch \`${plan.branch}\` already`,
      'choose another name',
    );
  }
  const { name, from, from_seq } = created.payload;
  if (name !== plan.branch || typeof from !== 'string' || created !== plan.events[0])
    throw badPlan('`branch.created` must come first and name the branch of the plan');
  if ((await read.branchHead(from))?.status !== 'open') throw noBranch(from);
  const known = await read.headSeq();
  if (
    typeof from_seq !== 'number' ||
    !Number.isInteger(from_seq) ||
    from_seq < 0 ||
    from_seq > known
  )
    throw badPlan(`got the fork point \`${String(from_seq)}\`, want a seq from 0 to ${known}`);
  return null;
}

function noBranch(branch: string): Refusal {
  return new Refusal(
    'BRANCH_NOT_FOUND',
    `no open branch \`${branch}\``,
    'use an open branch, such as `main`',
    {
      branch,
    },
  );
}

/**
 * Refuses a plan that discards what is no open branch, or `main`, and one that uses an event id twice. An id that the
 * ledger has already is kept out by the store itself.
 */
export async function assertAppendable(read: LedgerRead, plan: PlanDocument): Promise<void> {
  const ids = new Set<string>();
  for (const { type, payload, event_id } of plan.events) {
    if (ids.has(event_id)) throw badPlan(`the plan uses the event id \`${event_id}\` twice`);
    ids.add(event_id);
    if (type !== 'branch.discarded') continue;
    const { name } = payload;
    const head = typeof name === 'string' ? await read.branchHead(name) : null;
    if (head?.status !== 'open' || head.branch === 'main') throw noBranch(String(name));
  }
}

/** Ids whose state is not what the plan expects any more, in the plan's order; empty when it holds. */
export async function changedSince(
  read: LedgerRead,
  plan: PlanDocument,
): Promise<readonly string[]> {
  const unversioned = new Set(
    plan.events.filter(({ type }) => WITHOUT_VERSION.has(type)).map((event) => event.aggregate_id),
  );
  const heads = new Map<string, BranchHead | null>();
  const changed = new Set<string>();
  for (const expected of [...plan.touched, ...plan.relied_on]) {
    const { branch, id, version } = expected;
    if (version === 0 && unversioned.has(id)) continue;
    if (!heads.has(branch)) heads.set(branch, await read.branchHead(branch));
    if (!(await holds(read, expected, heads.get(branch)?.from_seq ?? 0))) changed.add(id);
  }
  if (plan.branch_seq !== null) {
    const { branch, branch_seq } = plan.branch_seq;
    const head = await read.branchHead(branch);
    if ((head?.branch_seq ?? 0) !== branch_seq) changed.add(branch);
  }
  return [...changed];
}

/** A row on the branch must have the version; without one, the version must be from before the fork. */
async function holds(read: LedgerRead, expected: Expectation, from_seq: number): Promise<boolean> {
  const { branch, id, version } = expected;
  const touched = await read.touchedAt(branch, id);
  if (touched === null) return version <= from_seq;
  if (touched === version) return true;
  if (version !== 0) return false;
  // What was deleted is not there either: its deletion can be undone.
  const [last] = await read.eventsOfAggregate(id, branch, 1);
  return last?.seq === touched && last.type === 'element.deleted';
}

/** A plan about to be committed, and by whom. */
export type Commit = {
  readonly plan: PlanDocument;
  readonly events: readonly LegalEvent[];
  readonly head: BranchHead | null;
  /** Registered name and kind of who asked. */
  readonly requester: { readonly kind: string; readonly name: string };
  /** Arguments for the audit entry, or the approval that lets the plan go ahead. */
  readonly by:
    | { readonly arguments: Readonly<Record<string, unknown>> }
    | { readonly approval_id: string; readonly plan_digest: string };
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
};

/** Everything that a commit will write, made before anything is written. */
export type PreparedCommit = {
  readonly stored: readonly [StoredEvent, ...StoredEvent[]];
  readonly entry: AuditRow;
  readonly session_id: string;
};

/**
 * Works out events and audit entry as they will stand in the ledger.
 *
 * @throws {CanonicalJsonError} when events or arguments hold what JSON cannot carry
 */
export async function prepareCommit(
  read: LedgerRead,
  audit: AuditAppender,
  commit: Commit,
): Promise<PreparedCommit> {
  const { plan, events, head, by, at, requester } = commit;
  const approval_id = 'approval_id' in by ? by.approval_id : null;
  const seq = await read.headSeq();
  const branch_seq = head?.branch_seq ?? 0;
  const stored = events.map((event, index): StoredEvent => ({
    event_id: event.event_id,
    type: event.type,
    aggregate_id: event.aggregate_id,
    payload: event.payload,
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
  if (first === undefined) throw new RangeError('got a plan without events, want at least one');
  const entry = await audit.prepare(at, {
    kind: approval_id === null ? 'call' : 'approval',
    step: approval_id === null ? 'committed' : 'executed',
    outcome: 'ok',
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
    approval_id: null,
    ...by,
  });
  return { stored: [first, ...rest], entry, session_id: plan.session_id };
}

/** Writes a prepared commit. Throws, and so rolls back, when the store numbers events otherwise than foreseen. */
export async function writeCommit(
  tx: LedgerTransaction,
  audit: AuditAppender,
  { stored, entry, session_id }: PreparedCommit,
): Promise<void> {
  const rows = stored.map(({ seq: _seq, branch_seq: _branchSeq, ...row }): EventRow => row);
  const written = await tx.appendEvents(rows);
  const asForeseen = written.every(
    ({ seq, branch_seq }, index) =>
      stored[index]?.seq === seq && stored[index]?.branch_seq === branch_seq,
  );
  if (!asForeseen) throw new Error('the store numbered events otherwise than the audit entry says');
  await audit.append(entry);
  await tx.addCounter(sessionCounter(session_id), 1);
}

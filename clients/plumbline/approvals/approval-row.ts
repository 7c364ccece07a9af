/** @module approval-row: one approval in a list: effect, requester, reasoning and remaining time. */
import { countsOf, countWords } from '../../../governance/approval/counts.ts';
import { personName } from '../../../governance/control/person-names.ts';
import type { People } from '../../../governance/control/wire.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import { carriedElement, changedNames, type PlannedEvent } from '../../../schemas/events.ts';
import type { ApprovalStatus, PlanDocument } from '../../../schemas/governance.ts';
import type { ReadApproval } from '../../../servers/approvals/checked-plan.ts';
import { topicSummary } from '../../../servers/approvals/topic-text.ts';

/** One row of the list. All text in it is complete and safe to print. */
export type ApprovalRow = {
  readonly approval_id: string;
  readonly status: ApprovalStatus;
  /** Summary of the effect, such as `delete_elements on main: 2 deleted (wall "south", door D1)`. */
  readonly what: string;
  readonly who: string;
  /** The requester's reasoning in one line; it is not verified. */
  readonly why: string;
  /** Remaining time while it is pending, else the status. */
  readonly left: string;
  /** Whether it is pending and contains a change that a person rejected during the cooldown. */
  readonly contains_rejected: boolean;
  /** Number of comments on it. */
  readonly comment_count: number;
};

/** Maximum number of elements named in a summary. */
const NAMED_MAX = 3;

/** Builds the row of one approval; remaining time and status are those at `now`. */
export function rowOf(
  { record, plan, comment_count = 0 }: ReadApproval,
  registry: People,
  now: Date,
  contains_rejected: boolean,
): ApprovalRow {
  const { approval_id, status, expires_at } = record;
  const agent = registry.agents.find(({ agent_id }) => agent_id === plan.agent_id);
  const person = personName(registry, plan.user_id);
  const who =
    plan.agent_id === null ? person : `agent ${agent?.name ?? plan.agent_id} for ${person}`;
  return {
    approval_id: printable(approval_id),
    status,
    what: summaryOf(plan),
    who: printable(who),
    why: printable((plan.reasoning ?? 'no reason given').replaceAll(/\s+/g, ' ').trim()),
    left: status === 'pending' ? shortTime(expires_at, now) : status,
    contains_rejected,
    comment_count,
  };
}

/** A number of comments in words. */
export function commentWords(comments: number): string {
  return comments === 1 ? '1 comment' : `${comments} comments`;
}

/** The parts of a plan that a summary needs. */
type Summarised = Pick<PlanDocument, 'server' | 'tool' | 'branch' | 'events' | 'affected'>;

/** A summary of a plan in one line, safe to print. */
export function summaryOf(plan: Summarised): string {
  const counts = countWords(countsOf(plan));
  const [first] = plan.events;
  const effect = counts === '' ? eventWords(first, plan) : `${counts}${namesOf(plan.events)}`;
  return printable(`${plan.tool} on ${plan.branch}: ${effect}`);
}

function eventWords(event: PlannedEvent | undefined, { server, tool }: Summarised): string {
  if (event === undefined) return 'nothing';
  const { type, payload } = event;
  if (type === 'branch.discarded') return `discards the branch ${payload.name}`;
  if (type === 'model.imported') return `imports ${printable(payload.name)}`;
  if (type === 'import.reverted') {
    const id = printable(payload.import_id);
    return payload.restores === undefined ? `undoes the import ${id}` : `undoes the revision ${id}`;
  }
  if (type === 'branch.restored') return `returns the branch to event ${payload.to_seq}`;
  if (type === 'branch.merged') return `merges ${payload.source} into ${payload.target}`;
  if (type === 'run.permitted') return `runs ${server}.${tool} once`;
  return topicSummary(event) ?? type;
}

/**
 * The first few deleted, else modified, else created elements, by name or id; dependants come last. Many created elements
 * are counted by kind. An element that the plan creates and then modifies is created.
 */
function namesOf(events: readonly PlannedEvent[]): string {
  const deleted = events
    .filter(({ type }) => type === 'element.deleted')
    .toSorted((a, b) => Number(isCascade(a)) - Number(isCascade(b)));
  const created = events.filter(
    ({ type }) => type === 'level.created' || type === 'element.created',
  );
  const own = new Set(created.map(({ aggregate_id }) => aggregate_id));
  const modified = events.filter(
    ({ type, aggregate_id }) => type === 'element.modified' && !own.has(aggregate_id),
  );
  const worst = [deleted, modified].find(({ length }) => length > 0) ?? created;
  const named = [...new Set(worst.map(nameOf))];
  if (named.length === 0) return '';
  if (worst === created && named.length > NAMED_MAX) return ` (${kindsOf(created)})`;
  return ` (${named.slice(0, NAMED_MAX).join(', ')}${named.length > NAMED_MAX ? ', …' : ''})`;
}

/** The number of elements of each kind: `3 × level, 24 × wall`. */
function kindsOf(created: readonly PlannedEvent[]): string {
  const counts = new Map<string, number>();
  for (const event of created) {
    const kind = carriedElement(event)?.kind ?? event.type;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => `${count} × ${kind}`).join(', ');
}

function isCascade({ type, payload }: PlannedEvent): boolean {
  return type === 'element.deleted' && payload.cascade_of !== null;
}

function nameOf(event: PlannedEvent): string {
  if (event.type === 'element.modified') {
    return `${event.aggregate_id} ${changedNames(event.payload).join(', ')}`;
  }
  const element = carriedElement(event);
  if (element === null) return event.aggregate_id;
  const { kind, id, params } = element;
  const { name } = params;
  return typeof name === 'string' ? `${kind} ${JSON.stringify(name)}` : `${kind} ${id}`;
}

/** Remaining time, such as `59 min`, `45 s` or `3 h`; `expired` after the expiry. */
function shortTime(expires_at: string, now: Date): string {
  const seconds = Math.round((Date.parse(expires_at) - now.getTime()) / 1000);
  if (seconds <= 0) return 'expired';
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}

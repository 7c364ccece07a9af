/** @module log items: operations, refusals and rejections of a branch in the order of the audit log, newest first. */
import type { LogEntry } from '../../../governance/audit/entries/log-entry.ts';
import { MAIN } from '../../../kernel/building/model/model.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { entriesBefore, isCommit, isRefusedCall, isRejection } from './audit-entries.ts';
import {
  type AuditReader,
  type Author,
  authorOfRefusal,
  ownEntriesBefore,
  planOf,
  type PlanOf,
} from './audit-index.ts';
import { operationsBefore, type SeenOperation } from './operations.ts';

/** A place in the log: what is before ledger event `before` and before audit entry `audit`. */
export type Place = { readonly before: number; readonly audit: number };
/** The newest place. */
export const NEWEST: Place = { before: Infinity, audit: Infinity };

/** One item; `after` is the place behind it. An operation without an entry is one that this person may know no more of. */
export type LogItem = { readonly after: Place } & (
  | {
      readonly what: 'operation';
      readonly operation: SeenOperation;
      readonly entry: LogEntry | null;
    }
  | { readonly what: 'refusal'; readonly entry: LogEntry }
  | { readonly what: 'rejection'; readonly entry: LogEntry; readonly plan: PlanOf }
  /** Many entries without an item were read. */
  | { readonly what: 'nothing' }
);

/** Whose log it is. */
export type LogReader = {
  readonly view: BuildingView;
  readonly reader: AuditReader;
  /** Whether nothing is hidden from the person. */
  readonly sees_all: boolean;
  /** The person. */
  readonly author: Author;
};

/** The entries before an audit seq; `next` is the operation that is listed next. */
export type Entries = (before: number, next: () => SeenOperation | null) => AsyncIterable<LogEntry>;

/** Number of entries without an item after which a page is cut short. */
const SCANNED_MAX = 20_000;

/**
 * The items before a place. A person with a restricted READ sees the operations that the view shows, and the refusals and
 * rejections of their own calls; the entry only of their own operations.
 */
export function itemsBefore(log: LogReader, from: Place): AsyncGenerator<LogItem> {
  const { reader, sees_all } = log;
  return itemsIn(log, from, (before, next) =>
    sees_all ? entriesBefore(reader, before) : ownEntriesBefore(log, before, next),
  );
}

/** The items before a place by these entries of the audit log, newest first. */
export async function* itemsIn(
  log: LogReader,
  from: Place,
  entries: Entries,
): AsyncGenerator<LogItem> {
  const { view, sees_all } = log;
  const operations = operationsBefore(view, from.before);
  let operation = await nextOf(operations);
  let { before, audit } = from;
  let scanned = 0;
  for await (const entry of entries(audit, () => operation)) {
    // Operations without an entry.
    while (operation !== null && isCommitBefore(entry, operation)) {
      before = operation.first.seq;
      yield { what: 'operation', operation, entry: null, after: { before, audit } };
      operation = await nextOf(operations);
    }
    audit = entry.seq;
    scanned += 1;
    if (operation !== null && entry.operation_id === operation.operation_id && isCommit(entry)) {
      before = operation.first.seq;
      const known = sees_all || isOwn(log, operation.last) ? entry : null;
      yield { what: 'operation', operation, entry: known, after: { before, audit } };
      operation = await nextOf(operations);
      scanned = 0;
    }
    const item = await refusedItem(log, entry, { before, audit });
    if (item !== null) {
      yield item;
      scanned = 0;
    } else if (scanned >= SCANNED_MAX && sees_all) {
      yield { what: 'nothing', after: { before, audit } };
      scanned = 0;
    }
  }
  for (; operation !== null; operation = await nextOf(operations)) {
    before = operation.first.seq;
    yield { what: 'operation', operation, entry: null, after: { before, audit } };
  }
}

/** Whether an entry is that of another operation, before this one. */
function isCommitBefore(entry: LogEntry, { operation_id, first }: SeenOperation): boolean {
  const { last_seq = Infinity } = entry;
  return isCommit(entry) && entry.operation_id !== operation_id && last_seq < first.seq;
}

async function nextOf(operations: AsyncGenerator<SeenOperation>): Promise<SeenOperation | null> {
  const { done, value } = await operations.next();
  return done === true ? null : value;
}

/** The refusal or rejection of an entry if it belongs to the branch and the person may see it, else null. */
async function refusedItem(log: LogReader, entry: LogEntry, after: Place): Promise<LogItem | null> {
  const { sees_all } = log;
  if (isRefusedCall(entry)) {
    const { branch, tool } = entry;
    if (tool === undefined || !isOnLine(log.view, branch ?? MAIN, after)) return null;
    const author = authorOfRefusal(entry);
    const isSeen = sees_all || (author !== null && isOwn(log, author));
    return isSeen ? { what: 'refusal', entry, after } : null;
  }
  if (!isRejection(entry)) return null;
  const plan = await planOf(entry, log.reader);
  if (plan === null || !isOnLine(log.view, plan.branch, after)) return null;
  return sees_all || isOwn(log, plan) ? { what: 'rejection', entry, plan, after } : null;
}

function isOwn({ author }: LogReader, { user_id, agent_id }: Author): boolean {
  return author.user_id === user_id && author.agent_id === agent_id;
}

/** Whether a branch is the one of the view, or an ancestor before the fork that led to it. */
function isOnLine(view: BuildingView, name: string, { before }: Place): boolean {
  if (name === view.branch) return true;
  const branches = new Map(view.branches().map((branch) => [branch.name, branch]));
  let at = branches.get(view.branch);
  while (at !== undefined && at.parent !== null) {
    if (at.parent === name) return before <= at.from_seq + 1;
    at = branches.get(at.parent);
  }
  return false;
}

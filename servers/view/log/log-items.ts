/** @module log items: operations, refusals and rejections of a branch in the order of the audit log, newest first. */
import * as z from 'zod';

import { type LogEntry, requestText } from '../../../governance/audit/entries/log-entry.ts';
import { parseJson } from '../../../kernel/base/canonical/parse-json.ts';
import { MAIN } from '../../../kernel/building/model/model.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { entriesBefore, isCommit, isRefusedCall, isRejection } from './audit-entries.ts';
import { operationsBefore, type SeenOperation } from './operations.ts';

/** An author by its ids. */
export type Author = { readonly user_id: string; readonly agent_id: string | null };

/** A place in the log: what is before ledger event `before` and before audit entry `audit`. */
export type Place = { readonly before: number; readonly audit: number };
/** The newest place. */
export const NEWEST: Place = { before: Infinity, audit: Infinity };

/** The plan of a rejected approval. */
const PlanOf = z.looseObject({
  branch: z.string(),
  tool: z.string(),
  session_id: z.string().nullish(),
  user_id: z.string(),
  agent_id: z.string().nullable(),
});
type PlanOf = z.output<typeof PlanOf>;

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
  readonly reader: Pick<LedgerRead, 'auditAfter' | 'auditHead' | 'approval'>;
  /** Whether nothing is hidden from the person. */
  readonly sees_all: boolean;
  /** Whether an author is the person. */
  readonly own: (author: Author) => boolean;
};

/** Number of entries without an item after which a page is cut short. */
const SCANNED_MAX = 20_000;

/**
 * The items before a place. A person with a restricted READ sees the operations that the view shows, and the refusals and
 * rejections of their own calls; the entry only of their own operations.
 */
export async function* itemsBefore(log: LogReader, from: Place): AsyncGenerator<LogItem> {
  const { view, reader, sees_all, own } = log;
  const operations = operationsBefore(view, from.before);
  let operation = await nextOf(operations);
  let { before, audit } = from;
  let scanned = 0;
  for await (const entry of entriesBefore(reader, audit)) {
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
      const known = sees_all || own(operation.last) ? entry : null;
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
  const { sees_all, own } = log;
  if (isRefusedCall(entry)) {
    const { principal, branch, tool } = entry;
    if (tool === undefined || !isOnLine(log.view, branch ?? MAIN, after)) return null;
    const { user_id, agent_id } = principal ?? {};
    const isOwn = user_id !== undefined && agent_id !== undefined && own({ user_id, agent_id });
    const isSeen = sees_all || isOwn;
    return isSeen ? { what: 'refusal', entry, after } : null;
  }
  if (!isRejection(entry)) return null;
  const record = await log.reader.approval(requestText(entry.approval_id) ?? '');
  const plan = record === null ? null : (PlanOf.safeParse(parseJson(record.plan)).data ?? null);
  if (plan === null || !isOnLine(log.view, plan.branch, after)) return null;
  return sees_all || own(plan) ? { what: 'rejection', entry, plan, after } : null;
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

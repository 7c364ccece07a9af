/** @module verify-derived: compares the derived tables with events and chain, row by row. */
import { canonicalJson } from '../../kernel/base/canonical/json.ts';
import { followedCounter, isFollowedCounter } from '../../kernel/ledger/followed-counter.ts';
import type { IdempotencyRow, LedgerTables } from '../../kernel/ledger/ledger.ts';
import type { ApprovalHistory } from './approval-states.ts';
import { type DerivedState, pendingCounters } from './derived-state.ts';
import { keptReplyDigest } from './kept-reply.ts';
import { compareNewestSeal, NEWEST_SEAL, sealedRange } from './verify-checkpoints.ts';
import type { Report } from './verify-report.ts';

/** Maximum number of faults reported per table. */
const NAMED_MAX = 100;

/**
 * Counters that are not on the chain. The epoch only distinguishes keepers: a keeper that reads a different value than it has
 * written ends its term, and the next one increments the stored value.
 */
const UNDERIVED: ReadonlySet<string> = new Set(['keeper/epoch']);

/** Whether a counter is compared with its own table, not with the chain. */
function isComparedApart(name: string): boolean {
  return name === NEWEST_SEAL || isFollowedCounter(name);
}

/** The expected state by the chain. */
export type OnChain = {
  readonly derived: DerivedState;
  readonly approvals: ReadonlyMap<string, ApprovalHistory>;
};

/** Compares the tables with the final state. */
export async function compareDerived(
  tables: LedgerTables,
  { derived, approvals }: OnChain,
  report: Report,
): Promise<void> {
  for (const detail of await tables.storeFaults()) report('store_damaged', 0, detail);
  await compareTouches(tables, derived, report);
  await compareBranches(tables, derived, report);
  await compareApprovalTexts(tables, approvals, report);
  await compareIdempotency(tables, { derived, approvals }, report);
  await compareCounters(tables, { derived, approvals }, report);
  await compareNewestSeal(tables, report);
  await compareFollowed(tables, report);
  for (const seal of await tables.seals()) {
    const isEmpty = seal.size === 0 && seal.hashes.length === 0;
    if (isEmpty || sealedRange(seal) !== null) continue;
    report('table_mismatch', seal.size, 'the stored tree of a checkpoint does not match its note');
  }
}

async function compareTouches(
  tables: LedgerTables,
  { touches, further }: DerivedState,
  report: Report,
): Promise<void> {
  const missing = [...(await tables.untouched(NAMED_MAX))];
  for (const touch of further) if (!(await tables.hasTouch(touch))) missing.push(touch);
  for (const { id, branch, seq } of missing.slice(0, NAMED_MAX)) {
    report(
      'table_mismatch',
      0,
      `event ${seq} touched \`${id}\` on \`${branch}\`, which is missing from the table touches`,
    );
  }
  const found = await tables.touchCount();
  const expected = touches();
  // With all expected rows and equal counts, there can be no other rows.
  if (missing.length === 0 && found === expected) return;
  report(
    'table_mismatch',
    0,
    `the table touches has ${found} rows; expected ${expected} from the events`,
  );
}

async function compareBranches(
  tables: LedgerTables,
  { branches }: DerivedState,
  report: Report,
): Promise<void> {
  const rows = await tables.branchRows();
  const byName = new Map(rows.map((row) => [row.branch, row]));
  let ordinal = 0;
  for (const head of branches.values()) {
    ordinal += 1;
    const row = byName.get(head.branch);
    byName.delete(head.branch);
    if (row === undefined) {
      report('table_mismatch', 0, `the branch \`${head.branch}\` exists only in the events`);
    } else if (canonicalJson(row) !== canonicalJson({ ...head, ordinal })) {
      report('table_mismatch', 0, `the row of branch \`${head.branch}\` differs from the events`);
    }
  }
  for (const name of byName.keys()) {
    report('table_mismatch', 0, `no event creates the branch \`${name}\``);
  }
}

/** The order of approvals and the exact text of their decisions; the rest is compared for exports too. */
async function compareApprovalTexts(
  tables: LedgerTables,
  approvals: ReadonlyMap<string, ApprovalHistory>,
  report: Report,
): Promise<void> {
  const ordinals = new Map([...approvals.keys()].map((id, index) => [id, index + 1]));
  for (const { approval_id, ordinal, decisions } of await tables.approvalTexts()) {
    const history = approvals.get(approval_id);
    if (history === undefined) continue;
    const { seq } = history.opened;
    if (ordinal !== ordinals.get(approval_id)) {
      report('approval_mismatch', seq, `\`${approval_id}\` was opened in a different order`);
    }
    if (decisions !== canonicalJson(history.decisions)) {
      report(
        'approval_mismatch',
        seq,
        `\`decisions\` of \`${approval_id}\` differs from the text that was written`,
      );
    }
  }
}

async function compareIdempotency(
  tables: LedgerTables,
  { derived, approvals }: OnChain,
  report: Report,
): Promise<void> {
  const unseen = new Map(derived.kept);
  const planned = new Set([...approvals.values()].map(({ opened }) => opened.plan.operation_id));
  for (const row of await tables.idempotencyRows()) {
    if (unseen.delete(digestOrNothing(row))) continue;
    // Rows of earlier versions have no entry; only the existence of their operation can be checked.
    if (!derived.keepsAll() && planned.has(row.operation_id)) continue;
    if (!derived.keepsAll() && (await tables.hasOperation(row.operation_id))) continue;
    report(
      'table_mismatch',
      0,
      `no entry records the reply stored for \`${row.scope}\` \`${row.key}\``,
    );
  }
  for (const seq of unseen.values()) {
    report('table_mismatch', seq, 'the reply that this entry records is missing from the table');
  }
}

/** The digest of a row; empty for text with a lone surrogate, which has no digest and cannot have been stored. */
function digestOrNothing(row: IdempotencyRow): string {
  return Object.values(row).every((value) => value.isWellFormed()) ? keptReplyDigest(row) : '';
}

async function compareCounters(
  tables: LedgerTables,
  { derived, approvals }: OnChain,
  report: Report,
): Promise<void> {
  const wanted = new Map([...derived.counters, ...pendingCounters(approvals)]);
  for (const { name, value } of await tables.counters()) {
    if (UNDERIVED.has(name) || isComparedApart(name)) continue;
    const expected = wanted.get(name);
    wanted.delete(name);
    if (value === expected) continue;
    const by =
      expected === undefined ? 'the chain has no such counter' : `the chain has ${expected}`;
    report('table_mismatch', 0, `the counter \`${name}\` is ${value}: ${by}`);
  }
  for (const name of wanted.keys()) {
    report('table_mismatch', 0, `the counter \`${name}\` is missing`);
  }
}

/**
 * Reports a changed or missing row of the followed log. With the address of the database, the commit itself can be compared
 * too.
 */
async function compareFollowed(tables: LedgerTables, report: Report): Promise<void> {
  const rows = await tables.followedRows();
  const recorded = new Map(
    (await tables.counters())
      .filter(({ name }) => isFollowedCounter(name))
      .map(({ name, value }) => [name, value]),
  );
  // Earlier versions wrote the row alone.
  const isRecorded = recorded.size > 0;
  if (rows.length > 1 || recorded.size > 1) {
    report('followed_mismatch', 0, 'the store follows a shared log to more than one commit');
  }
  for (const { log, n, hash } of rows) {
    const name = followedCounter({ log, hash });
    const isForm = n >= 0 && /^[0-9a-f]{64}$/.test(hash);
    if (isForm && (!isRecorded || recorded.get(name) === n)) continue;
    report(
      'followed_mismatch',
      0,
      `the commit ${n} of the shared log \`${log}\` is not the last commit that this store has followed`,
    );
  }
  if (rows.length === 0 && isRecorded) {
    report(
      'followed_mismatch',
      0,
      'the row that states which shared log this store follows is missing',
    );
  }
}

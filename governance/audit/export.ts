/** @module export: the whole log as JSON lines that verify with no store, and their verification. */
import * as z from 'zod';

import { canonicalJson } from '../../kernel/canonical/json.ts';
import type { AuditRow, CheckpointRow, RegistryRow } from '../../kernel/ledger/ledger.ts';
import { EVENT_TYPES, type StoredEvent } from '../../schemas/events.ts';
import { APPROVAL_STATUSES, Decision, type ApprovalRecord } from '../../schemas/governance.ts';
import type { AuditSource, VerifyOptions, VerifyReport } from './verify-report.ts';
import { verifyLedger } from './verify.ts';

const FORMAT = 'plumbline-audit-export/v1';
/** Rows read at once. */
const PAGE = 5000;
const ALL = 1_000_000_000;
const KINDS = ['workspace', 'agent', 'approver'] as const;

/** The lines of an export, each canonical JSON without its line break: header, entries, events, tables, checkpoints. */
export async function* exportLines(source: AuditSource): AsyncGenerator<string> {
  yield canonicalJson({ line: 'header', format: FORMAT });
  for await (const row of paged((after) => source.auditAfter(after, PAGE)))
    yield canonicalJson({ line: 'entry', ...row });
  for await (const event of paged((after) => source.eventsAfter(after, PAGE)))
    yield canonicalJson({ line: 'event', ...event });
  for (const record of (await source.approvals(null, ALL)).toReversed())
    yield canonicalJson({ line: 'approval', ...record });
  for (const kind of KINDS)
    for (const row of await source.registryAll(kind))
      yield canonicalJson({ line: 'registry', ...row });
  for (const row of await source.checkpoints()) yield canonicalJson({ line: 'checkpoint', ...row });
}

async function* paged<T extends { readonly seq: number }>(
  page: (after: number) => readonly T[] | Promise<readonly T[]>,
): AsyncGenerator<T> {
  let after = 0;
  for (;;) {
    const rows = await page(after);
    yield* rows;
    after = rows.at(-1)?.seq ?? after;
    if (rows.length < PAGE) return;
  }
}

const Int = z.number().int();
const Line = z.discriminatedUnion('line', [
  z.strictObject({
    line: z.literal('entry'),
    seq: Int,
    prev_hash: z.string(),
    hash: z.string(),
    body: z.string(),
  }),
  z.strictObject({
    line: z.literal('event'),
    seq: Int,
    event_id: z.string(),
    operation_id: z.string(),
    branch: z.string(),
    branch_seq: Int,
    type: z.enum(EVENT_TYPES),
    aggregate_id: z.string(),
    payload: z.record(z.string(), z.unknown()),
    user_id: z.string(),
    agent_id: z.string().nullable(),
    approval_id: z.string().nullable(),
    reasoning: z.string().nullable(),
    at: z.string(),
  }),
  z.strictObject({
    line: z.literal('approval'),
    approval_id: z.string(),
    status: z.enum(APPROVAL_STATUSES),
    plan: z.string(),
    plan_digest: z.string(),
    effect_key: z.string(),
    created_at: z.string(),
    expires_at: z.string(),
    decisions: z.array(Decision),
    event_id: z.string().nullable(),
    detail: z.string().nullable(),
    updated_at: z.string(),
  }),
  z.strictObject({
    line: z.literal('registry'),
    kind: z.enum(KINDS),
    name: z.string(),
    record: z.string(),
  }),
  z.strictObject({ line: z.literal('checkpoint'), size: Int, note: z.string() }),
]);

/**
 * Verifies an export by its lines alone, as `verifyLedger` does an open ledger. Lines that are none of an export are
 * reported as `unverifiable` with their number.
 */
export async function verifyExport(
  lines: Iterable<string> | AsyncIterable<string>,
  options: VerifyOptions = {},
): Promise<VerifyReport> {
  const { source, foreign } = await readLines(lines);
  const report = await verifyLedger(source, options);
  if (foreign.length === 0) return report;
  const faults = foreign.map((number) => ({
    kind: 'unverifiable' as const,
    seq: 0,
    detail: `line ${number} is none of an export`,
  }));
  return { ...report, ok: false, faults: [...faults, ...report.faults] };
}

async function readLines(
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<{ readonly source: AuditSource; readonly foreign: readonly number[] }> {
  const entries: AuditRow[] = [];
  const events: StoredEvent[] = [];
  const approvals: ApprovalRecord[] = [];
  const registry: RegistryRow[] = [];
  const checkpoints: CheckpointRow[] = [];
  const foreign: number[] = [];
  let number = 0;
  for await (const text of lines) {
    number += 1;
    if (text === '') continue;
    const value = parsed(text);
    if (number === 1 && isHeader(value)) continue;
    const read = Line.safeParse(value);
    if (!read.success) {
      foreign.push(number);
      continue;
    }
    if (read.data.line === 'entry') entries.push(read.data);
    else if (read.data.line === 'event') events.push(read.data);
    else if (read.data.line === 'approval') approvals.push(read.data);
    else if (read.data.line === 'registry') registry.push(read.data);
    else checkpoints.push(read.data);
  }
  const source: AuditSource = {
    auditAfter: pageOf(entries),
    eventsAfter: pageOf(events),
    approvals: () => approvals.toReversed(),
    registryAll: (kind) => registry.filter((row) => row.kind === kind),
    checkpoints: () => checkpoints,
  };
  return { source, foreign };
}

const Header = z.strictObject({ line: z.literal('header'), format: z.literal(FORMAT) });

function isHeader(value: unknown): boolean {
  return Header.safeParse(value).success;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Reported with its number, as any line that is none of an export.
    return undefined;
  }
}

/** Rows above a number, as a store would answer. */
function pageOf<T extends { readonly seq: number }>(
  rows: readonly T[],
): (after: number, limit: number) => readonly T[] {
  const sorted = rows.toSorted((a, b) => a.seq - b.seq);
  return (after, limit) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((sorted[middle]?.seq ?? 0) > after) high = middle;
      else low = middle + 1;
    }
    return sorted.slice(low, low + limit);
  };
}

/** @module export: the whole log as JSON lines that can be verified without a store, and their verification. */
import * as z from 'zod';

import { CanonicalJsonError, canonicalJson } from '../../kernel/base/canonical/json.ts';
import { parseJson } from '../../kernel/base/canonical/parse-json.ts';
import {
  LedgerError,
  type AuditRow,
  type CheckpointRow,
  type EventText,
  type RegistryRow,
} from '../../kernel/ledger/ledger.ts';
import { EventRecordSchema, hasProtoKey } from '../../schemas/event-schemas.ts';
import type { EventRecord } from '../../schemas/events.ts';
import { ApprovalFields, type ApprovalRecord } from '../../schemas/governance.ts';
import { eventIn } from './verify-events.ts';
import type { AuditSource, VerifyOptions, VerifyReport } from './verify-report.ts';
import { verifyLedger } from './verify.ts';

const FORMAT = 'plumbline-audit-export/v1';
const HEADER = canonicalJson({ line: 'header', format: FORMAT });
/** Rows per page. */
const PAGE = 5000;
const ALL = 1_000_000_000;
const KINDS = ['workspace', 'agent', 'approver'] as const;

/** The lines of an export, each canonical JSON without its line break: header, entries, events, tables, checkpoints. */
export async function* exportLines(source: AuditSource): AsyncGenerator<string> {
  yield HEADER;
  for await (const row of allRows((after) => source.auditAfter(after, PAGE))) {
    yield canonicalJson({ line: 'entry', ...row });
  }
  for await (const { seq, body } of allRows((after) => source.eventTextsAfter(after, PAGE))) {
    yield canonicalJson({ line: 'event', ...exportableEvent(seq, body) });
  }
  for (const record of (await source.approvals(null, ALL)).toReversed()) {
    yield canonicalJson({ line: 'approval', ...record });
  }
  for (const kind of KINDS) {
    for (const row of await source.registryAll(kind)) {
      yield canonicalJson({ line: 'registry', ...row });
    }
  }
  for (const row of await source.checkpoints()) yield canonicalJson({ line: 'checkpoint', ...row });
}

/** The event of a row for its line. Throws LedgerError for an invalid row: a log with such a row cannot be exported. */
function exportableEvent(seq: number, body: string): EventRecord {
  const event = eventIn(body);
  if (event?.seq === seq) return event;
  throw new LedgerError('CORRUPT', `the body of event ${seq} is not an event`);
}

async function* allRows<T extends { readonly seq: number }>(
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
    ...EventRecordSchema.shape,
  }),
  z.strictObject({
    line: z.literal('approval'),
    ...ApprovalFields.shape,
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
 * Verifies an export by its lines alone, like `verifyLedger` for an open ledger. Lines that are invalid, not canonical, or
 * repeat an event are reported as `unverifiable` with their number, and so is a file without the header of an export.
 */
export async function verifyExport(
  lines: Iterable<string> | AsyncIterable<string>,
  options: VerifyOptions = {},
): Promise<VerifyReport> {
  const { source, faults } = await readLines(lines);
  const report = await verifyLedger(source, options);
  if (faults.length === 0) return report;
  const named = faults.map((detail) => ({ kind: 'unverifiable' as const, seq: 0, detail }));
  return { ...report, ok: false, faults: [...named, ...report.faults] };
}

/** The rows of the lines so far. */
type Rows = {
  readonly entries: AuditRow[];
  readonly events: Map<number, EventText>;
  readonly approvals: ApprovalRecord[];
  readonly registry: RegistryRow[];
  readonly checkpoints: CheckpointRow[];
};

async function readLines(
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<{ readonly source: AuditSource; readonly faults: readonly string[] }> {
  const rows: Rows = {
    entries: [],
    events: new Map(),
    approvals: [],
    registry: [],
    checkpoints: [],
  };
  const faults: string[] = [];
  let number = 0;
  for await (const text of lines) {
    number += 1;
    if (number === 1 && text !== HEADER) faults.push('line 1 is not the header of an export');
    if (text === '' || text === HEADER) continue;
    const because = addLine(rows, text);
    if (because !== null) faults.push(`line ${number} ${because}`);
  }
  if (number === 0) faults.push('the file is empty');
  const source: AuditSource = {
    auditAfter: pageOf(rows.entries),
    eventTextsAfter: pageOf([...rows.events.values()]),
    approvals: () => rows.approvals.toReversed(),
    registryAll: (kind) => rows.registry.filter((row) => row.kind === kind),
    checkpoints: () => rows.checkpoints,
    tables: null,
  };
  return { source, faults };
}

/** Adds a line; returns its fault; a faulty line may or may not have been added. */
function addLine(rows: Rows, text: string): string | null {
  const value = parseJson(text);
  const read = Line.safeParse(value);
  const canonical = canonicalOrNull(value);
  if (!read.success || hasProtoKey(value) || canonical === null) {
    return 'is not a line of an export';
  }
  switch (read.data.line) {
    case 'entry':
      rows.entries.push(read.data);
      break;
    case 'event': {
      const { line: _line, ...event } = read.data;
      if (rows.events.has(event.seq)) return `repeats event ${event.seq}`;
      rows.events.set(event.seq, { ...event, body: canonicalJson(event) });
      break;
    }
    case 'approval':
      rows.approvals.push(read.data);
      break;
    case 'registry':
      rows.registry.push(read.data);
      break;
    case 'checkpoint':
      rows.checkpoints.push(read.data);
      break;
    default:
      read.data satisfies never;
  }
  return canonical === text ? null : 'is not in the canonical form of an export';
}

/** The canonical text; null for a value without one. */
function canonicalOrNull(value: unknown): string | null {
  try {
    return canonicalJson(value);
  } catch (error) {
    if (error instanceof CanonicalJsonError) return null;
    throw error;
  }
}

/** Rows above a number, as a store returns them. */
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

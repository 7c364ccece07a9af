/** @module export: the whole log as JSON lines that can be verified without a store, and their verification. */
import { createHash, type Hash } from 'node:crypto';

import * as z from 'zod';

import { CanonicalJsonError, canonicalJson } from '../../kernel/base/canonical/json.ts';
import { parseJson } from '../../kernel/base/canonical/parse-json.ts';
import {
  LedgerError,
  type AuditRow,
  type BlobRow,
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

/**
 * The lines of an export, each canonical JSON without its line break: header, entries, events, kept blobs in chunks, tables,
 * checkpoints.
 */
export async function* exportLines(source: AuditSource): AsyncGenerator<string> {
  yield HEADER;
  for await (const row of allRows((after) => source.auditAfter(after, PAGE))) {
    yield canonicalJson({ line: 'entry', ...row });
  }
  for await (const { seq, body } of allRows((after) => source.eventTextsAfter(after, PAGE))) {
    yield canonicalJson({ line: 'event', ...exportableEvent(seq, body) });
  }
  for (const { sha256, bytes, received, state } of await source.blobs()) {
    if (state !== 'kept') continue;
    yield canonicalJson({ line: 'blob', sha256, bytes });
    for (let n = 0; n < received; n += 1) {
      const part = await source.blobPart(sha256, n);
      if (part === null) {
        throw new LedgerError('CORRUPT', `the blob \`${sha256}\` lacks chunk ${n}`);
      }
      yield canonicalJson({
        line: 'chunk',
        sha256,
        n,
        content: Buffer.from(part).toString('base64'),
      });
    }
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
  z.strictObject({ line: z.literal('blob'), sha256: z.string(), bytes: Int.min(1) }),
  z.strictObject({ line: z.literal('chunk'), sha256: z.string(), n: Int, content: z.string() }),
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
  /** Blobs, with the digest of the content so far: only one chunk is in memory. */
  readonly blobs: Map<string, { readonly row: BlobRow; readonly hash: Hash }>;
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
    blobs: new Map(),
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
    blobs: () => [...rows.blobs.values()].map(({ row }) => row),
    blobPart: () => null,
    blobDigests: new Map([...rows.blobs].map(([sha256, { hash }]) => [sha256, hash.digest('hex')])),
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
    case 'blob': {
      const { sha256, bytes } = read.data;
      if (rows.blobs.has(sha256)) return `repeats the blob \`${sha256}\``;
      const row = { sha256, bytes, received: 0, state: 'kept', owner: '', staged_at: '' } as const;
      rows.blobs.set(sha256, { row, hash: createHash('sha256') });
      break;
    }
    case 'chunk': {
      const { sha256, n, content } = read.data;
      const blob = rows.blobs.get(sha256);
      if (blob?.row.received !== n) return `has chunk ${n} out of order`;
      blob.hash.update(Buffer.from(content, 'base64'));
      rows.blobs.set(sha256, { ...blob, row: { ...blob.row, received: n + 1 } });
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

/** @module sqlite-queries: the reads of a ledger over one SQLite connection, synchronous. */
import * as z from 'zod';

import { isEventType, storedEvents } from '../../schemas/event-schemas.ts';
import type { StoredEvent } from '../../schemas/events.ts';
import { APPROVAL_STATUSES, Decision, type ApprovalRecord } from '../../schemas/governance.ts';
import {
  LedgerError,
  PAGE_BYTES,
  PAGE_EVENTS,
  type AuditRow,
  type BranchHead,
  type CheckpointRow,
  type EventText,
  type SealRow,
  type IdempotencyRow,
  type LedgerRead,
  type RegistryRow,
  type Sync,
} from './ledger.ts';
import { readBlobs, type BlobRead } from './sqlite-blobs.ts';
import {
  text,
  textOrNull,
  whole,
  wholeOrZero,
  type Connection,
  type Prepared,
} from './sqlite-file.ts';
import { readImports, type ImportRead } from './sqlite-imports.ts';
import { passedOver, voidedOver } from './voided-events.ts';

/** `LedgerRead` with synchronous methods. */
export type SyncLedgerRead = Sync<LedgerRead>;

type Row = NonNullable<ReturnType<Prepared['one']>>;

/** Columns in the order in which `toBranchHead` and `toApproval` read them. */
export const BRANCH_COLUMNS = 'branch, branch_seq, parent, from_seq, status';
export const APPROVAL_COLUMNS =
  'approval_id, status, plan, plan_digest, effect_key, created_at, expires_at, decisions, event_id, detail, updated_at';

/** The reads of a connection; inside a transaction they include its own writes. */
export function readOver(connection: Connection): SyncLedgerRead {
  const blobs = readBlobs(connection);
  const imports = readImports(connection, blobs);
  const { importedElement, writtenIds } = imports;
  return {
    ...readEvents(connection, imports),
    ...readRecords(connection),
    ...blobs,
    importedElement,
    writtenIds,
  };
}

type EventRead = Pick<
  SyncLedgerRead,
  | 'headSeq'
  | 'branchHead'
  | 'branches'
  | 'versionAt'
  | 'eventsAfter'
  | 'eventTextsAfter'
  | 'levelsAfter'
  | 'eventsOfBranch'
  | 'eventsOfOperation'
  | 'eventById'
  | 'eventsOfAggregate'
  | 'eventsTouching'
  | 'pageTouching'
>;

/** Events, branches and versions. */
function readEvents(connection: Connection, imports: ImportRead): EventRead {
  const { prepare } = connection;
  const voided = voidedOver(connection);
  const toEvents = (rows: readonly Row[]): readonly StoredEvent[] => {
    if (rows.length === 0) return [];
    const out = voided();
    return rows.map((row) => (out.has(whole(row, 0)) ? passedOver(row) : toEvent(row)));
  };
  const headSeq = prepare('SELECT coalesce(max(seq), 0) FROM events');
  const branchHead = prepare(`SELECT ${BRANCH_COLUMNS} FROM branch_heads WHERE branch = ?`);
  const versionAt = prepare(
    'SELECT seq FROM touches WHERE id = ? AND branch = ? ORDER BY seq DESC LIMIT 1',
  );
  const touching = prepare(
    `SELECT e.seq, e.body FROM touches t JOIN events e ON e.seq = t.seq
     WHERE t.id = ? AND t.branch = ? AND t.seq <= ? ORDER BY t.seq DESC LIMIT ?`,
  );
  const page = pageOver(connection);
  const eventsAfter = prepare('SELECT seq, body FROM events WHERE seq > ? ORDER BY seq LIMIT ?');
  const textsAfter = prepare(
    `SELECT seq, event_id, operation_id, branch, branch_seq, aggregate_id, body
     FROM events WHERE seq > ? ORDER BY seq LIMIT ?`,
  );
  return {
    headSeq: () => wholeOrZero(headSeq.one()),
    branchHead: (branch) => mapped(branchHead.one(branch), toBranchHead),
    branches: () =>
      prepare(`SELECT ${BRANCH_COLUMNS} FROM branch_heads ORDER BY ordinal`)
        .all()
        .map(toBranchHead),
    versionAt: (branch, id) => {
      const touched = mapped(versionAt.one(id, branch), (row) => whole(row, 0));
      const imported = imports.importedAt(branch, id);
      return imported === null ? touched : Math.max(imported, touched ?? 0);
    },
    eventsAfter: (seq, limit) => toEvents(eventsAfter.all(seq, limit)),
    eventTextsAfter: (seq, limit) => textsAfter.all(seq, limit).map(toEventText),
    levelsAfter: (seq) =>
      prepare('SELECT DISTINCT aggregate_id FROM events WHERE seq > ? AND instr(body, ?) > 0')
        .all(seq, '"type":"level.created"')
        .map((row) => text(row, 0))
        .concat(imports.importedLevels(seq)),
    eventsOfBranch: (branch, branch_seq, limit) =>
      toEvents(
        prepare(
          'SELECT seq, body FROM events WHERE branch = ? AND branch_seq > ? ORDER BY branch_seq LIMIT ?',
        ).all(branch, branch_seq, limit),
      ),
    eventsOfOperation: (operation_id) =>
      toEvents(
        prepare('SELECT seq, body FROM events WHERE operation_id = ? ORDER BY seq').all(
          operation_id,
        ),
      ),
    eventById: (event_id) =>
      toEvents(prepare('SELECT seq, body FROM events WHERE event_id = ?').all(event_id))[0] ?? null,
    eventsOfAggregate: (aggregate_id, branch, limit, before = Number.MAX_SAFE_INTEGER) =>
      toEvents(
        prepare(
          `SELECT e.seq, e.body FROM touches t JOIN events e ON e.seq = t.seq
           WHERE t.id = ?1 AND e.aggregate_id = ?1 AND (?2 IS NULL OR t.branch = ?2) AND t.seq < ?4
           ORDER BY t.seq DESC LIMIT ?3`,
        ).all(aggregate_id, branch, limit, before),
      ),
    eventsTouching: (id, branch, until, limit) => {
      const touched = touching.all(id, branch, until, limit);
      const imported = imports.importsOf(id, branch, until);
      if (imported.length === 0) return toEvents(touched);
      const rows = [...touched, ...imported].toSorted((a, b) => whole(b, 0) - whole(a, 0));
      return toEvents(rows.slice(0, limit));
    },
    pageTouching: (id, branch, span) => toEvents(page(id, branch, span)),
  };
}

/** Reads the rows of a page: their sizes first, so that a page of large events does not fill the memory. */
function pageOver({
  prepare,
}: Connection): (...of: Parameters<LedgerRead['pageTouching']>) => readonly Row[] {
  const from = `FROM touches t JOIN events e ON e.seq = t.seq
     WHERE t.id = ? AND t.branch = ? AND t.seq > ? AND t.seq <= ? ORDER BY t.seq LIMIT ?`;
  const sizes = prepare(`SELECT e.seq, octet_length(e.body) ${from}`);
  const rows = prepare(`SELECT e.seq, e.body ${from}`);
  return (id, branch, { after, until }) => {
    let [count, bytes] = [0, 0];
    for (const row of sizes.all(id, branch, after, until, PAGE_EVENTS)) {
      bytes += whole(row, 1);
      if (count > 0 && bytes > PAGE_BYTES) break;
      count += 1;
    }
    return rows.all(id, branch, after, until, count);
  };
}

/** The audit chain and its checkpoints, approvals, the registry, idempotency keys and counters. */
function readRecords({
  prepare,
}: Connection): Omit<SyncLedgerRead, keyof EventRead | keyof BlobRead | keyof ImportRead> {
  const auditHead = prepare(
    'SELECT seq, prev_hash, hash, body FROM audit ORDER BY seq DESC LIMIT 1',
  );
  const idempotency = prepare(
    'SELECT scope, key, digest, operation_id, reply FROM idempotency WHERE scope = ? AND key = ?',
  );
  const newestSeal = prepare(
    'SELECT size, note, hashes FROM checkpoints ORDER BY size DESC LIMIT 1',
  );
  const counter = prepare('SELECT value FROM counters WHERE name = ?');
  const registry = prepare('SELECT kind, name, record FROM registry WHERE kind = ? AND name = ?');
  return {
    auditHead: () => mapped(auditHead.one(), toAuditRow),
    auditAfter: (seq, limit) =>
      prepare('SELECT seq, prev_hash, hash, body FROM audit WHERE seq > ? ORDER BY seq LIMIT ?')
        .all(seq, limit)
        .map(toAuditRow),
    approval: (approval_id) =>
      mapped(
        prepare(`SELECT ${APPROVAL_COLUMNS} FROM approvals WHERE approval_id = ?`).one(approval_id),
        toApproval,
      ),
    approvals: (status, limit, by) => {
      const conditions = [
        ...(status === null ? [] : ['status = ?']),
        // The text is that whose digest was signed.
        ...(by === undefined ? [] : ["plan ->> '$.user_id' = ?", "plan ->> '$.agent_id' IS ?"]),
      ];
      const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
      const given = [
        ...(status === null ? [] : [status]),
        ...(by === undefined ? [] : [by.user_id, by.agent_id]),
      ];
      return prepare(
        `SELECT ${APPROVAL_COLUMNS} FROM approvals ${where} ORDER BY ordinal DESC LIMIT ?`,
      )
        .all(...given, limit)
        .map(toApproval);
    },
    rejectedAfter: (time) =>
      prepare(
        `SELECT approval_id, updated_at FROM approvals WHERE status = 'rejected' AND updated_at > ?
         ORDER BY updated_at DESC, ordinal DESC`,
      )
        .all(time)
        .map((row) => ({ approval_id: text(row, 0), updated_at: text(row, 1) })),
    approvalByEffect: (effect_key) =>
      mapped(
        prepare(
          `SELECT ${APPROVAL_COLUMNS} FROM approvals WHERE effect_key = ? ORDER BY ordinal DESC LIMIT 1`,
        ).one(effect_key),
        toApproval,
      ),
    idempotency: (scope, key) => mapped(idempotency.one(scope, key), toIdempotency),
    counter: (name) => wholeOrZero(counter.one(name)),
    registry: (kind, name) => mapped(registry.one(kind, name), toRegistry),
    registryAll: (kind) =>
      prepare('SELECT kind, name, record FROM registry WHERE kind = ? ORDER BY name')
        .all(kind)
        .map(toRegistry),
    checkpoints: (after = -1) =>
      prepare('SELECT size, note FROM checkpoints WHERE size > ? ORDER BY size')
        .all(after)
        .map(toCheckpoint),
    newestSeal: () => mapped(newestSeal.one(), toSeal),
    sealAt: (size) =>
      mapped(
        prepare('SELECT size, note, hashes FROM checkpoints WHERE size = ?').one(size),
        toSeal,
      ),
  };
}

function mapped<T>(row: Row | undefined, map: (row: Row) => T): T | null {
  return row === undefined ? null : map(row);
}

function toEvent(row: Row): StoredEvent {
  const seq = whole(row, 0);
  const event = storedEvents.validate(parseStored(text(row, 1)));
  if ('error' in event) throw unreadable(seq, text(row, 1), event.error);
  // Otherwise a reader that continues after the `seq` of the last event could loop forever.
  if (event.data.seq === seq) return event.data;
  throw new LedgerError(
    'CORRUPT',
    `got event ${seq} with the number ${event.data.seq} in its body`,
  );
}

const Typed = z.looseObject({ type: z.string() });

function unreadable(seq: number, body: string, { issues: [issue] }: z.ZodError): LedgerError {
  const typed = Typed.safeParse(parseStored(body));
  if (!typed.success) {
    return new LedgerError('CORRUPT', `got event ${seq} with a body that is no event`);
  }
  const { type } = typed.data;
  return isEventType(type)
    ? new LedgerError(
        'CORRUPT',
        `got event ${seq} with a payload that does not fit \`${type}\`: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
      )
    : new LedgerError(
        'NEWER_VERSION',
        `got event ${seq} of the type \`${type}\`, which this version does not know`,
      );
}

function toEventText(row: Row): EventText {
  return {
    seq: whole(row, 0),
    event_id: text(row, 1),
    operation_id: text(row, 2),
    branch: text(row, 3),
    branch_seq: whole(row, 4),
    aggregate_id: text(row, 5),
    body: text(row, 6),
  };
}

function parseStored(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new LedgerError('CORRUPT', 'got a stored text that is not json');
  }
}

/** The head of a branch from a row with `BRANCH_COLUMNS`. */
export function toBranchHead(row: Row): BranchHead {
  return {
    branch: text(row, 0),
    branch_seq: whole(row, 1),
    parent: textOrNull(row, 2),
    from_seq: whole(row, 3),
    status: text(row, 4) === 'discarded' ? 'discarded' : 'open',
  };
}

function toAuditRow(row: Row): AuditRow {
  return { seq: whole(row, 0), prev_hash: text(row, 1), hash: text(row, 2), body: text(row, 3) };
}

/** An idempotency record from a row of its table. */
export function toIdempotency(row: Row): IdempotencyRow {
  return {
    scope: text(row, 0),
    key: text(row, 1),
    digest: text(row, 2),
    operation_id: text(row, 3),
    reply: text(row, 4),
  };
}

const REGISTRY_KIND = z.enum(['workspace', 'agent', 'approver']);

function toRegistry(row: Row): RegistryRow {
  return { kind: shaped(REGISTRY_KIND, row[0]), name: text(row, 1), record: text(row, 2) };
}

function toCheckpoint(row: Row): CheckpointRow {
  return { size: whole(row, 0), note: text(row, 1) };
}

/** A checkpoint from a row with size, note and hashes (separated by spaces). */
export function toSeal(row: Row): SealRow {
  const hashes = text(row, 2);
  return { ...toCheckpoint(row), hashes: hashes === '' ? [] : hashes.split(' ') };
}

const STATUS = z.enum(APPROVAL_STATUSES);
const DECISIONS = z.array(Decision);

function toApproval(row: Row): ApprovalRecord {
  return {
    approval_id: text(row, 0),
    status: shaped(STATUS, row[1]),
    plan: text(row, 2),
    plan_digest: text(row, 3),
    effect_key: text(row, 4),
    created_at: text(row, 5),
    expires_at: text(row, 6),
    decisions: shaped(DECISIONS, parseStored(text(row, 7))),
    event_id: textOrNull(row, 8),
    detail: textOrNull(row, 9),
    updated_at: text(row, 10),
  };
}

function shaped<S extends z.core.$ZodType>(shape: S, value: unknown): z.output<S> {
  const result = z.safeParse(shape, value);
  if (result.success) return result.data;
  throw new LedgerError(
    'CORRUPT',
    `got a stored value that does not fit its schema: ${result.error.message}`,
  );
}

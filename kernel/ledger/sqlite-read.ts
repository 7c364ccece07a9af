/** @module sqlite-read: the questions of the ledger contract, answered at once from one connection. */
import * as z from 'zod';

import type { StoredEvent } from '../../schemas/events.ts';
import { APPROVAL_STATUSES, Decision, type ApprovalRecord } from '../../schemas/governance.ts';
import {
  LedgerError,
  type AuditRow,
  type BranchHead,
  type CheckpointRow,
  type SealRow,
  type IdempotencyRow,
  type LedgerRead,
  type RegistryRow,
} from './ledger.ts';
import { text, textOrNull, whole, type Connection, type Prepared } from './sqlite-file.ts';

/** `LedgerRead` where every answer is there when the call returns. */
export type SyncLedgerRead = {
  readonly [K in keyof LedgerRead]: (
    ...args: Parameters<LedgerRead[K]>
  ) => Awaited<ReturnType<LedgerRead[K]>>;
};

type Row = NonNullable<ReturnType<Prepared['one']>>;

const BRANCH_COLUMNS = 'branch, branch_seq, parent, from_seq, status';
export const APPROVAL_COLUMNS =
  'approval_id, status, plan, plan_digest, effect_key, created_at, expires_at, decisions, event_id, detail, updated_at';

/** Reads over a connection; inside a transaction they see what it has written so far. */
export function readOver(connection: Connection): SyncLedgerRead {
  const { prepare } = connection;
  const headSeq = prepare('SELECT coalesce(max(seq), 0) FROM events');
  const branchHead = prepare(`SELECT ${BRANCH_COLUMNS} FROM branch_heads WHERE branch = ?`);
  const touchedAt = prepare(
    'SELECT seq FROM touches WHERE id = ? AND branch = ? ORDER BY seq DESC LIMIT 1',
  );
  const eventsAfter = prepare('SELECT body FROM events WHERE seq > ? ORDER BY seq LIMIT ?');
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
    headSeq: () => wholeOr(headSeq.one(), 0),
    branchHead: (branch) => mapped(branchHead.one(branch), toBranchHead),
    branches: () =>
      prepare(`SELECT ${BRANCH_COLUMNS} FROM branch_heads ORDER BY ordinal`)
        .all()
        .map(toBranchHead),
    touchedAt: (branch, id) => mapped(touchedAt.one(id, branch), (row) => whole(row, 0)),
    eventsAfter: (seq, limit) => eventsAfter.all(seq, limit).map(toEvent),
    eventsOfOperation: (operation_id) =>
      prepare('SELECT body FROM events WHERE operation_id = ? ORDER BY seq')
        .all(operation_id)
        .map(toEvent),
    eventById: (event_id) =>
      mapped(prepare('SELECT body FROM events WHERE event_id = ?').one(event_id), toEvent),
    eventsOfAggregate: (aggregate_id, branch, limit) =>
      prepare(
        `SELECT e.body FROM touches t JOIN events e ON e.seq = t.seq
         WHERE t.id = ?1 AND e.aggregate_id = ?1 AND (?2 IS NULL OR t.branch = ?2)
         ORDER BY t.seq DESC LIMIT ?3`,
      )
        .all(aggregate_id, branch, limit)
        .map(toEvent),
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
    approvals: (status, limit) =>
      (status === null
        ? prepare(`SELECT ${APPROVAL_COLUMNS} FROM approvals ORDER BY ordinal DESC LIMIT ?`).all(
            limit,
          )
        : prepare(
            `SELECT ${APPROVAL_COLUMNS} FROM approvals WHERE status = ? ORDER BY ordinal DESC LIMIT ?`,
          ).all(status, limit)
      ).map(toApproval),
    approvalByEffect: (effect_key) =>
      mapped(
        prepare(
          `SELECT ${APPROVAL_COLUMNS} FROM approvals WHERE effect_key = ? ORDER BY ordinal DESC LIMIT 1`,
        ).one(effect_key),
        toApproval,
      ),
    idempotency: (scope, key) => mapped(idempotency.one(scope, key), toIdempotency),
    counter: (name) => wholeOr(counter.one(name), 0),
    registry: (kind, name) => mapped(registry.one(kind, name), toRegistry),
    registryAll: (kind) =>
      prepare('SELECT kind, name, record FROM registry WHERE kind = ? ORDER BY name')
        .all(kind)
        .map(toRegistry),
    checkpoints: () =>
      prepare('SELECT size, note FROM checkpoints ORDER BY size').all().map(toCheckpoint),
    newestSeal: () => mapped(newestSeal.one(), toSeal),
  };
}

function mapped<T>(row: Row | undefined, map: (row: Row) => T): T | null {
  return row === undefined ? null : map(row);
}

function wholeOr(row: Row | undefined, otherwise: number): number {
  return row === undefined ? otherwise : whole(row, 0);
}

function toEvent(row: Row): StoredEvent {
  const body: unknown = parsed(text(row, 0));
  if (isStoredEvent(body)) return body;
  throw new LedgerError('CORRUPT', 'got an event whose body is not that of an event');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new LedgerError('CORRUPT', 'got a stored text that is not json');
  }
}

/** Enough of the shape for a fold to be safe; that no byte was changed is what the audit proves. */
function isStoredEvent(value: unknown): value is StoredEvent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'seq' in value &&
    typeof value.seq === 'number' &&
    'branch_seq' in value &&
    typeof value.branch_seq === 'number' &&
    'event_id' in value &&
    typeof value.event_id === 'string' &&
    'operation_id' in value &&
    typeof value.operation_id === 'string' &&
    'branch' in value &&
    typeof value.branch === 'string' &&
    'type' in value &&
    typeof value.type === 'string' &&
    'aggregate_id' in value &&
    typeof value.aggregate_id === 'string' &&
    'payload' in value &&
    typeof value.payload === 'object' &&
    value.payload !== null
  );
}

function toBranchHead(row: Row): BranchHead {
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

function toIdempotency(row: Row): IdempotencyRow {
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

function toSeal(row: Row): SealRow {
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
    decisions: shaped(DECISIONS, parsed(text(row, 7))),
    event_id: textOrNull(row, 8),
    detail: textOrNull(row, 9),
    updated_at: text(row, 10),
  };
}

function shaped<S extends z.core.$ZodType>(shape: S, value: unknown): z.output<S> {
  const result = z.safeParse(shape, value);
  if (result.success) return result.data;
  throw new LedgerError('CORRUPT', `got a stored value of another shape: ${result.error.message}`);
}

/** @module sqlite-transaction: the writes of one transaction of the embedded store. */
import { touchedIds, type StoredEvent } from '../../schemas/events.ts';
import type { ApprovalRecord } from '../../schemas/governance.ts';
import { chainHash, GENESIS } from '../base/canonical/chain.ts';
import { canonicalJson } from '../base/canonical/json.ts';
import {
  LedgerError,
  type AuditRow,
  type BranchHead,
  type EventRow,
  type LedgerTransaction,
} from './ledger.ts';
import { writeBlobs } from './sqlite-blobs.ts';
import type { Connection } from './sqlite-file.ts';
import { writeImports } from './sqlite-imports.ts';
import { openMemory, type TransactionMemory } from './sqlite-memory.ts';
import { APPROVAL_COLUMNS, readOver, type SyncLedgerRead } from './sqlite-queries.ts';

/** A transaction, and the functions that must be called before and after its work. */
export type SqliteTransaction = {
  readonly tx: LedgerTransaction;
  /** Must be called right after `BEGIN IMMEDIATE`. */
  readonly begun: () => void;
  /** Must be called right before `COMMIT`. */
  readonly beforeCommit: () => void;
};

/** The reads and writes of a connection inside a transaction. */
export function transactionOver(connection: Connection): SqliteTransaction {
  const store = readOver(connection);
  const memory = openMemory(connection, store);
  return {
    tx: writesOver(connection, store, memory),
    begun: memory.forget,
    beforeCommit: memory.writeBack,
  };
}

function writesOver(
  connection: Connection,
  store: SyncLedgerRead,
  memory: TransactionMemory,
): LedgerTransaction {
  const { prepare } = connection;
  const { headSeq, auditHead, branchHead, branches, counter, registry, addCounter } = memory;
  const idempotency = prepare('INSERT INTO idempotency VALUES (?, ?, ?, ?, ?)');
  return {
    ...store,
    headSeq,
    auditHead,
    branchHead,
    branches,
    counter,
    registry,
    addCounter,
    ...writeBlobs(connection),
    appendEvents: eventAppender(connection, memory, store),
    appendAudit: auditAppender(connection, memory),
    insertApproval(record) {
      prepare(
        `INSERT INTO approvals (${APPROVAL_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        record.approval_id,
        record.status,
        record.plan,
        record.plan_digest,
        record.effect_key,
        record.created_at,
        record.expires_at,
        decisionsText(record),
        record.event_id,
        record.detail,
        record.updated_at,
      );
    },
    updateApproval(from, record) {
      const changed = prepare(
        `UPDATE approvals SET status = ?, decisions = ?, event_id = ?, detail = ?, updated_at = ?
         WHERE approval_id = ? AND status = ?`,
      ).run(
        record.status,
        decisionsText(record),
        record.event_id,
        record.detail,
        record.updated_at,
        record.approval_id,
        from,
      );
      return changed === 1;
    },
    putIdempotency(row) {
      idempotency.run(row.scope, row.key, row.digest, row.operation_id, row.reply);
    },
    putRegistry(row) {
      prepare('INSERT INTO registry VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET record = ?3').run(
        row.kind,
        row.name,
        row.record,
      );
      memory.movedRegistry(row);
    },
    putCheckpoint(row) {
      prepare('INSERT INTO checkpoints VALUES (?, ?, ?)').run(
        row.size,
        row.note,
        row.hashes.join(' '),
      );
    },
  };
}

function decisionsText(record: ApprovalRecord): string {
  return canonicalJson(record.decisions);
}

function eventAppender(
  connection: Connection,
  memory: TransactionMemory,
  store: SyncLedgerRead,
): LedgerTransaction['appendEvents'] {
  const { prepare } = connection;
  const insert = prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)');
  const touch = prepare('INSERT INTO touches VALUES (?, ?, ?)');
  const imports = writeImports(connection, store);
  const openBranch = prepare(
    `INSERT INTO branch_heads (branch, branch_seq, parent, from_seq, status) VALUES (?, 0, ?, ?, 'open')`,
  );

  const headOf = (branch: string): BranchHead => {
    const head = memory.branchHead(branch);
    if (head === null) throw new RangeError(`got an event for the unknown branch \`${branch}\``);
    return head;
  };
  const beforeEvent = (row: EventRow): void => {
    if (row.type === 'branch.created') {
      const { name, from, from_seq } = row.payload;
      if (name !== row.branch) {
        throw new RangeError(`got a branch.created on \`${row.branch}\` that does not create it`);
      }
      headOf(from);
      openBranch.run(row.branch, from, from_seq);
      const { branch } = row;
      memory.movedBranch({ branch, branch_seq: 0, parent: from, from_seq, status: 'open' });
    }
    if (row.type === 'branch.discarded') {
      const { name } = row.payload;
      const head = memory.branchHead(name);
      if (head === null) {
        throw new RangeError(`got a branch.discarded for the unknown branch \`${name}\``);
      }
      memory.movedBranch({ ...head, status: 'discarded' });
    }
  };

  return (rows) => {
    let seq = memory.headSeq();
    const stored: StoredEvent[] = [];
    for (const row of rows) {
      beforeEvent(row);
      const head = headOf(row.branch);
      const branch_seq = head.branch_seq + 1;
      seq += 1;
      const event: StoredEvent = { ...row, seq, branch_seq };
      const body = canonicalJson(event);
      insert.run(
        seq,
        row.event_id,
        row.operation_id,
        row.branch,
        branch_seq,
        row.aggregate_id,
        body,
      );
      for (const id of touchedIds(row)) touch.run(id, row.branch, seq);
      imports.appended(seq, row.branch, row);
      memory.movedHead(seq);
      memory.movedBranch({ ...head, branch_seq });
      stored.push(event);
    }
    return stored;
  };
}

function auditAppender(
  connection: Connection,
  memory: TransactionMemory,
): LedgerTransaction['appendAudit'] {
  const insert = connection.prepare('INSERT INTO audit VALUES (?, ?, ?, ?)');
  return (rows) => {
    for (const row of rows) {
      const last = memory.auditHead();
      const seq = last?.seq ?? 0;
      const hash = last?.hash ?? GENESIS;
      if (!continues(row, seq, hash)) {
        throw new LedgerError(
          'CHAIN_BROKEN',
          `got audit entry ${row.seq} after \`${row.prev_hash}\`, want entry ${seq + 1} after \`${hash}\``,
        );
      }
      insert.run(row.seq, row.prev_hash, row.hash, row.body);
      memory.movedAudit(row);
    }
  };
}

function continues(row: AuditRow, seq: number, hash: string): boolean {
  return (
    row.seq === seq + 1 && row.prev_hash === hash && row.hash === chainHash(row.prev_hash, row.body)
  );
}

import { touchedIds, type StoredEvent } from '../../schemas/events.ts';
import type { ApprovalRecord } from '../../schemas/governance.ts';
import { chainHash, GENESIS } from '../canonical/chain.ts';
/** @module sqlite-write: what one transaction may add to the store. */
import { canonicalJson } from '../canonical/json.ts';
import { LedgerError, type AuditRow, type EventRow, type LedgerTransaction } from './ledger.ts';
import { text, whole, type Connection } from './sqlite-file.ts';
import { APPROVAL_COLUMNS, readOver } from './sqlite-read.ts';

/** Reads and writes over a connection that is inside a transaction. */
export function transactionOver(connection: Connection): LedgerTransaction {
  const { prepare } = connection;
  const idempotency = prepare('INSERT INTO idempotency VALUES (?, ?, ?, ?, ?)');
  const counter = prepare(
    `INSERT INTO counters VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value
     RETURNING value`,
  );
  return {
    ...readOver(connection),
    appendEvents: eventAppender(connection),
    appendAudit: auditAppender(connection),
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
    addCounter(name, by) {
      const row = counter.one(name, by);
      return row === undefined ? by : whole(row, 0);
    },
    putRegistry(row) {
      prepare('INSERT INTO registry VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET record = ?3').run(
        row.kind,
        row.name,
        row.record,
      );
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

function eventAppender(connection: Connection): LedgerTransaction['appendEvents'] {
  const { prepare } = connection;
  const lastSeq = prepare('SELECT coalesce(max(seq), 0) FROM events');
  const insert = prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)');
  const touch = prepare('INSERT INTO touches VALUES (?, ?, ?)');
  const readHead = prepare('SELECT branch_seq FROM branch_heads WHERE branch = ?');
  const moveHead = prepare('UPDATE branch_heads SET branch_seq = ? WHERE branch = ?');
  const openBranch = prepare(
    `INSERT INTO branch_heads (branch, branch_seq, parent, from_seq, status) VALUES (?, 0, ?, ?, 'open')`,
  );
  const discard = prepare(`UPDATE branch_heads SET status = 'discarded' WHERE branch = ?`);

  const branchSeq = (branch: string): number => {
    const row = readHead.one(branch);
    if (row === undefined)
      throw new RangeError(`got an event for the unknown branch \`${branch}\``);
    return whole(row, 0);
  };
  const beforeEvent = (row: EventRow): void => {
    if (row.type === 'branch.created') {
      const { name, from, from_seq } = row.payload;
      if (name !== row.branch || typeof from !== 'string' || typeof from_seq !== 'number') {
        throw new RangeError(`got a branch.created on \`${row.branch}\` that does not create it`);
      }
      branchSeq(from);
      openBranch.run(row.branch, from, from_seq);
    }
    if (row.type === 'branch.discarded') {
      const { name } = row.payload;
      if (typeof name !== 'string' || discard.run(name) !== 1) {
        throw new RangeError(`got a branch.discarded for the unknown branch \`${String(name)}\``);
      }
    }
  };

  return (rows) => {
    const first = lastSeq.one();
    let seq = first === undefined ? 0 : whole(first, 0);
    const heads = new Map<string, number>();
    const stored: StoredEvent[] = [];
    for (const row of rows) {
      beforeEvent(row);
      const branch_seq = (heads.get(row.branch) ?? branchSeq(row.branch)) + 1;
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
      heads.set(row.branch, branch_seq);
      stored.push(event);
    }
    for (const [branch, branch_seq] of heads) moveHead.run(branch_seq, branch);
    return stored;
  };
}

function auditAppender(connection: Connection): LedgerTransaction['appendAudit'] {
  const head = connection.prepare('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1');
  const insert = connection.prepare('INSERT INTO audit VALUES (?, ?, ?, ?)');
  return (rows) => {
    const last = head.one();
    let seq = last === undefined ? 0 : whole(last, 0);
    let hash = last === undefined ? GENESIS : text(last, 1);
    for (const row of rows) {
      if (!continues(row, seq, hash)) {
        throw new LedgerError(
          'CHAIN_BROKEN',
          `got audit entry ${row.seq} after \`${row.prev_hash}\`, want entry ${seq + 1} after \`${hash}\``,
        );
      }
      insert.run(row.seq, row.prev_hash, row.hash, row.body);
      ({ seq, hash } = row);
    }
  };
}

function continues(row: AuditRow, seq: number, hash: string): boolean {
  return (
    row.seq === seq + 1 && row.prev_hash === hash && row.hash === chainHash(row.prev_hash, row.body)
  );
}

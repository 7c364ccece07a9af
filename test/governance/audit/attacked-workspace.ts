/** @module attacked-workspace: a workspace to attack, and edits of its file that bypass the keeper. */
import type { DatabaseSync } from 'node:sqlite';

import { expect } from 'vitest';

import { nextRow } from '../../../governance/audit/entry.ts';
import { eventDigest } from '../../../governance/audit/event-digest.ts';
import { GENESIS, chainHash } from '../../../kernel/base/canonical/chain.ts';
import { canonicalJson } from '../../../kernel/base/canonical/json.ts';
import type { AuditRow } from '../../../kernel/ledger/ledger.ts';
import type { EventRecord, StoredEvent } from '../../../schemas/events.ts';
import type { AuditDraft } from '../../../schemas/governance.ts';
import {
  created,
  deleted,
  modified,
  person,
  Workspace,
  type Person,
} from '../keeper/handlers/workspace.ts';

export type Scene = {
  readonly ws: Workspace;
  readonly ann: Person;
  readonly bob: Person;
  /** An executed approval (deletes w0) and a pending one (deletes w1). */
  readonly executed: string;
  readonly pending: string;
  /** Signed after all of the above was recorded. */
  readonly checkpoint: string;
};

/** Entries: 1 founded, 2 ann, 3 bob, 4 w0 w1 w2, 5 w2 changed, 6 opened, 7 decided, 8 executed, 9 opened, 10-12 reads. */
export async function scene(): Promise<Scene> {
  const ws = await Workspace.found();
  const [ann, bob] = [person('ann'), person('bob')];
  await ws.addApprover(ann);
  await ws.addApprover(bob, ann);
  await ws.submit([created('w0'), created('w1'), created('w2')]);
  await ws.submit([modified('w2', 2500)]);
  const executed = await ws.hold([deleted('w0')]);
  await ws.decide(executed, ann);
  const pending = await ws.hold([deleted('w1')]);
  await ws.transact((tx) =>
    ws.handlers.record(
      tx,
      [1, 2, 3].map((n) => ({ kind: 'call', tool: 'get_element', n })),
    ),
  );
  const checkpoint = await ws.checkpoint();
  expect(await ws.verify()).toMatchObject({ ok: true, entries: 12, events: 5, covered: 12 });
  return { ws, ann, bob, executed, pending, checkpoint };
}

export function auditRows(db: DatabaseSync): AuditRow[] {
  return db
    .prepare('SELECT seq, prev_hash, hash, body FROM audit ORDER BY seq')
    .all()
    .map(({ seq, prev_hash, hash, body }) => ({
      seq: Number(seq),
      prev_hash: String(prev_hash),
      hash: String(hash),
      body: String(body),
    }));
}

export function replaceAudit(
  db: DatabaseSync,
  rows: readonly AuditRow[],
  constraints = true,
): void {
  if (constraints) {
    db.exec('DELETE FROM audit');
  } else {
    db.exec(
      'DROP TABLE audit; CREATE TABLE audit (seq INTEGER, prev_hash TEXT, hash TEXT, body TEXT)',
    );
  }
  const insert = db.prepare('INSERT INTO audit VALUES (?, ?, ?, ?)');
  for (const row of rows) insert.run(row.seq, row.prev_hash, row.hash, row.body);
}

/** The chain recomputed over other bodies, as if it had always been like that. */
export function rechained(bodies: readonly string[]): AuditRow[] {
  let prev_hash = GENESIS;
  return bodies.map((text, index) => {
    const seq = index + 1;
    const body = canonicalJson({ ...JSON.parse(text), seq });
    const hash = chainHash(prev_hash, body);
    const row = { seq, prev_hash, hash, body };
    prev_hash = hash;
    return row;
  });
}

/** Appends an entry with a valid chain, as a knowledgeable attacker could. */
export function forge(db: DatabaseSync, draft: AuditDraft): void {
  const rows = auditRows(db);
  replaceAudit(db, [
    ...rows,
    nextRow(rows.at(-1) ?? { seq: 0, hash: GENESIS }, '2026-03-01T08:00:00.000Z', draft),
  ]);
}

export function storedEvent(db: DatabaseSync, seq: number): StoredEvent {
  return JSON.parse(String(db.prepare('SELECT body FROM events WHERE seq = ?').get(seq)?.['body']));
}

export function insertEvent(db: DatabaseSync, event: EventRecord): void {
  db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)').run(
    event.seq,
    event.event_id,
    event.operation_id,
    event.branch,
    event.branch_seq,
    event.aggregate_id,
    canonicalJson(event),
  );
}

/** Appends an event to the store and to the chain, like a keeper that accepts anything. */
export function append(
  db: DatabaseSync,
  change: Partial<EventRecord>,
  entry: Partial<AuditDraft> = {},
): void {
  const number = { seq: 6, branch_seq: 6, event_id: 'more', approval_id: null };
  const event: EventRecord = { ...storedEvent(db, 1), ...number, ...change };
  insertEvent(db, event);
  const committed = auditRows(db)
    .map(({ body }): AuditDraft => JSON.parse(body))
    .find(({ kind, step }) => kind === 'call' && step === 'committed');
  if (committed === undefined) throw new Error('got no commit to repeat');
  const events_digest = [eventDigest(event)];
  forge(db, { ...committed, first_seq: 6, last_seq: 6, events_digest, ...entry });
}

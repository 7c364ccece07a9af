/** @module attacks: the attacks that write access to the file permits, and the fault that verification reports for each. */
import type { DatabaseSync } from 'node:sqlite';

import { signDecision } from '../../../governance/approval/decision.ts';
import { nextRow } from '../../../governance/audit/entry.ts';
import { eventDigest } from '../../../governance/audit/event-digest.ts';
import type { FaultKind } from '../../../governance/audit/verify-report.ts';
import { chainHash } from '../../../kernel/base/canonical/chain.ts';
import { signCheckpoint } from '../../../kernel/base/canonical/checkpoint.ts';
import { canonicalJson } from '../../../kernel/base/canonical/json.ts';
import { leafHash, openCompactRange, treeRoot } from '../../../kernel/base/canonical/merkle.ts';
import { generateKeyPair } from '../../../kernel/base/canonical/signature.ts';
import type { StoredEvent } from '../../../schemas/events.ts';
import type { AuditDraft } from '../../../schemas/governance.ts';
import { OWNER, person } from '../keeper/handlers/workspace.ts';
import {
  append,
  auditRows,
  forge,
  insertEvent,
  rechained,
  replaceAudit,
  storedEvent,
} from './attacked-workspace.ts';
import type { Scene } from './attacked-workspace.ts';

type Attack = {
  readonly name: string;
  readonly faults: readonly FaultKind[];
  /** With a checkpoint of the scene that is stored elsewhere. */
  readonly kept?: true;
  readonly attack: (db: DatabaseSync, at: Scene) => void;
};

/** The challenge of some term; a log does not record which terms existed. */
const CHALLENGE = '0'.repeat(64);

export const ATTACKS: readonly Attack[] = [
  {
    name: 'edit: one character of an entry',
    faults: ['edited'],
    attack: (db) =>
      db.exec(`UPDATE audit SET body = replace(body, '"n":2', '"n":7') WHERE seq = 11`),
  },
  {
    name: 'edit: one entry, with its hash recomputed',
    faults: ['edited'],
    attack: (db) => {
      const rows = auditRows(db);
      const row = rows[4];
      if (row === undefined) throw new Error('no row');
      const body = row.body.replace('because', 'no reason');
      rows[4] = { ...row, body, hash: chainHash(row.prev_hash, body) };
      replaceAudit(db, rows);
    },
  },
  {
    name: 'drop an entry',
    faults: ['missing'],
    attack: (db) => db.exec('DELETE FROM audit WHERE seq = 11'),
  },
  {
    name: 'drop the entry of a commit and all its events',
    faults: ['missing', 'table_mismatch'],
    attack: (db) => db.exec('DELETE FROM audit WHERE seq = 5; DELETE FROM events WHERE seq = 4'),
  },
  {
    name: 'reorder: two entries are swapped',
    faults: ['reordered'],
    attack: (db) =>
      db.exec(
        'UPDATE audit SET seq = -1 WHERE seq = 10; UPDATE audit SET seq = 10 WHERE seq = 11; UPDATE audit SET seq = 11 WHERE seq = -1',
      ),
  },
  {
    name: 'insert an entry and renumber the later ones',
    faults: ['fork'],
    attack: (db) => {
      const rows = auditRows(db);
      const before = rows[9];
      if (before === undefined) throw new Error('no row');
      const extra = nextRow(before, before.body.slice(7, 31), { kind: 'call', tool: 'forged' });
      const moved = rows.slice(10).map((row) => Object.assign(row, { seq: row.seq + 1 }));
      replaceAudit(db, [...rows.slice(0, 10), extra, ...moved]);
    },
  },
  {
    name: 'duplicate an entry',
    faults: ['duplicate', 'store_damaged'],
    attack: (db) => {
      const rows = auditRows(db);
      replaceAudit(db, [...rows, ...rows.slice(11)], false);
    },
  },
  {
    name: 'fork: a second entry that continues the same one',
    faults: ['fork', 'store_damaged'],
    attack: (db) => {
      const rows = auditRows(db);
      const twin = nextRow(rows[10] ?? { seq: 0, hash: '' }, 'now', {
        kind: 'call',
        tool: 'other',
      });
      replaceAudit(db, [...rows, twin], false);
    },
  },
  {
    name: 'truncate against the stored checkpoint',
    faults: ['truncated'],
    attack: (db) => db.exec('DELETE FROM audit WHERE seq > 10'),
  },
  {
    name: 'truncate the log together with its stored checkpoint',
    kept: true,
    faults: ['checkpoint_missing', 'truncated'],
    attack: (db) => db.exec('DELETE FROM audit WHERE seq > 10; DELETE FROM checkpoints'),
  },
  {
    name: 'full rewrite with a valid chain',
    faults: ['rewritten'],
    attack: (db) =>
      replaceAudit(db, rechained(auditRows(db).map(({ body }) => body.replace('"n":2', '"n":7')))),
  },
  {
    name: 'full rewrite, with the checkpoint signed again with a key of the attacker',
    kept: true,
    faults: ['rewritten', 'wrong_key'],
    attack: (db) => {
      const { publicKey, privateKey } = generateKeyPair();
      const rows = rechained(
        auditRows(db).map(({ body }) =>
          body
            .replace(/"log_public_key":"[^"]+"/, `"log_public_key":"${publicKey}"`)
            .replace('"n":2', '"n":7'),
        ),
      );
      replaceAudit(db, rows);
      const leaves = rows.map(({ body }) => leafHash(body));
      const note = signCheckpoint(
        { origin: 'plumbline/test', size: 12, rootHash: treeRoot(leaves, 12) },
        { name: 'plumbline/test', privateKey },
      );
      db.exec('DELETE FROM checkpoints WHERE size < 12');
      const range = openCompactRange();
      for (const leaf of leaves) range.append(leaf);
      const { hashes } = range.state();
      db.prepare('UPDATE checkpoints SET note = ?, hashes = ?').run(note, hashes.join(' '));
    },
  },
  {
    name: 'a malformed checkpoint',
    faults: ['table_mismatch', 'unverifiable'],
    attack: (db) => db.exec(`UPDATE checkpoints SET note = 'trust me'`),
  },
  {
    name: 'a checkpoint under another size',
    faults: ['checkpoint_missing', 'table_mismatch', 'unverifiable'],
    attack: (db) => db.exec('UPDATE checkpoints SET size = 11 WHERE size = 12'),
  },
  {
    name: 'the checkpoint of a decision removed',
    faults: ['checkpoint_missing'],
    attack: (db) => db.exec('DELETE FROM checkpoints WHERE size = 8'),
  },
  {
    name: 'the newest checkpoint removed',
    faults: ['checkpoint_missing'],
    attack: (db) => db.exec('DELETE FROM checkpoints WHERE size = 12'),
  },
  {
    name: 'all checkpoints removed, and their counter',
    faults: ['checkpoint_missing'],
    attack: (db) =>
      db.exec("DELETE FROM checkpoints; DELETE FROM counters WHERE name = 'checkpoint/newest'"),
  },
  {
    name: 'the counter of the newest checkpoint removed',
    faults: ['table_mismatch'],
    attack: (db) => db.exec("DELETE FROM counters WHERE name = 'checkpoint/newest'"),
  },
  {
    name: 'swapped approver: another key under a known name',
    faults: ['registry_mismatch'],
    attack: (db, { ann }) =>
      db.exec(
        `UPDATE registry SET record = replace(record, '${ann.record.public_key}', '${generateKeyPair().publicKey}')`,
      ),
  },
  {
    name: 'an approver added to the table only',
    faults: ['registry_mismatch'],
    attack: (db) => {
      const eve = person('eve').record;
      db.prepare(`INSERT INTO registry VALUES ('approver', 'eve', ?)`).run(canonicalJson(eve));
    },
  },
  {
    name: 'an approver removed from the table',
    faults: ['registry_mismatch'],
    attack: (db) => db.exec(`DELETE FROM registry WHERE name = 'bob'`),
  },
  {
    name: 'an approver forged on the chain too, without a signature',
    faults: ['registry_signature', 'table_mismatch'],
    attack: (db) => {
      const record = person('eve').record;
      const registered = { kind: 'approver', name: 'eve', record };
      forge(db, { kind: 'registry', step: 'changed', registered, revision: 0, signed: null });
      db.prepare(`INSERT INTO registry VALUES ('approver', 'eve', ?)`).run(canonicalJson(record));
    },
  },
  {
    name: 'replayed approval: its event appended again',
    faults: ['approval_replayed', 'event_extra', 'table_mismatch'],
    attack: (db) => {
      const event = storedEvent(db, 5);
      insertEvent(db, { ...event, seq: 6, branch_seq: 6, event_id: 'again' });
    },
  },
  {
    name: 'replayed approval: consumed twice on the chain too',
    faults: ['approval_mismatch', 'approval_replayed', 'table_mismatch'],
    attack: (db) => {
      const event = { ...storedEvent(db, 5), seq: 6, branch_seq: 6, event_id: 'again' };
      insertEvent(db, event);
      const first: AuditDraft = JSON.parse(auditRows(db)[7]?.body ?? '');
      forge(db, { ...first, first_seq: 6, last_seq: 6, events_digest: [eventDigest(event)] });
    },
  },
  {
    name: 'changed arguments: the plan of an approval',
    faults: ['approval_mismatch'],
    attack: (db, { pending }) =>
      db.exec(
        `UPDATE approvals SET plan = replace(plan, '"w1"', '"w2"') WHERE approval_id = '${pending}'`,
      ),
  },
  {
    name: 'tampered approval row: approved by nobody',
    faults: ['approval_mismatch'],
    attack: (db, { pending }) =>
      db.exec(`UPDATE approvals SET status = 'approved' WHERE approval_id = '${pending}'`),
  },
  {
    name: 'tampered approval row: text that is not a decision',
    faults: ['approval_mismatch'],
    attack: (db) => db.exec(`UPDATE approvals SET decisions = 'yes'`),
  },
  {
    name: 'an approval removed',
    faults: ['approval_mismatch', 'store_damaged'],
    attack: (db, { pending }) => db.exec(`DELETE FROM approvals WHERE approval_id = '${pending}'`),
  },
  {
    name: 'a decision forged on the chain, with a signature by another key',
    faults: ['approval_mismatch', 'approval_signature', 'checkpoint_missing', 'table_mismatch'],
    attack: (db, { pending, bob }) => {
      const opened = JSON.parse(auditRows(db)[8]?.body ?? '');
      const { user_id, public_key } = bob.record;
      const said = {
        approver: 'bob',
        verdict: 'approve',
        reason: null,
        decided_at: opened.at,
      } as const;
      const statement = {
        ...said,
        workspace_id: 'ws-1',
        approval_id: pending,
        plan_digest: opened.plan_digest,
        challenge: CHALLENGE,
      };
      const signature = signDecision(generateKeyPair().privateKey, statement);
      const decision = { ...said, user_id, public_key, challenge: CHALLENGE, signature };
      const { approval_id, plan_digest } = statement;
      forge(db, { kind: 'approval', step: 'decided', approval_id, plan_digest, decision });
    },
  },
  {
    name: 'self-approval on the chain',
    faults: [
      'approval_mismatch',
      'approval_signature',
      'checkpoint_missing',
      'self_approval',
      'table_mismatch',
    ],
    attack: (db, { pending, bob }) => {
      const opened = JSON.parse(auditRows(db)[8]?.body ?? '');
      const said = {
        approver: 'bob',
        verdict: 'approve',
        reason: null,
        decided_at: opened.at,
      } as const;
      const statement = {
        ...said,
        workspace_id: 'ws-1',
        approval_id: pending,
        plan_digest: opened.plan_digest,
        challenge: CHALLENGE,
      };
      const signature = signDecision(bob.keys.privateKey, statement);
      const decision = {
        ...said,
        user_id: OWNER,
        public_key: bob.record.public_key,
        challenge: CHALLENGE,
        signature,
      };
      const { approval_id, plan_digest } = statement;
      forge(db, { kind: 'approval', step: 'decided', approval_id, plan_digest, decision });
    },
  },
  {
    name: 'a deletion appended with a valid entry and no approval',
    faults: ['approval_mismatch', 'table_mismatch'],
    attack: (db) => {
      const event: StoredEvent = {
        ...storedEvent(db, 5),
        seq: 6,
        branch_seq: 6,
        event_id: 'forged',
        operation_id: 'forged',
        aggregate_id: 'w1',
        approval_id: null,
      };
      insertEvent(db, event);
      const commit: AuditDraft = JSON.parse(auditRows(db)[4]?.body ?? '');
      forge(db, {
        ...commit,
        operation_id: 'forged',
        first_seq: 6,
        last_seq: 6,
        events_digest: [eventDigest(event)],
      });
    },
  },
  {
    name: 'changed state: an event row edited',
    faults: ['event_edited'],
    attack: (db) => db.exec(`UPDATE events SET body = replace(body, '2500', '2501') WHERE seq = 4`),
  },
  {
    name: 'changed state: an event row that is no longer JSON',
    faults: ['event_edited'],
    attack: (db) => db.exec(`UPDATE events SET body = '{' WHERE seq = 2`),
  },
  {
    name: 'a hidden member added to the payload of an event',
    faults: ['event_edited'],
    attack: (db) =>
      db.exec(
        `UPDATE events SET body = replace(body, '"payload":{', '"payload":{"__proto__":{"a":1},') WHERE seq = 2`,
      ),
  },
  {
    name: 'changed state: an event with another number',
    faults: ['event_edited'],
    attack: (db) =>
      db.exec(`UPDATE events SET body = replace(body, '"seq":2,', '"seq":900,') WHERE seq = 2`),
  },
  {
    name: 'changed state: the last event removed',
    faults: ['event_missing', 'table_mismatch'],
    attack: (db) => db.exec('DELETE FROM events WHERE seq = 5'),
  },
  {
    name: 'changed state: an event without an entry',
    faults: ['event_extra', 'table_mismatch'],
    attack: (db) => {
      const event = storedEvent(db, 1);
      insertEvent(db, { ...event, seq: 6, branch_seq: 6, event_id: 'planted' });
    },
  },
  {
    name: 'an event on the chain too, of a type that this version does not support',
    faults: ['event_unknown', 'table_mismatch'],
    attack: (db) => append(db, { type: 'element.exploded' }),
  },
  {
    name: 'an event on the chain too, with a payload that its type does not support',
    faults: ['event_unknown', 'table_mismatch'],
    attack: (db) => append(db, { payload: { element: 'w' } }),
  },
];

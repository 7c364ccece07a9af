/** @module log-entry.test: whoever shows the log can read every entry that a keeper writes. */
import { expect, test } from 'vitest';

import {
  entryOf,
  type LogEntry,
  requestText,
} from '../../../../governance/audit/entries/log-entry.ts';
import { reducedEntry } from '../../../../governance/audit/entry.ts';
import type { AuditRow } from '../../../../kernel/ledger/ledger.ts';
import type { AuditDraft } from '../../../../schemas/governance.ts';
import { person, Workspace } from '../../keeper/handlers/workspace.ts';
import { scene } from '../attacked-workspace.ts';

async function rowsOf(ws: Workspace): Promise<readonly AuditRow[]> {
  return await ws.transact((tx) => tx.auditAfter(0, 1000));
}

/** The entries that a keeper writes for these drafts of a gate. */
async function recorded(drafts: readonly AuditDraft[]): Promise<readonly (LogEntry | null)[]> {
  await using ws = await Workspace.found();
  await ws.transact((tx) => ws.handlers.record(tx, drafts));
  return (await rowsOf(ws)).slice(1).map(entryOf);
}

test('operations, approvals, decisions and registrations are read', async () => {
  const { ws } = await scene();
  await using _ = ws;
  const entries = (await rowsOf(ws)).map(entryOf);
  expect(entries.map((entry) => entry?.step ?? entry?.kind)).toEqual(
    'founded changed changed committed committed opened decided executed opened call call call'.split(
      ' ',
    ),
  );
});

test('a refused change of the registry without a signature is read, and has no approver', async () => {
  await using ws = await Workspace.found();
  const ann = person('ann');
  await ws.addApprover(ann);
  await ws.addApprover(person('bob'));
  const last = (await rowsOf(ws)).at(-1);
  const entry = last === undefined ? null : entryOf(last);
  expect(entry).toMatchObject({
    kind: 'registry',
    outcome: 'refused',
    name: 'bob',
    approver: null,
  });
});

test('a refused decision with a secret in place of an id is read, and has no id', async () => {
  await using ws = await Workspace.found();
  const ann = person('ann');
  await ws.addApprover(ann);
  await ws.decide('sk-abcdefghijklmnop1234', ann, { plan_digest: '0'.repeat(64) });
  const last = (await rowsOf(ws)).at(-1);
  const entry = last === undefined ? null : entryOf(last);
  expect(entry).toMatchObject({ kind: 'approval', outcome: 'refused', approver: 'ann' });
  expect(entry?.approval_id).toEqual({ masked: true });
  expect(requestText(entry?.approval_id)).toBe(null);
  expect(requestText(entry?.approver)).toBe('ann');
});

test.each([
  ['an agent', { kind: 'agent', name: 'a', user_id: 'u', agent_id: 'id' }],
  ['a person', { kind: 'human', name: 'p', user_id: 'u', agent_id: null }],
])('the reduced entry of %s is read', async (_who, principal) => {
  const draft: AuditDraft = { kind: 'call', tool: 'x', outcome: 'ok', principal, reasoning: 'r' };
  const [entry] = await recorded([reducedEntry(draft, 'too large')]);
  expect(entry).toMatchObject({ tool: 'x', principal: { name: principal.name } });
});

test('what is no entry, or one of another number, is not read', () => {
  const body = JSON.stringify({ seq: 2, at: 't', kind: 'call' });
  expect(entryOf({ seq: 2, body })).toEqual({ seq: 2, at: 't', kind: 'call' });
  expect(entryOf({ seq: 3, body })).toBe(null);
  expect(entryOf({ seq: 2, body: body.slice(1) })).toBe(null);
  expect(entryOf({ seq: 2, body: '{"seq":2,"at":"t","kind":"call","tool":7}' })).toBe(null);
});

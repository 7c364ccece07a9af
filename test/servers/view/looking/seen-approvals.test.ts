/** @module tests of the approvals that a person sees: requests of others push none of their own out of the list. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { ActingAgent } from '../../../../governance/access/principal.ts';
import { sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import type { LedgerReader } from '../../../../kernel/ledger/ledger.ts';
import { createSqliteStore } from '../../../../kernel/ledger/sqlite-file.ts';
import { openSqliteReader } from '../../../../kernel/ledger/sqlite-reader.ts';
import { openSqliteWriter } from '../../../../kernel/ledger/sqlite-writer.ts';
import type { PlanDocument } from '../../../../schemas/governance.ts';
import { seenApprovals } from '../../../../servers/view/looking/seen-approvals.ts';
import { approvalRecord } from '../../../kernel/ledger/rows.ts';
import { looker } from '../looking-of.ts';

const OTHERS = 200;
const dir = mkdtempSync(join(tmpdir(), 'seen-approvals-'));
let reader: LedgerReader;
const bob = looker({ categories: ['Walls'] }, 'bob');

function planOf(person: ActingAgent, n: number): string {
  const plan: PlanDocument = {
    v: 1,
    workspace_id: 'workspace',
    server: 'geometry',
    tool: 'delete_elements',
    input: {},
    agent_id: null,
    user_id: person.user_id,
    session_id: 'session',
    reasoning: null,
    branch: 'main',
    operation_id: `operation ${n}`,
    events: [],
    touched: [],
    relied_on: [],
    branch_seq: null,
    affected: 0,
    triggers: [],
    approvers_required: 1,
    policy_digest: '',
    data: {},
    warnings: [],
    nonce: '',
    expires_at: '2026-03-01T09:00:00.000Z',
  };
  return JSON.stringify(plan);
}

beforeAll(async () => {
  const path = join(dir, 'ledger.db');
  createSqliteStore(path);
  const writer = openSqliteWriter(path);
  await writer.transact(async (tx) => {
    for (let n = 0; n <= OTHERS; n++) {
      const plan = planOf(n === 0 ? bob : looker({}, 'ann'), n);
      const status = n === OTHERS ? 'executed' : 'pending';
      await tx.insertApproval(approvalRecord({ plan, plan_digest: sha256Hex(plan), status }));
    }
  });
  await writer.close();
  reader = openSqliteReader(path);
});
afterAll(() => {
  reader.close();
  rmSync(dir, { recursive: true });
});

it('shows a person their own request behind any number of hidden ones', async () => {
  const approval = async (): Promise<null> => await Promise.resolve(null);
  const own = await seenApprovals({ viewer: bob, sees_all: false, reader, approval }, null);
  expect(own.seen.map(({ plan }) => plan.operation_id)).toEqual(['operation 0']);
  expect(own.more).toBe(false);
  const all = await seenApprovals({ viewer: bob, sees_all: true, reader, approval }, null);
  expect([all.seen.length, all.more]).toEqual([OTHERS, true]);
  const pending = await seenApprovals({ viewer: bob, sees_all: true, reader, approval }, 'pending');
  expect([pending.seen.length, pending.more]).toEqual([OTHERS, false]);
});

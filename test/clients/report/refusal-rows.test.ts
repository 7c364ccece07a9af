/** @module refusal-rows.test: refused requests without a caller as rows of a report. */
import { expect, test } from 'vitest';

import { refusalRow } from '../../../clients/plumbline/report/refusal-rows.ts';
import { entryOf, isRefusal } from '../../../governance/audit/entries/log-entry.ts';
import {
  POLICY,
  person,
  Workspace,
  workspaceRecord,
} from '../../governance/keeper/handlers/workspace.ts';

test('a change of the registry that nobody signed and a decision on a masked id are listed', async () => {
  await using ws = await Workspace.found();
  const ann = person('ann');
  await ws.addApprover(ann);
  await ws.addApprover(person('bob'));
  await ws.decide('sk-abcdefghijklmnop1234', ann, { plan_digest: '0'.repeat(64) });
  const rows = await ws.transact((tx) => tx.auditAfter(2, 10));
  const registry = { workspace: workspaceRecord(POLICY), agents: [], approvers: [] };
  const refused = rows.flatMap((row) => entryOf(row) ?? []).filter(isRefusal);
  expect(refused.map((entry) => refusalRow(entry, registry))).toMatchObject([
    { entry: 3, who: 'not stated', what: 'registry approver bob' },
    { entry: 4, who: 'ann', what: 'approval approve', error: 'OPERATION_NOT_FOUND' },
  ]);
});

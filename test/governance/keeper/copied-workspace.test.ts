/** @module copied-workspace.test: statements signed in a copy of a workspace, or before a restart or a restored backup, are invalid. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { connectAgent } from '../../../clients/plumbline/demo/agent-client.ts';
import { readKeyText } from '../../../clients/plumbline/keys/key-card.ts';
import { signDecision } from '../../../governance/approval/decision.ts';
import { challengeAt } from '../../../governance/approval/term-challenge.ts';
import { readGoverning } from '../../../governance/audit/governing.ts';
import { connectKeeper } from '../../../governance/keeper/connect-keeper.ts';
import type {
  DecideRequest,
  Keeper,
  RegistryRequest,
} from '../../../governance/keeper/protocol/protocol.ts';
import { workspacePaths } from '../../../governance/keeper/workspace/workspace-files.ts';
import { decryptPrivateKey } from '../../../kernel/base/canonical/signature.ts';
import { BUILDING_CHECKS } from '../../../kernel/building/model/checks/checks-module.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import type { Decision } from '../../../schemas/governance.ts';
import { okHere, PASSPHRASE, testWorkspace, type TestWorkspace } from '../../e2e/connect.ts';
import { approving } from '../../e2e/digest-of.ts';
import { makeKeyQuick } from '../../e2e/quick-key.ts';

let workspace: TestWorkspace;
/** A copy of the workspace, the original of one test. */
let dir: string;
let approval_id: string;
let keepers: Keeper[] = [];
let folders: string[] = [];

/** A workspace with the approver alice and a deletion pending for her decision; no process uses it. */
beforeAll(async () => {
  workspace = testWorkspace();
  ({ dir } = workspace);
  await okHere(dir, 'approver', 'add', 'alice');
  makeKeyQuick(dir, 'alice', PASSPHRASE);
  const agent = await connectAgent('geometry', dir);
  const built = async (tool: string, args: object): Promise<Readonly<Record<string, unknown>>> =>
    (await agent.call(tool, { ...args, dry_run: false, reasoning: 'a test' })).data;
  const { level_id } = await built('create_level', { name: 'Ground', elevation: 0 });
  const ends = { start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } };
  const { wall_id } = await built('create_wall', { level_id, ...ends });
  const args = { element_ids: [wall_id], dry_run: false, reasoning: 'it is in the way' };
  const answer = await agent.call('delete_elements', args);
  approval_id = answer.approval_id ?? '';
  await agent.close();
});
afterAll(() => workspace.remove());
beforeEach(() => {
  dir = copyOf(workspace.dir);
});
afterEach(async () => {
  for (const keeper of keepers) await keeper.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  [keepers, folders] = [[], []];
});

/** The whole folder, copied while no process uses it. */
function copyOf(from: string): string {
  const to = mkdtempSync(join(tmpdir(), 'plumbline-copy-'));
  folders.push(to);
  cpSync(from, to, { recursive: true });
  return to;
}

async function keeperOf(folder: string): Promise<Keeper> {
  const keeper = await connectKeeper({ checks: BUILDING_CHECKS, dir: folder, timeoutMs: 60_000 });
  keepers.push(keeper);
  return keeper;
}

/** The decision on the approval in the log of a folder, as a client sends it. */
function recorded(folder: string): DecideRequest {
  const reader = openSqliteReader(workspacePaths(folder).store);
  const [decision] = reader.approval(approval_id)?.decisions ?? [];
  reader.close();
  if (decision === undefined) throw new Error('nobody has decided');
  const { user_id: _user_id, public_key: _public_key, ...sent } = decision;
  return { approval_id, decision: sent };
}

/** Signs in a folder, as alice. */
function signedBy(
  folder: string,
  bound: Pick<Decision, 'challenge'> & { readonly challenge: string },
  verdict: 'approve' | 'reject' = 'approve',
): DecideRequest {
  const reader = openSqliteReader(workspacePaths(folder).store);
  const record = reader.approval(approval_id);
  const { workspace_id } = JSON.parse(reader.registryAll('workspace')[0]?.record ?? '{}');
  reader.close();
  const file = join(workspacePaths(dir).keys, 'approvers', 'alice.pem');
  const { pem } = readKeyText(readFileSync(file, 'utf8'));
  const decided_at = new Date().toISOString();
  const said = { approver: 'alice', verdict, reason: null, decided_at, ...bound };
  const { plan_digest = '' } = record ?? {};
  const signature = signDecision(decryptPrivateKey(pem, PASSPHRASE), {
    ...said,
    workspace_id,
    approval_id,
    plan_digest,
  });
  return { approval_id, decision: { ...said, signature } };
}

const OF_OTHER_TERM = {
  status: 'refused',
  refusal: { name: 'SIGNATURE_INVALID', data: { because: 'other_term' } },
};

test.each(['approve', 'reject'] as const)(
  'a decision to %s that was signed in a copy is invalid in the original',
  async (verdict) => {
    const copy = copyOf(dir);
    const [original] = [await keeperOf(dir), await keeperOf(copy)];
    const words =
      verdict === 'approve'
        ? approving(copy, approval_id, 'alice')
        : ['approvals', 'reject', approval_id, '--as', 'alice', '--reason', 'a test'];
    await okHere(copy, ...words);
    expect(await original.decide(recorded(copy))).toMatchObject(OF_OTHER_TERM);
    expect(await original.approval(approval_id)).toMatchObject({ status: 'pending' });
    // The approver of the original can still decide.
    await okHere(dir, ...approving(dir, approval_id, 'alice'));
    expect(await original.approval(approval_id)).toMatchObject({ status: 'executed' });
  },
);

test('a decision of a later log is invalid in a restored backup', async () => {
  const backup = copyOf(dir);
  await okHere(dir, ...approving(dir, approval_id, 'alice'));
  const decision = recorded(dir);
  rmSync(join(dir, '.plumbline'), { recursive: true });
  cpSync(backup, dir, { recursive: true });
  const restored = await keeperOf(dir);
  expect(await restored.decide(decision)).toMatchObject(OF_OTHER_TERM);
  expect(await restored.approval(approval_id)).toMatchObject({ status: 'pending' });
});

test('a decision that was signed before a restart is invalid after it', async () => {
  const before = await keeperOf(dir);
  const challenge = challengeAt(await before.termNonce(), workspacePaths(dir).socket);
  const decision = signedBy(dir, { challenge });
  await before.close();
  keepers = [];
  const after = await keeperOf(dir);
  expect(await after.decide(decision)).toMatchObject(OF_OTHER_TERM);
});

test('a decision whose answer was lost is recognised when it is sent again in the same term', async () => {
  const keeper = await keeperOf(dir);
  const challenge = challengeAt(await keeper.termNonce(), workspacePaths(dir).socket);
  const decision = signedBy(dir, { challenge });
  expect(await keeper.decide(decision)).toMatchObject({ status: 'executed' });
  expect(await keeper.decide(decision)).toMatchObject({
    refusal: { name: 'APPROVAL_DECIDED', data: { status: 'executed' } },
  });
});

test('a false keeper in a copy gains nothing by relaying the nonce of the original', async () => {
  const copy = copyOf(dir);
  const original = await keeperOf(dir);
  const challenge = challengeAt(await original.termNonce(), workspacePaths(copy).socket);
  const decision = signedBy(copy, { challenge });
  expect(await original.decide(decision)).toMatchObject(OF_OTHER_TERM);
  expect(await original.decide({ ...decision, via: 'hub' })).toMatchObject(OF_OTHER_TERM);
});

test('a registry change that was signed in a copy is invalid in the original', async () => {
  const file = join(dir, 'permissions.json');
  writeFileSync(file, JSON.stringify({ permissions: { READ: {}, CREATE: {}, DELETE: {} } }));
  const copy = copyOf(dir);
  const [original] = [await keeperOf(dir), await keeperOf(copy)];
  const widened = ['agent', 'add', 'robot', '--permissions', file, '--by', 'alice'];
  await okHere(copy, ...widened);
  const reader = openSqliteReader(workspacePaths(copy).store);
  const entry = reader
    .auditAfter(0, 1000)
    .flatMap(({ body }) => readGoverning(body) ?? [])
    .findLast(({ step }) => step === 'changed');
  reader.close();
  if (entry?.step !== 'changed' || entry.registered.kind !== 'agent') throw new Error('no change');
  const { registered, signed } = entry;
  expect(signed).not.toBeNull();
  const request: RegistryRequest = { change: 'agent', record: registered.record, signed };
  expect(await original.registry(request)).toMatchObject(OF_OTHER_TERM);
  await okHere(dir, ...widened);
});

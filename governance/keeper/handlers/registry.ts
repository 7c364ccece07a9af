/** @module registry: changes of agents, approvers and policy; a change that permits more needs an approver's signature. */
import { canonicalJson } from '../../../kernel/base/canonical/json.ts';
import { publicKeyFault } from '../../../kernel/base/canonical/public-key.ts';
import { publicKeyOf } from '../../../kernel/base/canonical/signature.ts';
import { foldName } from '../../../kernel/base/text/fold-name.ts';
import type { LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import {
  AgentRecord,
  ApproverRecord,
  PlanDocument,
  type Registered,
  type SignedChange,
  WORKSPACE_NAME,
  WorkspaceRecord,
} from '../../../schemas/governance.ts';
import { policyFault } from '../../../schemas/policy-fault.ts';
import { confusableName } from '../../approval/confusable-name.ts';
import { assertPresentTerm } from '../../approval/present-term.ts';
import { registryPointer, registryRevision } from '../../approval/registry-revision.ts';
import { signatureFault, signatureNeed } from '../../approval/registry-rule.ts';
import { openAppender, type AuditAppender } from '../../audit/append.ts';
import { maskRefusal, maskSecrets } from '../../audit/entry.ts';
import type { RegistryReply, RegistryRequest } from '../protocol/protocol.ts';
import { closeApproval } from './close-approval.ts';
import { refusable, type HandlersContext } from './context.ts';
import { pointTo } from './records/counters.ts';

/** More pending approvals than any workspace has. */
const ALL = 1_000_000_000;

/** Number of characters of an unusable key in a refusal; a key has 44. */
const KEY_SHOWN = 60;

type Init = Extract<RegistryRequest, { readonly change: 'init' }>;
type Change = Exclude<RegistryRequest, Init>;

/** Handles one change of the registry inside the keeper's transaction. A refused change is recorded on the chain too. */
export async function registry(
  context: HandlersContext,
  tx: LedgerTransaction,
  request: RegistryRequest,
): Promise<RegistryReply> {
  if (request.change === 'init') return refusable(() => foundWorkspace(context, tx, request));
  const checked = await refusable(() => check(context, tx, request));
  const audit = openAppender(tx);
  const at = context.now().toISOString();
  if ('status' in checked) {
    await audit.write(at, {
      kind: 'registry',
      outcome: 'refused',
      change: request.change,
      ...maskRefusal(checked.refusal),
      ...maskSecrets({
        name: request.change === 'policy' ? WORKSPACE_NAME : request.record.name,
        approver: request.signed?.approver ?? null,
      }),
    });
    return checked;
  }
  const { registered, signed, revision } = checked;
  const entry = await audit.write(at, {
    kind: 'registry',
    step: 'changed',
    outcome: 'ok',
    registered,
    revision,
    signed,
  });
  await put(tx, registered, entry.seq);
  if (registered.kind === 'agent' && registered.record.status === 'revoked') {
    await cancelPending(context, tx, audit, registered.record);
  }
  return { status: 'done' };
}

async function put(
  tx: LedgerTransaction,
  { kind, name, record }: Registered,
  seq: number,
): Promise<void> {
  await tx.putRegistry({ kind, name, record: canonicalJson(record) });
  await pointTo(tx, registryPointer(kind, name), seq);
}

async function foundWorkspace(
  context: HandlersContext,
  tx: LedgerTransaction,
  request: Init,
): Promise<RegistryReply> {
  const founded = (await tx.registryAll('workspace')).length > 0;
  if (founded) {
    throw invalid('this folder already has a workspace', 'use it, or choose another folder');
  }
  if ((await tx.headSeq()) > 0 || (await tx.auditHead()) !== null) {
    throw invalid(
      'this folder has part of a workspace: its import was interrupted',
      'run `plumbline import-workspace FILE` with the same file again, in a new folder',
    );
  }
  const workspace = parsedRecord(() => WorkspaceRecord.parse(request.workspace));
  assertPolicy(workspace);
  const agent = parsedRecord(() => AgentRecord.parse(request.agent));
  if (agent.status !== 'active' || workspace.default_agent !== agent.name) {
    throw invalid(
      'the default agent must be the one that is registered with the workspace',
      'name it',
    );
  }
  const log_public_key = publicKeyOf(context.logKey);
  if (request.log_public_key !== log_public_key) {
    throw invalid('the log key differs from the key of this keeper', 'use the key of this keeper');
  }
  const records: readonly Registered[] = [
    { kind: 'workspace', name: WORKSPACE_NAME, record: workspace },
    { kind: 'agent', name: agent.name, record: agent },
  ];
  const entry = await openAppender(tx).write(context.now().toISOString(), {
    kind: 'workspace',
    step: 'founded',
    outcome: 'ok',
    records,
    log_name: context.logName,
    log_public_key,
    keeps_replies: true,
  });
  for (const record of records) {
    await put(tx, record, entry.seq);
  }
  return { status: 'done' };
}

/** Refuses INVALID_ARGUMENT for an invalid setting of the policy. */
function assertPolicy({ policy }: WorkspaceRecord): void {
  const fault = policyFault(policy);
  if (fault === null) return;
  throw invalid(`the policy's \`${fault.setting}\` ${fault.why}`, 'set another value');
}

function invalid(message: string, hint: string): Refusal {
  return new Refusal('INVALID_ARGUMENT', message, hint);
}

/** The record that `parse` returns. Refuses INVALID_ARGUMENT for a malformed one, such as an agent with APPROVE. */
function parsedRecord<T>(parse: () => T): T {
  try {
    const record = parse();
    canonicalJson(record);
    return record;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw invalid(`the record is malformed: ${detail.slice(0, 500)}`, 'correct the record');
  }
}

/** A change that may be written. */
type Checked = {
  readonly registered: Registered;
  readonly signed: SignedChange | null;
  readonly revision: number;
};

async function check(
  context: HandlersContext,
  tx: LedgerTransaction,
  request: Change,
): Promise<Checked> {
  const approvers = (await context.registered.approvers.all(tx)).filter(
    ({ status }) => status === 'active',
  );
  const { registered, before } = await proposedChange(context, tx, request, approvers);
  const { needed, notBy } = signatureNeed(before, registered);
  const revision = await registryRevision(tx, registered.kind, registered.name);
  const { workspace_id } = await context.registered.workspace(tx);
  // INVARIANT: a workspace with an approver always keeps one, so this concerns only the first.
  if (!needed || approvers.length === 0) return { registered, signed: null, revision };
  if (request.signed !== null) assertPresentTerm(context, request.signed.challenge);
  assertSigned(approvers, request.signed, { workspace_id, registered, revision, notBy });
  return { registered, signed: request.signed, revision };
}

/** A change, and the record that it replaces. */
type ProposedChange = { readonly registered: Registered; readonly before: Registered | null };

async function proposedChange(
  context: HandlersContext,
  tx: LedgerTransaction,
  request: Change,
  approvers: readonly ApproverRecord[],
): Promise<ProposedChange> {
  switch (request.change) {
    case 'agent':
      return proposedAgent(
        context,
        tx,
        parsedRecord(() => AgentRecord.parse(request.record)),
      );
    case 'approver':
      return proposedApprover(
        context,
        tx,
        parsedRecord(() => ApproverRecord.parse(request.record)),
        approvers,
      );
    case 'policy': {
      const before = await context.registered.workspace(tx);
      const record = parsedRecord(() =>
        WorkspaceRecord.parse({ ...before, policy: request.policy }),
      );
      assertPolicy(record);
      return {
        registered: { kind: 'workspace', name: WORKSPACE_NAME, record },
        before: { kind: 'workspace', name: WORKSPACE_NAME, record: before },
      };
    }
    default:
      return request satisfies never;
  }
}

async function proposedAgent(
  context: HandlersContext,
  tx: LedgerTransaction,
  record: AgentRecord,
): Promise<ProposedChange> {
  const { registered } = context;
  const { name } = record;
  const before = await registered.agents.one(tx, name);
  const sameIdentity =
    before === null ||
    (before.kind === record.kind &&
      before.agent_id === record.agent_id &&
      before.user_id === record.user_id);
  // With another user id, the same person could approve the agent's own requests.
  if (!sameIdentity) {
    throw invalid(
      `\`${name}\` is registered with another kind, agent id or user id`,
      'revoke it and add a new one under another name',
    );
  }
  const others = (await registered.agents.all(tx)).filter((other) => other.name !== name);
  if (others.some(({ agent_id }) => agent_id === record.agent_id)) {
    throw invalid(
      `the agent id \`${record.agent_id}\` belongs to another name`,
      'use a fresh uuid',
    );
  }
  const like = others.find((other) => foldName(other.name) === foldName(name));
  if (before === null && like !== undefined) {
    throw invalid(
      `\`${name}\` is too similar to \`${like.name}\`, another agent of this workspace`,
      'choose another name',
    );
  }
  if (before === null && record.kind === 'human') await assertOwnName(context, tx, record);
  return {
    registered: { kind: 'agent', name, record },
    before: before === null ? null : { kind: 'agent', name, record: before },
  };
}

async function proposedApprover(
  context: HandlersContext,
  tx: LedgerTransaction,
  record: ApproverRecord,
  approvers: readonly ApproverRecord[],
): Promise<ProposedChange> {
  const { name, user_id, public_key, status } = record;
  const fault = publicKeyFault(public_key);
  if (fault !== null) {
    throw invalid(
      `the public key \`${public_key.slice(0, KEY_SHOWN)}\` of \`${name}\` is not an ed25519 key: ${fault}`,
      'make a key pair with `plumbline approver key NAME`',
    );
  }
  const before = await context.registered.approvers.one(tx, name);
  if (before === null && status === 'revoked') {
    throw invalid(`no approver \`${name}\``, 'run `plumbline approver list`');
  }
  if (before !== null && before.user_id !== user_id) {
    throw invalid(`\`${name}\` is already the name of another person`, 'choose another name');
  }
  if (before === null) await assertOwnName(context, tx, record);
  const proposal: ProposedChange = {
    registered: { kind: 'approver', name, record },
    before: before === null ? null : { kind: 'approver', name, record: before },
  };
  if (status === 'revoked') {
    assertRevocable(record, before, approvers);
    return proposal;
  }
  const same = approvers.find(
    (other) =>
      other.name !== name && (other.user_id === user_id || other.public_key === public_key),
  );
  if (same !== undefined) {
    throw invalid(
      `\`${name}\` and \`${same.name}\` are the same person`,
      'an approver is one person with one key',
    );
  }
  return proposal;
}

/** Refuses a new person whose name can be mistaken for that of another person: requesters are known by name. */
async function assertOwnName(
  { registered }: HandlersContext,
  tx: LedgerTransaction,
  { name, user_id }: Pick<ApproverRecord, 'name' | 'user_id'>,
): Promise<void> {
  const { owner } = await registered.workspace(tx);
  const agents = await registered.agents.all(tx);
  const people = [
    owner,
    ...(await registered.approvers.all(tx)),
    ...agents.filter(({ kind }) => kind === 'human'),
  ];
  const other = confusableName({ name, user_id }, people);
  if (other === null) return;
  throw invalid(
    `\`${name}\` is too similar to \`${other.name}\`, another person of this workspace`,
    `choose another name, or use \`${other.name}\` if it is the same person`,
  );
}

/** Refuses the revocation of the last approver: without any, the next one could be added without a signature. */
function assertRevocable(
  record: ApproverRecord,
  before: ApproverRecord | null,
  approvers: readonly ApproverRecord[],
): void {
  const { name } = record;
  if (before?.public_key !== record.public_key) {
    throw invalid(`a revocation keeps the public key of \`${name}\``, 'send the current record');
  }
  if (!approvers.some((other) => other.name !== name)) {
    throw new Refusal(
      'APPROVER_REQUIRED',
      `\`${name}\` is the last approver`,
      'add a successor first, signed by the last approver, then revoke',
    );
  }
}

function assertSigned(
  approvers: readonly ApproverRecord[],
  signed: SignedChange | null,
  about: Parameters<typeof signatureFault>[2],
): void {
  const fault = signatureFault(approvers, signed, about);
  const { kind, name } = about.registered;
  switch (fault?.because) {
    case undefined:
      return;
    case 'missing':
      throw new Refusal(
        'APPROVER_REQUIRED',
        `this change of the ${kind} \`${name}\` needs an active approver's signature; ${fault.signer === null ? 'none' : `one of \`${fault.signer}\``} was given`,
        'name one of the approvers with `--by`',
        { approvers: approvers.map((approver) => approver.name) },
      );
    case 'self':
      throw new Refusal(
        'SELF_APPROVAL',
        `\`${fault.signer}\` cannot sign for their own key`,
        'another approver must sign',
      );
    case 'invalid':
      throw new Refusal(
        'SIGNATURE_INVALID',
        `the signature of \`${fault.signer}\` over this change is invalid`,
        'sign the change as it is now, with the registered key',
        { revision: about.revision },
      );
  }
}

/** Cancels the pending approvals of a revoked agent. */
async function cancelPending(
  context: HandlersContext,
  tx: LedgerTransaction,
  audit: AuditAppender,
  agent: AgentRecord,
): Promise<void> {
  for (const record of await tx.approvals('pending', ALL)) {
    const plan = PlanDocument.parse(JSON.parse(record.plan));
    const own = plan.agent_id === (agent.kind === 'agent' ? agent.agent_id : null);
    if (!own || plan.user_id !== agent.user_id) continue;
    const detail = `\`${agent.name}\` was revoked`;
    await closeApproval(context, { tx, audit }, record, { status: 'cancelled', detail });
  }
}

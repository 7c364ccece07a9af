/** @module registry-change: changes of agents, approvers and policy, signed by an approver if one is named. */
import { signRegistryChange } from '../../governance/approval/registry-text.ts';
import type { RegistryReply, RegistryRequest } from '../../governance/keeper/protocol/protocol.ts';
import type { RegistryKind } from '../../kernel/ledger/ledger.ts';
import type {
  AgentRecord,
  ApproverRecord,
  SignedChange,
  WorkspaceRecord,
} from '../../schemas/governance.ts';
import type { WorkspacePolicy } from '../../schemas/permissions.ts';
import { type Call, textOf } from './command.ts';
import { CliFailure } from './failure.ts';
import { keyPath, unlockKey } from './keys/approver-key.ts';
import { printable } from './printable.ts';
import { type Registry, refusalFailure, type Session } from './session.ts';
import { signedForTerm } from './signed-for-term.ts';

/** Options of every command that may need an approver's signature. */
export const SIGNING_OPTIONS = {
  by: { type: 'string', value: 'APPROVER', help: 'an approver who signs the change' },
  'key-dir': { type: 'string', value: 'DIR', help: 'where that approver keeps the key' },
} as const;

/** The active approver of this name. Throws CliFailure when there is none. */
export function activeApprover(
  { approvers }: Pick<Registry, 'approvers'>,
  name: string,
): ApproverRecord {
  const active = approvers.filter(({ status }) => status === 'active');
  const found = active.find((approver) => approver.name === name);
  if (found !== undefined) return found;
  const names = active.map((approver) => `\`${printable(approver.name)}\``).join(', ');
  throw new CliFailure(
    1,
    `got \`${printable(name)}\`, want an active approver${names === '' ? ', and there is none yet' : `: ${names}`}`,
    names === '' ? 'run `plumbline approver add NAME`' : 'name one of them',
  );
}

/** A changed record with its kind and name. */
type Signable = {
  readonly kind: RegistryKind;
  readonly name: string;
  readonly record: AgentRecord | ApproverRecord | WorkspaceRecord;
};

/** Sends a change that is signed with the key of `--by`, unsigned without `--by`. Throws CliFailure when it is refused. */
async function change(
  session: Session,
  call: Call,
  { kind, name, record }: Signable,
  requestWith: (signed: SignedChange | null) => RegistryRequest,
): Promise<void> {
  const keeper = await session.keeper();
  const by = textOf(call, 'by');
  if (by === null) return accepted(session, await keeper.registry(requestWith(null)));
  const approver = activeApprover(session.registry(), by);
  const path = keyPath(session.paths, by, call);
  const key = await unlockKey(path, approver, call.terminal);
  const { workspace_id } = session.registry().workspace;
  const revision = await session.revision(kind, name);
  const statement = { workspace_id, kind, name, record, revision, approver: by };
  const reply = await signedForTerm(session.term, (challenge) => {
    const signature = signRegistryChange(key, { ...statement, challenge });
    return keeper.registry(requestWith({ approver: by, challenge, signature }));
  });
  accepted(session, reply);
}

/** Registers an agent record. Throws CliFailure when the keeper refuses it. */
export async function changeAgent(
  session: Session,
  call: Call,
  record: AgentRecord,
): Promise<void> {
  const { name } = record;
  await change(session, call, { kind: 'agent', name, record }, (signed) => ({
    change: 'agent',
    record,
    signed,
  }));
}

/** Registers an approver record. Throws CliFailure when the keeper refuses it. */
export async function changeApprover(
  session: Session,
  call: Call,
  record: ApproverRecord,
): Promise<void> {
  const { name } = record;
  await change(session, call, { kind: 'approver', name, record }, (signed) => ({
    change: 'approver',
    record,
    signed,
  }));
}

/** Sets the policy of the workspace. Throws CliFailure when the keeper refuses it. */
export async function changePolicy(
  session: Session,
  call: Call,
  policy: WorkspacePolicy,
): Promise<void> {
  const record = { ...session.registry().workspace, policy };
  await change(session, call, { kind: 'workspace', name: 'workspace', record }, (signed) => ({
    change: 'policy',
    policy,
    signed,
  }));
}

function accepted(session: Session, reply: RegistryReply): void {
  if (reply.status === 'done') return;
  const failure = refusalFailure(reply.refusal);
  if (reply.refusal.name !== 'APPROVER_REQUIRED') throw failure;
  const names = session
    .registry()
    .approvers.filter(({ status }) => status === 'active')
    .map(({ name }) => `\`${printable(name)}\``);
  const next = `an existing approver must sign: run it again with --by NAME (${names.join(', ')})`;
  throw new CliFailure(1, failure.message, names.length === 0 ? failure.next : next, failure.data);
}

/** @module registry-change: sends changes of agents, approvers and policy to the keeper, signed by an approver if one is named. */
import { signRegistryChange } from '../../governance/approval/registry-text.ts';
import type { RegistryReply } from '../../governance/keeper/protocol/protocol.ts';
import { printable } from '../../kernel/base/text/printable.ts';
import type { RegistryKind } from '../../kernel/ledger/ledger.ts';
import {
  type AgentRecord,
  type ApproverRecord,
  WORKSPACE_NAME,
  type WorkspaceRecord,
} from '../../schemas/governance.ts';
import type { WorkspacePolicy } from '../../schemas/permissions.ts';
import { type Call, textOf } from './command.ts';
import { didYouMean } from './did-you-mean.ts';
import { CliFailure } from './failure.ts';
import { keyPath, unlockKey } from './keys/approver-key.ts';
import { type Registry, refusalFailure, type Session } from './session.ts';
import { signForTerm } from './sign-for-term.ts';

/** The active approver of this name. @throws CliFailure if there is none */
export function activeApprover(
  { approvers }: Pick<Registry, 'approvers'>,
  name: string,
): ApproverRecord {
  const active = approvers.filter(({ status }) => status === 'active');
  const found = active.find((approver) => approver.name === name);
  if (found !== undefined) return found;
  const names = active.map((approver) => `\`${printable(approver.name)}\``).join(', ');
  const revoked = approvers.some((approver) => approver.name === name);
  throw new CliFailure(
    `${revoked ? `the approver \`${printable(name)}\` is revoked` : `\`${printable(name)}\` is not an approver`}, expected ${names === '' ? 'an active one, and there are none' : `one of ${names}`}`,
    names === ''
      ? 'run `plumbline approver add NAME`'
      : didYouMean(
          name,
          active.map((approver) => approver.name),
          'name one of them, or run `plumbline approver add NAME`',
        ),
  );
}

/** A change of the registry, not yet signed. */
type RegistryChange =
  | { readonly change: 'agent'; readonly record: AgentRecord }
  | { readonly change: 'approver'; readonly record: ApproverRecord }
  | { readonly change: 'policy'; readonly policy: WorkspacePolicy };

/** The statement that an approver signs: the record that a change writes, with its kind and name. */
function signableOf(
  change: RegistryChange,
  { workspace }: Registry,
): {
  readonly kind: RegistryKind;
  readonly name: string;
  readonly record: AgentRecord | ApproverRecord | WorkspaceRecord;
} {
  if (change.change === 'policy') {
    const { policy } = change;
    return { kind: 'workspace', name: WORKSPACE_NAME, record: { ...workspace, policy } };
  }
  return { kind: change.change, name: change.record.name, record: change.record };
}

/**
 * Sends a change of an agent, an approver or the policy, signed with the key of `--by`, or unsigned without that option.
 *
 * @throws CliFailure if the keeper refuses it
 */
export async function changeRegistry(
  session: Session,
  call: Call,
  change: RegistryChange,
): Promise<void> {
  const keeper = await session.keeper();
  const by = textOf(call, 'by');
  if (by === null) return assertDone(session, await keeper.registry({ ...change, signed: null }));
  const approver = activeApprover(session.registry(), by);
  const key = await unlockKey(keyPath(session.paths, by, call), approver, call.terminal);
  const signable = signableOf(change, session.registry());
  const { workspace_id } = session.registry().workspace;
  const revision = await session.revision(signable.kind, signable.name);
  const statement = { ...signable, workspace_id, revision, approver: by };
  const reply = await signForTerm(session.term, (challenge) => {
    const signature = signRegistryChange(key, { ...statement, challenge });
    return keeper.registry({ ...change, signed: { approver: by, challenge, signature } });
  });
  assertDone(session, reply);
}

function assertDone(session: Session, reply: RegistryReply): void {
  if (reply.status === 'done') return;
  const failure = refusalFailure(reply.refusal);
  if (reply.refusal.name !== 'APPROVER_REQUIRED') throw failure;
  const names = session
    .registry()
    .approvers.filter(({ status }) => status === 'active')
    .map(({ name }) => `\`${printable(name)}\``);
  const next = `an existing approver must sign: run it again with --by NAME (${names.join(', ')})`;
  throw new CliFailure(failure.message, names.length === 0 ? failure.next : next, {
    data: failure.data,
  });
}

/** @module registry-rule: which registry changes need the signature of an approver, and whether it is valid; used by the keeper before a change and by verification afterwards. */
import type {
  AgentRecord,
  ApproverRecord,
  Registered,
  SignedChange,
} from '../../schemas/governance.ts';
import { weakens, widens } from '../access/widening.ts';
import { verifyRegistryChange } from './registry-text.ts';

/** Whether a change needs a signature. `notBy`: user id of the person whom the change concerns, who cannot sign it. */
export type SignatureNeed = { readonly needed: boolean; readonly notBy: string | null };

/**
 * A signature is needed for every change of an approver, for a wider agent and for a weaker policy. The caller checks
 * whether there is an approver at all: until then no change needs a signature.
 */
export function signatureNeed(before: Registered | null, after: Registered): SignatureNeed {
  switch (after.kind) {
    case 'agent':
      return {
        needed: changesAgentUpwards(before?.kind === 'agent' ? before.record : null, after.record),
        notBy: null,
      };
    case 'approver': {
      const { status, user_id } = after.record;
      return { needed: true, notBy: status === 'active' ? user_id : null };
    }
    case 'workspace':
      return {
        needed: before?.kind !== 'workspace' || weakens(before.record.policy, after.record.policy),
        notBy: null,
      };
    default:
      return after satisfies never;
  }
}

/**
 * Whether a change permits more: wider permissions, or a new token for an agent that may do more than read. The holder
 * of a replaced token acts as that agent; a first token only stops access by the name alone.
 */
function changesAgentUpwards(before: AgentRecord | null, after: AgentRecord): boolean {
  if (widens(before, after)) return true;
  const replaced =
    before !== null && before.token_hash !== null && before.token_hash !== after.token_hash;
  return replaced && after.status === 'active' && widens(null, after);
}

/** The fault of a signature. `signer` is the registered name; null when unknown. */
export type SignatureFault =
  | { readonly because: 'missing'; readonly signer: string | null }
  | { readonly because: 'self' | 'invalid'; readonly signer: string };

/** The fault of a change's signature, given the approvers that are active before the change; null when it is valid. */
export function signatureFault(
  approvers: readonly ApproverRecord[],
  signed: SignedChange | null,
  about: {
    readonly workspace_id: string;
    readonly registered: Registered;
    readonly revision: number;
    readonly notBy: string | null;
  },
): SignatureFault | null {
  const { workspace_id, registered, revision, notBy } = about;
  const { kind, name, record } = registered;
  const signer = approvers.find(
    (approver) => approver.status === 'active' && approver.name === signed?.approver,
  );
  if (signed === null || signer === undefined) {
    return { because: 'missing', signer: signed?.approver ?? null };
  }
  if (signer.user_id === notBy) return { because: 'self', signer: signer.name };
  const { challenge } = signed;
  const statement = {
    workspace_id,
    kind,
    name,
    record,
    revision,
    approver: signer.name,
    challenge,
  };
  return verifyRegistryChange(signer.public_key, statement, signed.signature)
    ? null
    : { because: 'invalid', signer: signer.name };
}

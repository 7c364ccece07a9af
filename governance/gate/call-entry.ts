/** @module call-entry: the audit entry of a call, made from its arguments and its answer. */
import type { EnvelopeBody } from '../../schemas/envelope.ts';
import type { AuditDraft, Principal } from '../../schemas/governance.ts';
import { cutText, maskCall, maskReasoning, REASONING_UNITS } from '../audit/entry.ts';
import type { StoredFile } from '../tool/stored-picture.ts';
import { draftOf, type GateCall, type GateParts } from './call/context.ts';

/** The end of a call. */
export type Answered = {
  /** Permission class of the tool; NONE for an unknown tool. */
  readonly action: string;
  readonly envelope: EnvelopeBody;
  readonly fault_id: string | null;
  /** Files that it stored without an event. */
  readonly files?: readonly StoredFile[];
};

/** Longest message of a refusal in an entry (UTF-16 units): messages may repeat names that the caller gave. */
const MESSAGE_UNITS = 2000;

/** The entry of a call that the keeper has not recorded with its effect. Secrets are masked and long texts cut. */
export function callEntry<View>(
  { server, salt }: Pick<GateParts<View>, 'server' | 'salt'>,
  principal: Principal,
  { tool, arguments: args }: Pick<GateCall, 'tool' | 'arguments'>,
  { action, envelope, fault_id, files = [] }: Answered,
): AuditDraft {
  const given = typeof args === 'object' && args !== null ? args : {};
  const reasoning = ownMember(given, 'reasoning');
  const { branch = null } = maskCall({ branch: ownMember(given, 'branch') }, salt);
  const call = {
    // Tool and reasoning may contain secrets that the caller gave.
    tool: maskReasoning(cutText(tool, 100)),
    action,
    branch: typeof branch === 'string' ? cutText(branch, 200) : null,
    arguments: maskCall(given, salt, ['reasoning', 'branch']),
    reasoning:
      typeof reasoning === 'string' ? maskReasoning(cutText(reasoning, REASONING_UNITS)) : null,
  };
  const { error, approval_id } = envelope;
  return draftOf(server, principal, call, {
    outcome: outcomeName(envelope, fault_id),
    ...(envelope.dry_run === true ? { dry_run: true } : {}),
    ...(error === undefined
      ? {}
      : { error: error.name, message: maskReasoning(cutText(error.message, MESSAGE_UNITS)) }),
    ...(approval_id === undefined ? {} : { approval_id }),
    ...(fault_id === null ? {} : { fault_id }),
    ...(files.length === 0
      ? {}
      : { files: files.map(({ artifact: path, bytes, sha256 }) => ({ path, bytes, sha256 })) }),
  });
}

function ownMember(from: object, name: string): unknown {
  return Object.hasOwn(from, name) ? Reflect.get(from, name) : undefined;
}

function outcomeName(
  envelope: EnvelopeBody,
  fault_id: string | null,
): 'ok' | 'pending' | 'refused' | 'fault' {
  if (fault_id !== null) return 'fault';
  if (envelope.success) return 'ok';
  return envelope.approval_id === undefined ? 'refused' : 'pending';
}

/** @module policy-fault: settings of a policy that are refused when they are set; a stored policy that has one stays readable. */
import type { WorkspacePolicy } from './permissions.ts';
import { webhookFault } from './webhook-address.ts';

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;

/** A setting that is refused, and why, as the end of a sentence about it. */
export type PolicyFault = {
  readonly setting: 'approval_webhook' | 'witness';
  readonly why: string;
};

/** The first setting at fault, or null. */
export function policyFault({ approval_webhook, witness }: WorkspacePolicy): PolicyFault | null {
  const why = approval_webhook === undefined ? null : webhookFault(approval_webhook);
  if (why !== null) return { setting: 'approval_webhook', why };
  return witness !== undefined && CONTROL.test(witness)
    ? { setting: 'witness', why: 'has a control character in it' }
    : null;
}

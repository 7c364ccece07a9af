/** @module policy-fault: finds settings that may not be set; a stored policy with such a setting stays readable. */
import type { WorkspacePolicy } from './permissions.ts';
import { webhookFault } from './webhook-address.ts';

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;

/** A refused setting, and the reason as the predicate of a sentence about it. */
export type PolicyFault = {
  readonly setting: 'approval_webhook' | 'witness';
  readonly why: string;
};

/** The first refused setting; null if there is none. */
export function policyFault({ approval_webhook, witness }: WorkspacePolicy): PolicyFault | null {
  const why = approval_webhook === undefined ? null : webhookFault(approval_webhook);
  if (why !== null) return { setting: 'approval_webhook', why };
  return witness !== undefined && CONTROL.test(witness)
    ? { setting: 'witness', why: 'contains a control character' }
    : null;
}

/** @module policy-fault: settings of a policy that are refused when they are set; a stored policy that has one stays readable. */
import type { WorkspacePolicy } from './permissions.ts';
import { webhookFault } from './webhook-address.ts';

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;

/** The setting at fault and why, or null. */
export function policyFault({ approval_webhook, witness }: WorkspacePolicy): string | null {
  const fault = approval_webhook === undefined ? null : webhookFault(approval_webhook);
  if (fault !== null) return `\`approval_webhook\`: the address ${fault}`;
  return witness !== undefined && CONTROL.test(witness)
    ? '`witness`: it has a control character in it'
    : null;
}

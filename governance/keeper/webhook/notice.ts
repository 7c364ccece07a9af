/** @module notice: the body and the signature of a webhook notice about an approval. */
import { createHmac } from 'node:crypto';

import { canonicalJson } from '../../../kernel/base/canonical/json.ts';
import type { ApprovalRecord, PlanDocument } from '../../../schemas/governance.ts';
import { countsOf, countWords } from '../../approval/counts.ts';

/**
 * The body for an approval. INVARIANT: it contains only names of tools, numbers and times, and nothing that an agent or a
 * person has written: no names of elements, levels, branches or people, no reasons, no positions.
 */
export function noticeBody(
  {
    approval_id,
    created_at,
    expires_at,
  }: Pick<ApprovalRecord, 'approval_id' | 'created_at' | 'expires_at'>,
  plan: Pick<PlanDocument, 'server' | 'tool' | 'events' | 'affected' | 'approvers_required'>,
): string {
  const counts = countWords(countsOf(plan));
  const people = plan.approvers_required === 1 ? '1 person' : `${plan.approvers_required} people`;
  const what = `${plan.server}.${plan.tool}${counts === '' ? '' : `: ${counts}`}`;
  const summary = `${what}; pending for ${people} until ${expires_at}`;
  return canonicalJson({
    type: 'approval.pending',
    timestamp: created_at,
    data: { approval_id, summary },
  });
}

/**
 * The fields of a notice, in the form of Standard Webhooks: HMAC-SHA256 over id, time and body.
 *
 * @param at time of sending
 */
export function noticeHeaders(
  approval_id: string,
  body: string,
  { secret, at }: { readonly secret: Uint8Array; readonly at: Date },
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', secret)
    .update(`${approval_id}.${timestamp}.${body}`)
    .digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'plumbline',
    'webhook-id': approval_id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

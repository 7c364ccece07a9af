/** @module person-notice: notifies the user of a client that a person must decide. The reply to it has no effect. */
import type { GateAnswer } from '../../governance/gate/entered-answer.ts';
import { callResult, type CallResult } from '../host/call-result.ts';
import type { Client, InputRequired } from '../host/features.ts';

/** Name of the notice among the inputs of a call. */
const NOTICE = 'person_must_decide';
/** Tools that read pending approvals: their caller needs no notice. */
const READS_APPROVALS = new Set(['get_operation', 'preview_operation']);

/**
 * Returns the answer of a call, after a notice if the call needs an approval and the client supports notices.
 * INVARIANT: the answer does not depend on the reply; approvals are decided with a signature, outside of the protocol.
 */
export async function noticed(
  { name }: { readonly name: string },
  answer: GateAnswer,
  client: Client,
): Promise<CallResult | InputRequired> {
  const { approval_id } = answer.envelope;
  const isNotified =
    Object.hasOwn(client.capabilities, 'elicitation') && !READS_APPROVALS.has(name);
  if (approval_id === undefined || answer.envelope.success || !isNotified) {
    return callResult(answer);
  }
  const notice = {
    message: `A person must decide about ${approval_id}: run \`plumbline approvals show ${approval_id}\` in a terminal. Closing this notice decides nothing.`,
    requestedSchema: { type: 'object' as const, properties: {} },
  };
  if (client.ask !== null) {
    // The call does not wait for the notice, and its reply is not read.
    void client.ask('elicitation/create', notice).catch(() => undefined);
    return await Promise.resolve(callResult(answer));
  }
  if (Object.hasOwn(client.inputs, NOTICE)) return callResult(answer);
  return {
    resultType: 'input_required',
    inputRequests: { [NOTICE]: { method: 'elicitation/create', params: notice } },
  };
}

/** @module envelope: answers in the one shape of the contract. */
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import type { RefusalBody } from '../../../schemas/errors.ts';
import type { Principal } from '../../../schemas/governance.ts';

/** The principal of a call, its time and its reasoning, which are in every envelope. */
export type Caller = {
  readonly principal: Principal;
  readonly reasoning: string | null;
  /** ISO 8601, UTC, milliseconds. */
  readonly timestamp: string;
};

/** The parts of an envelope that depend on the caller only. */
function callerParts({
  principal,
  reasoning,
  timestamp,
}: Caller): Pick<EnvelopeBody, 'timestamp' | 'audit'> {
  return {
    timestamp,
    audit: { user_id: principal.user_id, agent_id: principal.agent_id, reasoning },
  };
}

/** An answer with data. `event_id` is null for queries and dry runs. */
export function successEnvelope(
  caller: Caller,
  data: Readonly<Record<string, unknown>>,
  event_id: string | null,
  warnings: readonly string[],
): EnvelopeBody {
  return { success: true, data, event_id, warnings, ...callerParts(caller) };
}

/** A refusal in the envelope. */
export function refusalEnvelope(caller: Caller, error: RefusalBody): EnvelopeBody {
  return { success: false, data: {}, event_id: null, warnings: [], ...callerParts(caller), error };
}

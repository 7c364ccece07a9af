/** @module failure: the answer to a call that threw: its refusal, or INTERNAL with an id for a fault. */
import type { EnvelopeBody } from '../../schemas/envelope.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { Principal } from '../../schemas/governance.ts';
import { refusalIn } from '../engine/refusal-in.ts';
import { isUnreached } from '../keeper/protocol/keeper-error.ts';
import type { GateCall, GateWorld, Outcome } from './call/context.ts';
import { refusalEnvelope } from './call/envelope.ts';

/** The resources for reporting a failure. */
type FailureParts = Pick<GateWorld, 'log' | 'now' | 'randomId'>;

/** A failed call: its outcome, and the id of the fault if it was one. */
export type Failure = { readonly outcome: Outcome; readonly fault_id: string | null };

/** The outcome of a call that threw. A fault is logged in full for the operator; the caller gets its id. */
export function failureOf(
  parts: FailureParts,
  principal: Principal,
  call: Pick<GateCall, 'tool' | 'arguments'>,
  error: unknown,
): Failure {
  const refusal = refusalIn(error) ?? internalRefusal(parts, call.tool, error);
  const { name, data } = refusal.body;
  const fault_id = name === 'INTERNAL' ? String(data['fault_id']) : null;
  return { outcome: failedOutcome(parts, principal, call, refusal), fault_id };
}

/** Whether a call was refused because its audit entry cannot be written now. */
export function isUnwritable({ error }: Pick<EnvelopeBody, 'error'>): boolean {
  return error !== undefined && (error.name === 'AUDIT_UNAVAILABLE' || isUnreached(error));
}

/** A bug or broken infrastructure: one id for the caller, the rest for the operator. */
function internalRefusal(parts: FailureParts, tool: string, error: unknown): Refusal {
  const fault_id = parts.randomId();
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  parts.log(`fault ${fault_id} in ${tool}: ${detail}`);
  return new Refusal(
    'INTERNAL',
    'internal error of the server',
    'report the fault id to the operator',
    {
      fault_id,
    },
  );
}

function failedOutcome(
  parts: FailureParts,
  principal: Principal,
  call: Pick<GateCall, 'tool' | 'arguments'>,
  refusal: Refusal,
): Outcome {
  const given: unknown = call.arguments;
  const stated: unknown =
    typeof given === 'object' && given !== null ? Reflect.get(given, 'reasoning') : null;
  const reasoning = typeof stated === 'string' ? stated.slice(0, 2000) : null;
  const caller = { principal, reasoning, timestamp: parts.now().toISOString() };
  return { envelope: refusalEnvelope(caller, refusal.body), content: [], recorded: false };
}

/** @module failure: what a call that threw is answered with: its refusal, or INTERNAL with an id for a fault. */
import { CanonicalJsonError } from '../../kernel/canonical/json.ts';
import { LedgerError } from '../../kernel/ledger/ledger.ts';
import type { EnvelopeBody } from '../../schemas/envelope.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { Principal } from '../../schemas/governance.ts';
import { isUnreached } from '../keeper/protocol/keeper-error.ts';
import type { GateCall, GateWorld, Outcome } from './context.ts';
import { refused } from './envelope.ts';

/** What the steps of a failure need. */
type Told = Pick<GateWorld, 'log' | 'now' | 'randomId'>;

/** A call that failed: its outcome, and the id of the fault where it was one. */
export type Failure = { readonly outcome: Outcome; readonly fault_id: string | null };

/** The outcome of a call that threw. Faults go to the operator's log in full, to the caller as an id. */
export function failureOf(
  parts: Told,
  principal: Principal,
  call: Pick<GateCall, 'tool' | 'arguments'>,
  error: unknown,
): Failure {
  const refusal = refusalIn(error) ?? internal(parts, call.tool, error);
  const { name, data } = refusal.body;
  const fault_id = name === 'INTERNAL' ? String(data['fault_id']) : null;
  return { outcome: failedOutcome(parts, principal, call, refusal), fault_id };
}

/** What a row of the log is that cannot be read. */
const UNREADABLE: ReadonlySet<LedgerError['code']> = new Set(['CORRUPT', 'NEWER_VERSION']);

/** The refusal that an error is, null for a fault. What cannot be written as JSON came with the arguments. */
function refusalIn(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof LedgerError && UNREADABLE.has(error.code)) {
    return new Refusal(
      'STORE_UNAVAILABLE',
      `the log cannot be read: ${error.message}`,
      'run `plumbline doctor`; an event that is at fault can be taken out with `plumbline repair`',
    );
  }
  if (!(error instanceof CanonicalJsonError)) return null;
  return new Refusal(
    'INVALID_ARGUMENT',
    `an argument cannot be written as JSON: ${error.message}`,
    'use well-formed text and finite numbers; nothing was changed',
  );
}

/** Whether a call was refused because its entry cannot be written now. */
export function isUnwritable({ error }: Pick<EnvelopeBody, 'error'>): boolean {
  return error !== undefined && (error.name === 'AUDIT_UNAVAILABLE' || isUnreached(error));
}

/** A bug or broken infrastructure: one id for the caller, the rest for the operator. */
function internal(parts: Told, tool: string, error: unknown): Refusal {
  const fault_id = parts.randomId();
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  parts.log(`fault ${fault_id} in ${tool}: ${detail}`);
  return new Refusal(
    'INTERNAL',
    'something broke inside the server',
    'tell the operator the fault id',
    {
      fault_id,
    },
  );
}

function failedOutcome(
  parts: Told,
  principal: Principal,
  call: Pick<GateCall, 'tool' | 'arguments'>,
  refusal: Refusal,
): Outcome {
  const given: unknown = call.arguments;
  const why: unknown =
    typeof given === 'object' && given !== null ? Reflect.get(given, 'reasoning') : null;
  const reasoning = typeof why === 'string' ? why.slice(0, 2000) : null;
  const caller = { principal, reasoning, timestamp: parts.now().toISOString() };
  return { envelope: refused(caller, refusal.body), content: [], recorded: false };
}

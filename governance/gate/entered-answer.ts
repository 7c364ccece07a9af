/** @module entered-answer: answers a call and enters it in the audit log. */
import type { EnvelopeBody } from '../../schemas/envelope.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { Connection } from '../access/principal.ts';
import { awaitWork } from '../keeper/protocol/store-wait.ts';
import type { ExtraContent } from '../tool/define.ts';
import { callEntry } from './call-entry.ts';
import type { GateCall, GateWorld, Outcome } from './call/context.ts';
import { failureOf, isUnwritable, type Failure } from './failure.ts';

/** An answer: the envelope, the same as compact JSON, and pictures or links. */
export type GateAnswer = {
  readonly envelope: EnvelopeBody;
  readonly text: string;
  readonly content: readonly ExtraContent[];
  readonly isError: boolean;
};

/** What an entered call needs. */
export type Entering = Pick<
  GateWorld,
  'keeper' | 'recorder' | 'salt' | 'log' | 'now' | 'randomId'
> & {
  readonly server: string;
  /** Applies everything that was committed before the call. */
  readonly catchUp: () => Promise<void>;
  /** Permission class of a tool; NONE for an unknown one. */
  readonly actionOf: (tool: string) => string;
};

type Called = Pick<GateCall, 'tool' | 'arguments'>;
type Work = (principal: Principal) => Promise<Outcome>;

/** The answer of `work` for the current principal of the connection; it is entered in the audit log. */
export async function enteredAnswer(
  parts: Entering,
  from: Connection,
  call: Called,
  work: Work,
): Promise<GateAnswer> {
  const { keeper, recorder, actionOf } = parts;
  const { principal, outcome, fault_id } = await outcomeOf(parts, from, call, work);
  if (outcome.recorded) return answerOf(outcome);
  const { envelope } = outcome;
  const action = actionOf(call.tool);
  const { files = [], arguments: given = call.arguments } = outcome;
  const called = { tool: call.tool, arguments: given };
  const entry = callEntry(parts, principal, called, { action, envelope, fault_id, files });
  // If the log cannot be written, the refusal says so and does not wait for it again. A file must not be without entry.
  if ((!isRefused(envelope) && files.length === 0) || isUnwritable(envelope)) {
    if (isRefused(envelope)) recorder.addIfRoom(entry);
    else recorder.add(entry);
    return answerOf(outcome);
  }
  try {
    await awaitWork(recorder.write(entry), async () => (await keeper.status()).usable);
    return answerOf(outcome);
  } catch (error) {
    return answerOf(failureOf(parts, principal, call, error).outcome);
  }
}

async function outcomeOf(
  parts: Entering,
  from: Connection,
  call: Called,
  work: Work,
): Promise<Failure & { readonly principal: Principal }> {
  let { principal } = from.identify();
  try {
    parts.recorder.assertWritable();
    await parts.catchUp();
    const now = from.identify();
    principal = now.principal;
    if (now.refusal !== null) throw now.refusal;
    return { principal, outcome: await work(principal), fault_id: null };
  } catch (error) {
    return { principal, ...failureOf(parts, principal, call, error) };
  }
}

function answerOf({ envelope, content }: Outcome): GateAnswer {
  return { envelope, text: JSON.stringify(envelope), content, isError: isRefused(envelope) };
}

/** A pending approval is not a refusal: the keeper has already recorded it. */
function isRefused({ success, approval_id }: EnvelopeBody): boolean {
  return !success && approval_id === undefined;
}

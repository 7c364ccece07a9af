/** @module query: answers a query; nothing is planned or committed. */
import { unappliedWarnings } from '../access/unapplied-event.ts';
import type { GovernedCall } from '../engine/call/governed-call.ts';
import { callerOf, type GateWork, type Outcome } from './call/context.ts';
import { successEnvelope } from './call/envelope.ts';
import { pendingOutcome } from './call/pending.ts';
import { storedPictures } from './stored-pictures.ts';

/** Answers a query with its data, or with the pending approval that it found. */
export async function runQuery<View>(
  parts: GateWork<View>,
  call: GovernedCall<View>,
): Promise<Outcome> {
  const { data, warnings, pictures, pending } = await parts.engine('query', call, {});
  if (pending !== null) return await pendingOutcome(parts, call, pending);
  const stored = await storedPictures(parts.pictures, call.principal, pictures);
  const all = [...unappliedWarnings(parts.domain, call.agent), ...warnings, ...stored.warnings];
  const { content, files } = stored;
  const envelope = successEnvelope(callerOf(call), { ...data, ...stored.data }, null, all);
  return { envelope, content, files, recorded: false };
}

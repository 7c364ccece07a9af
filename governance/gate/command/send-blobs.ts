/** @module send-blobs: sends the contents that a plan names to the keeper, before the plan itself. */
import { Refusal } from '../../../schemas/errors.ts';
import { chunksOf } from '../../../schemas/imports.ts';
import type { PlanBlob } from '../../../schemas/plan.ts';
import { requesterOf } from '../../access/principal.ts';
import type { GovernedCall } from '../../engine/call/governed-call.ts';
import { reportOf } from '../../engine/progress.ts';
import { sendBlob } from '../../keeper/protocol/send-blob.ts';
import type { GateWork } from '../call/context.ts';

type Sender<View> = Pick<GateWork<View>, 'keeper' | 'reader'>;
type Sending<View> = Pick<GovernedCall<View>, 'principal' | 'signal' | 'progress'>;

/** The blobs that one call has sent, by digest. */
export type SentBlobs = Set<string>;

/**
 * Sends blobs in chunks; those that the store has completely are not sent again. Adds the digest of each to `sent`
 * before its first chunk. Refuses as the keeper does, and EXTERNAL_FAILURE if the call is cancelled.
 */
export async function sendBlobs<View>(
  { keeper, reader }: Sender<View>,
  call: Sending<View>,
  blobs: readonly PlanBlob[],
  sent: SentBlobs,
): Promise<void> {
  const missing: PlanBlob[] = [];
  for (const blob of blobs) {
    const known = await reader.blobInfo(blob.sha256);
    if (known === null || known.state === 'receiving') missing.push(blob);
  }
  const total = missing.reduce((sum, { content }) => sum + chunksOf(content.length), 0);
  const principal = requesterOf(call.principal);
  const report = reportOf(call.progress);
  let before = 0;
  const onChunk = (received: number): void => {
    if (call.signal.aborted) throw cancelled();
    report({ done: before + received, total, doing: 'storing the file' });
  };
  for (const { sha256, content } of missing) {
    sent.add(sha256);
    onChunk(0);
    const reply = await sendBlob(keeper, principal, content, onChunk);
    if ('code' in reply) throw new Refusal(reply.name, reply.message, reply.hint, reply.data);
    before += chunksOf(content.length);
  }
}

function cancelled(): Refusal {
  return new Refusal(
    'EXTERNAL_FAILURE',
    'the call was cancelled while its file was stored; nothing was changed',
    'call again if you still need it',
  );
}

/**
 * Removes what a call has sent and no plan needs. The keeper refuses to remove what another plan or an event names, and
 * removes what is left after a day.
 */
export async function dropBlobs<View>(
  { keeper }: Sender<View>,
  { principal }: Sending<View>,
  sent: SentBlobs,
): Promise<void> {
  for (const sha256 of sent) {
    await keeper.blobDrop({ principal: requesterOf(principal), sha256 });
  }
}

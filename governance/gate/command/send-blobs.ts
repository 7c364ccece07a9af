/** @module send-blobs: sends the contents that a plan names to the keeper, before the plan itself. */
import { Refusal } from '../../../schemas/errors.ts';
import { BLOB_CHUNK_BYTES, chunksOf } from '../../../schemas/imports.ts';
import type { PlanBlob } from '../../../schemas/plan.ts';
import { requesterOf } from '../../access/principal.ts';
import type { GovernedCall } from '../../engine/call/governed-call.ts';
import { reportOf } from '../../engine/progress.ts';
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
  let done = 0;
  for (const { sha256, content } of missing) {
    const of = chunksOf(content.length);
    sent.add(sha256);
    for (let n = 0; n < of; n += 1) {
      if (call.signal.aborted) throw cancelled();
      report({ done, total, doing: 'storing the file' });
      const chunk = content.subarray(n * BLOB_CHUNK_BYTES, (n + 1) * BLOB_CHUNK_BYTES);
      const put = { principal, sha256, bytes: content.length, n, of, content: chunk };
      const reply = await keeper.blobPut(put);
      if (reply.status === 'refused') {
        const { name, message, hint, data } = reply.refusal;
        throw new Refusal(name, message, hint, data);
      }
      done += 1;
    }
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

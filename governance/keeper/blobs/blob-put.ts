/** @module blob-put: takes the chunks of blobs before the plan that names them, and hashes the whole content itself. */
import type { BlobRow, LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { AgentRecord } from '../../../schemas/governance.ts';
import { BLOB_CHUNK_BYTES, chunksOf } from '../../../schemas/imports.ts';
import { assertNoFaults } from '../../access/scope.ts';
import type {
  BlobDropReply,
  BlobDropRequest,
  BlobPutReply,
  BlobPutRequest,
} from '../protocol/blob-requests.ts';
import type { BlobHashes } from './blob-hashes.ts';
import { isUnneeded, removeAbandoned } from './staged-blobs.ts';

/** Bytes that one principal may have staged, over all its blobs: 1 GiB. */
export const STAGED_BYTES_MAX = 1_073_741_824;
/** Number of blobs that one principal may have staged. */
export const STAGED_BLOBS_MAX = 64;

const AGAIN = 'send the blob again from its first chunk';

/** The running digests, and the present time. */
export type Receiving = { readonly hashes: BlobHashes; readonly now: Date };

/**
 * Stores one chunk. The same chunk may be sent again. The last one completes the blob if the content has the digest that
 * the blob is named by; otherwise the blob is removed. Throws the refusal of a chunk that does not fit, and of one beyond
 * the permissions or the quota of the agent.
 */
export async function blobPut(
  { hashes, now }: Receiving,
  tx: LedgerTransaction,
  agent: AgentRecord,
  request: BlobPutRequest,
): Promise<BlobPutReply> {
  if (agent.permissions.permissions.CREATE === undefined) {
    const because = 'the permission CREATE is missing';
    assertNoFaults(agent, [{ id: `blob ${request.sha256}`, action: 'CREATE', because }]);
  }
  assertForm(request);
  await removeAbandoned(tx, now.getTime());
  const info = await openedBlob(tx, request, { owner: agent.name, now });
  const { sha256, n, of, content } = request;
  if (n < info.received) return receivedReply(info, of);
  const digest = await hashes.after(tx, sha256, n, content);
  if (n < of - 1 || digest === sha256) {
    await tx.putBlobChunk(sha256, n, content);
    if (n === of - 1) await tx.completeBlob(sha256);
    return { status: 'received', received: n + 1, of, complete: n === of - 1 };
  }
  await tx.dropBlob(sha256);
  throw new Refusal(
    'INVALID_ARGUMENT',
    `the content of the blob has the digest \`${digest}\`, expected \`${sha256}\``,
    AGAIN,
    { received: digest, expected: sha256 },
  );
}

function receivedReply({ received, state }: BlobRow, of: number): BlobPutReply {
  return { status: 'received', received, of, complete: state !== 'receiving' };
}

function assertForm({ bytes, n, of, content }: BlobPutRequest): void {
  const chunks = chunksOf(bytes);
  const length = Math.min(BLOB_CHUNK_BYTES, bytes - n * BLOB_CHUNK_BYTES);
  if (of === chunks && n < chunks && content.length === length) return;
  throw new Refusal(
    'INVALID_ARGUMENT',
    `received chunk ${n} of ${of} with ${content.length} bytes; a blob of ${bytes} bytes has ${chunks} chunks of ${BLOB_CHUNK_BYTES} bytes, the last one with the rest`,
    'cut the content into such chunks, numbered from 0',
  );
}

/** The blob for which the chunk is the next one, or that has an equal one; the first chunk opens it. */
async function openedBlob(
  tx: LedgerTransaction,
  request: BlobPutRequest,
  { owner, now }: { readonly owner: string; readonly now: Date },
): Promise<BlobRow> {
  const { sha256, bytes, n, content } = request;
  let info = await tx.blobInfo(sha256);
  if (info !== null && info.bytes !== bytes) {
    throw new Refusal(
      'INVALID_ARGUMENT',
      `the blob \`${sha256}\` was opened with ${info.bytes} bytes, received a chunk of one with ${bytes}`,
      'drop it first, or wait until its owner has sent it',
    );
  }
  if (info !== null && n < info.received) {
    const known = await tx.blobPart(sha256, n);
    if (known !== null && Buffer.compare(known, content) === 0) return info;
    // Nobody can keep others from sending a blob by starting it with other content.
    if (info.state !== 'receiving' || info.owner === owner || n > 0) {
      throw new Refusal(
        'INVALID_ARGUMENT',
        `chunk ${n} of the blob \`${sha256}\` was received with other content`,
        'drop the blob, then send it from its first chunk',
      );
    }
    await tx.dropBlob(sha256);
    info = null;
  }
  if (n > (info?.received ?? 0)) {
    throw new Refusal(
      'INVALID_ARGUMENT',
      `received chunk ${n} of the blob \`${sha256}\`, expected chunk ${info?.received ?? 0}`,
      'send the chunks in order',
      { expected: info?.received ?? 0 },
    );
  }
  if (info !== null) return info;
  await assertQuota(tx, owner, bytes);
  const staged_at = now.toISOString();
  await tx.openBlob({ sha256, bytes, owner, staged_at });
  return { sha256, bytes, owner, staged_at, state: 'receiving', received: 0 };
}

/** Refuses OUT_OF_RANGE for a blob that exceeds what its owner may have staged. */
async function assertQuota(tx: LedgerTransaction, owner: string, bytes: number): Promise<void> {
  const own = (await tx.blobs()).filter((blob) => blob.owner === owner && blob.state !== 'kept');
  const staged = own.reduce((sum, blob) => sum + blob.bytes, 0);
  if (staged + bytes <= STAGED_BYTES_MAX && own.length < STAGED_BLOBS_MAX) return;
  throw new Refusal(
    'OUT_OF_RANGE',
    `\`${owner}\` has staged ${own.length} blobs of ${staged} bytes; with ${bytes} more they exceed ${STAGED_BLOBS_MAX} blobs or ${STAGED_BYTES_MAX} bytes`,
    'drop blobs that no plan needs; unused ones are removed after a day',
    { staged, blobs: own.length, bytes },
  );
}

/** Removes a staged blob of the agent. Throws the refusal if it belongs to another one, or if a plan or event names it. */
export async function blobDrop(
  tx: LedgerTransaction,
  { name }: AgentRecord,
  { sha256 }: BlobDropRequest,
): Promise<BlobDropReply> {
  const info = await tx.blobInfo(sha256);
  if (info === null) return { status: 'dropped' };
  if (info.owner !== name || !(await isUnneeded(tx, info))) {
    throw new Refusal(
      'INVALID_ARGUMENT',
      `the blob \`${sha256}\` belongs to another principal, or a plan or an event names it`,
      'leave it; unused blobs are removed after a day',
    );
  }
  await tx.dropBlob(sha256);
  return { status: 'dropped' };
}

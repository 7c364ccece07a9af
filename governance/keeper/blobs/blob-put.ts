/** @module blob-put: takes the chunks of blobs before the plan that names them, and hashes the whole content itself. */
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
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
import { type BlobNeeds, isUnneeded, removeAbandoned } from './staged-blobs.ts';

/** Bytes that one principal may have staged, over all its blobs: 1 GiB. */
export const STAGED_BYTES_MAX = 1_073_741_824;
/** Number of blobs that one principal may have staged. */
export const STAGED_BLOBS_MAX = 64;

const AGAIN = 'send the blob again from its first chunk';

/** The running digests, the present time, and what tells which blobs are needed. */
export type Receiving = BlobNeeds & { readonly blobs: BlobHashes };

/**
 * Stores one chunk. The same chunk may be sent again. The last one completes the blob if the content has the digest that
 * the blob is named by; otherwise the blob is removed. Throws the refusal of a chunk that does not fit, and of one beyond
 * the permissions or the quota of the agent.
 *
 * SECURITY: the chunks that a principal has sent are its own until the blob is complete, so that nobody can keep others
 * from sending a blob or learn what they send. The principal that completes it owns it.
 */
export async function blobPut(
  context: Receiving,
  tx: LedgerTransaction,
  agent: AgentRecord,
  request: BlobPutRequest,
): Promise<BlobPutReply> {
  if (agent.permissions.permissions.CREATE === undefined) {
    const because = 'the permission CREATE is missing';
    assertNoFaults(agent, [{ id: `blob ${request.sha256}`, action: 'CREATE', because }]);
  }
  assertForm(request);
  await removeAbandoned(context, tx);
  const { sha256, n, of, content } = request;
  const name = unfinishedName(agent.name, sha256);
  if (await isInComplete(tx, request)) {
    if ((await tx.blobInfo(name)) !== null) await tx.dropBlob(name);
    return { status: 'received', received: of, of, complete: true };
  }
  const info = await openedBlob(tx, request, {
    name,
    owner: agent.name,
    now: context.now(),
  });
  if (n < info.received) {
    return { status: 'received', received: info.received, of, complete: false };
  }
  const digest = await context.blobs.after(tx, name, n, content);
  if (n < of - 1 || digest === sha256) {
    await tx.putBlobChunk(name, n, content);
    if (n === of - 1) {
      // Earlier versions received a blob under its digest.
      if ((await tx.blobInfo(sha256)) !== null) await tx.dropBlob(sha256);
      await tx.completeBlob(name, sha256);
    }
    return { status: 'received', received: n + 1, of, complete: n === of - 1 };
  }
  await tx.dropBlob(name);
  throw new Refusal(
    'INVALID_ARGUMENT',
    `the content of the blob has the digest \`${digest}\`, expected \`${sha256}\``,
    AGAIN,
    { received: digest, expected: sha256 },
  );
}

/** The name under which the store has the chunks of a blob that a principal has not sent completely. */
function unfinishedName(owner: string, sha256: string): string {
  return sha256Hex(`unfinished blob\n${owner}\n${sha256}`);
}

/** Whether the store has the blob completely, and the chunk is a part of it. Others are received, and then refused. */
async function isInComplete(
  tx: LedgerTransaction,
  { sha256, bytes, n, content }: BlobPutRequest,
): Promise<boolean> {
  const info = await tx.blobInfo(sha256);
  if (info === null || info.state === 'receiving' || info.bytes !== bytes) return false;
  const known = await tx.blobPart(sha256, n);
  return known !== null && Buffer.compare(known, content) === 0;
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

/** The unfinished blob for which the chunk is the next one, or that has an equal one; the first chunk opens it. */
async function openedBlob(
  tx: LedgerTransaction,
  { sha256, bytes, n, content }: BlobPutRequest,
  { name, owner, now }: { readonly name: string; readonly owner: string; readonly now: Date },
): Promise<BlobRow> {
  const info = await tx.blobInfo(name);
  if (info !== null && info.bytes !== bytes) {
    throw new Refusal(
      'INVALID_ARGUMENT',
      `\`${owner}\` opened the blob \`${sha256}\` with ${info.bytes} bytes, received a chunk of one with ${bytes}`,
      'drop it first',
    );
  }
  if (info !== null && n < info.received) {
    const known = await tx.blobPart(name, n);
    if (known !== null && Buffer.compare(known, content) === 0) return info;
    throw new Refusal(
      'INVALID_ARGUMENT',
      `chunk ${n} of the blob \`${sha256}\` was received with other content`,
      'drop the blob, then send it from its first chunk',
    );
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
  const row = { sha256: name, bytes, owner, staged_at: now.toISOString() };
  await tx.openBlob(row);
  return { ...row, state: 'receiving', received: 0 };
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

/**
 * Removes a staged blob of the agent, and the chunks of it that the agent has sent. Throws the refusal if another one
 * completed it, or if a plan or event names it.
 */
export async function blobDrop(
  needs: BlobNeeds,
  tx: LedgerTransaction,
  { name: owner }: AgentRecord,
  { sha256 }: BlobDropRequest,
): Promise<BlobDropReply> {
  const unfinished = await tx.blobInfo(unfinishedName(owner, sha256));
  if (unfinished !== null) {
    await tx.dropBlob(unfinished.sha256);
    return { status: 'dropped' };
  }
  const info = await tx.blobInfo(sha256);
  if (info === null) return { status: 'dropped' };
  if (info.owner !== owner || !(await isUnneeded(needs, tx, info))) {
    throw new Refusal(
      'INVALID_ARGUMENT',
      `the blob \`${sha256}\` belongs to another principal, or a plan or an event names it`,
      'leave it; unused blobs are removed after a day',
    );
  }
  await tx.dropBlob(sha256);
  return { status: 'dropped' };
}

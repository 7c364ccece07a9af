/** @module staged-blobs: which staged blobs a plan needs, and when they are removed. */
import type { BlobRow, LedgerRead, LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { PlanDocument } from '../../../schemas/governance.ts';
import { blobsOf, chunksOf, IMPORT_LIMITS } from '../../../schemas/imports.ts';

/** A staged blob that no plan needs is removed after this time, ms: 24 h. */
export const STAGED_MS = 86_400_000;

/** More approvals than any workspace has pending. */
const ALL = 1_000_000_000;

/** Digests of the blobs that events name. */
export function blobsIn(events: readonly PlannedEvent[]): readonly string[] {
  return [
    ...new Set(
      events.flatMap(({ type, payload }) => (type === 'model.imported' ? blobsOf(payload) : [])),
    ),
  ];
}

/**
 * Refuses INVALID_ARGUMENT for a plan that names blobs which were not received completely and hashed, or have another
 * length, and for one that names too many.
 */
export async function assertBlobsStaged(
  read: LedgerRead,
  events: readonly PlannedEvent[],
): Promise<void> {
  const named = blobsIn(events);
  if (named.length > IMPORT_LIMITS.blobs_per_plan) {
    throw new Refusal(
      'INVALID_ARGUMENT',
      `the plan names ${named.length} blobs, expected at most ${IMPORT_LIMITS.blobs_per_plan}`,
      'import one file at a time',
    );
  }
  for (const { type, payload } of events) {
    if (type !== 'model.imported') continue;
    const { file, manifest, meshes } = payload;
    for (const { sha256, bytes } of meshes === null ? [file, manifest] : [file, manifest, meshes]) {
      const info = await read.blobInfo(sha256);
      if (info?.bytes === bytes && info.state !== 'receiving') continue;
      throw new Refusal(
        'INVALID_ARGUMENT',
        `the plan names the blob \`${sha256}\` of ${bytes} bytes; received ${receivedOf(info)}, expected all ${chunksOf(bytes)} chunks`,
        'send the chunks that are missing, then submit the plan again',
        { sha256, received: info?.received ?? 0, expected: chunksOf(bytes) },
      );
    }
  }
}

function receivedOf(info: BlobRow | null): string {
  if (info === null) return 'no complete blob';
  const { received, bytes, state } = info;
  const all = `${received} of ${chunksOf(bytes)} chunks of a blob of ${bytes} bytes`;
  return state === 'receiving' ? all : `a blob of ${bytes} bytes`;
}

/** Whether the plan of a pending approval names the blob. */
async function pendingPlans(read: LedgerRead): Promise<(sha256: string) => boolean> {
  const pending = await read.approvals('pending', ALL);
  return (sha256) => pending.some(({ plan }) => plan.includes(sha256));
}

/** Whether a blob may be removed: it is not kept, and no pending plan names it. */
export async function isUnneeded(read: LedgerRead, info: BlobRow): Promise<boolean> {
  return info.state !== 'kept' && !(await pendingPlans(read))(info.sha256);
}

/**
 * Removes the blobs of a plan that ended without being executed, unless another pending plan or an event names them.
 *
 * @param kept blobs of a plan that is about to take its place
 */
export async function releaseBlobs(
  tx: LedgerTransaction,
  plan: string,
  kept: readonly string[] = [],
): Promise<void> {
  // A cheap test, because almost no plan names blobs.
  if (!plan.includes('model.imported')) return;
  const { events } = PlanDocument.parse(JSON.parse(plan));
  for (const sha256 of blobsIn(events)) {
    if (kept.includes(sha256)) continue;
    const info = await tx.blobInfo(sha256);
    if (info !== null && (await isUnneeded(tx, info))) await tx.dropBlob(sha256);
  }
}

/** Removes blobs that were staged more than `STAGED_MS` ago and that no plan names. */
export async function removeAbandoned(tx: LedgerTransaction, now_ms: number): Promise<void> {
  const old = (await tx.blobs()).filter(
    ({ state, staged_at }) => state !== 'kept' && Date.parse(staged_at) <= now_ms - STAGED_MS,
  );
  if (old.length === 0) return;
  const isNeeded = await pendingPlans(tx);
  for (const { sha256 } of old) if (!isNeeded(sha256)) await tx.dropBlob(sha256);
}

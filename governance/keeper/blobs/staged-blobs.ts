/** @module staged-blobs: which staged blobs a plan needs, and when they are removed. */
import type { BlobRow, LedgerRead, LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import {
  type ApprovalRecord,
  PlanDocument,
  type WorkspaceRecord,
} from '../../../schemas/governance.ts';
import { blobsOf, chunksOf, IMPORT_LIMITS } from '../../../schemas/imports.ts';
import { isVetoed } from '../../approval/machine.ts';

/** A staged blob that no plan needs is removed after this time, ms: 24 h. */
export const STAGED_MS = 86_400_000;

/** More approvals than any workspace has pending. */
const ALL = 1_000_000_000;

/** Digests of the blobs that events name. */
export function blobsIn(events: readonly PlannedEvent[]): readonly string[] {
  return [...new Set(events.flatMap((event) => blobsOf(event).map(({ sha256 }) => sha256)))];
}

/**
 * Refuses INVALID_ARGUMENT for a plan that names blobs which were not received completely and hashed, or have another
 * length, and for one that names too many. Blobs that events already keep, as in a merge of imports, are not counted.
 */
export async function assertBlobsStaged(
  read: LedgerRead,
  events: readonly PlannedEvent[],
): Promise<void> {
  let unkept = 0;
  for (const sha256 of blobsIn(events)) {
    if ((await read.blobInfo(sha256))?.state !== 'kept') unkept += 1;
  }
  if (unkept > IMPORT_LIMITS.blobs_per_plan) {
    throw new Refusal(
      'INVALID_ARGUMENT',
      `the plan names ${unkept} blobs that no event has yet, expected at most ${IMPORT_LIMITS.blobs_per_plan}`,
      'import one file at a time',
    );
  }
  // Thousands of topics name the same archive.
  const named = new Map(
    events.flatMap(blobsOf).map((blob) => [`${blob.sha256} ${blob.bytes}`, blob]),
  );
  for (const { sha256, bytes } of named.values()) {
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

function receivedOf(info: BlobRow | null): string {
  if (info === null) return 'no complete blob';
  const { received, bytes, state } = info;
  const all = `${received} of ${chunksOf(bytes)} chunks of a blob of ${bytes} bytes`;
  return state === 'receiving' ? all : `a blob of ${bytes} bytes`;
}

/** What tells which blobs are needed. */
export type BlobNeeds = {
  readonly now: () => Date;
  readonly registered: { readonly workspace: (read: LedgerRead) => Promise<WorkspaceRecord> };
  readonly rejections: {
    /** Approvals that were rejected after `since_ms`. */
    readonly after: (
      read: LedgerRead,
      since_ms: number,
      now_ms: number,
    ) => AsyncIterable<ApprovalRecord>;
  };
};

/**
 * Whether a plan needs a blob that is not kept: a pending plan needs all that it names. A revision that a person rejected
 * needs its manifest until the end of the cool-down, because only that tells which losses are vetoed.
 */
async function neededBlobs(
  { now, registered, rejections }: BlobNeeds,
  read: LedgerRead,
): Promise<(sha256: string) => boolean> {
  const pending = await read.approvals('pending', ALL);
  const { rejection_cooldown_s } = (await registered.workspace(read)).policy;
  const now_ms = now().getTime();
  const vetoed = new Set<string>();
  const since = now_ms - rejection_cooldown_s * 1000;
  for await (const rejected of rejections.after(read, since, now_ms)) {
    if (!isVetoed(rejected, rejection_cooldown_s, now_ms)) continue;
    for (const { type, payload } of importsIn(rejected.plan)) {
      const isRevision = type === 'model.imported' && payload.supersedes !== null;
      if (isRevision) vetoed.add(payload.manifest.sha256);
    }
  }
  return (sha256) => vetoed.has(sha256) || pending.some(({ plan }) => plan.includes(sha256));
}

/** The events of the text of a plan, if it imports anything. */
function importsIn(plan: string): PlanDocument['events'] {
  // A cheap test, because almost no plan names blobs.
  const names = ['model.imported', 'topic.created', 'topic.updated'];
  return names.some((name) => plan.includes(name))
    ? PlanDocument.parse(JSON.parse(plan)).events
    : [];
}

/** Whether a blob may be removed: it is not kept, and no plan needs it. */
export async function isUnneeded(
  needs: BlobNeeds,
  read: LedgerRead,
  info: BlobRow,
): Promise<boolean> {
  return info.state !== 'kept' && !(await neededBlobs(needs, read))(info.sha256);
}

/**
 * Removes the blobs of a plan that ended without being executed, unless another plan needs them or an event names them.
 * The plan of a rejection must be stored as rejected.
 *
 * @param kept blobs of a plan that is about to take its place
 */
export async function releaseBlobs(
  needs: BlobNeeds,
  tx: LedgerTransaction,
  plan: string,
  kept: readonly string[] = [],
): Promise<void> {
  const named = blobsIn(importsIn(plan)).filter((sha256) => !kept.includes(sha256));
  if (named.length === 0) return;
  const isNeeded = await neededBlobs(needs, tx);
  for (const sha256 of named) {
    const info = await tx.blobInfo(sha256);
    if (info !== null && info.state !== 'kept' && !isNeeded(sha256)) await tx.dropBlob(sha256);
  }
}

/** Removes blobs that were staged more than `STAGED_MS` ago and that no plan needs. */
export async function removeAbandoned(needs: BlobNeeds, tx: LedgerTransaction): Promise<void> {
  const until = needs.now().getTime() - STAGED_MS;
  const old = (await tx.blobs()).filter(
    ({ state, staged_at }) => state !== 'kept' && Date.parse(staged_at) <= until,
  );
  if (old.length === 0) return;
  const isNeeded = await neededBlobs(needs, tx);
  for (const { sha256 } of old) if (!isNeeded(sha256)) await tx.dropBlob(sha256);
}

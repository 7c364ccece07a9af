/** @module import-standing: whether an import is part of a branch, was undone there, or was replaced by a revision. */
import { deepEqual } from '../../../kernel/base/canonical/deep-equal.ts';
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { type ImportStatus, manifestSwap, statusGiven } from '../../../schemas/element-changes.ts';
import type { ImportRecord, ImportRevised, PlannedEventOf } from '../../../schemas/events.ts';
import type { PlanDocument } from '../../../schemas/governance.ts';
import { eventsBackwards } from '../../approval/prior-values.ts';
import type { Moment } from './element-states.ts';

type Log = Pick<LedgerRead, 'branchHead' | 'eventsTouching'>;

/** An import on the line of a branch, by the newest of its events there. */
export type ImportStanding = {
  readonly record: ImportRecord;
  /** Ledger seq of the import. */
  readonly seq: number;
  readonly status: ImportStatus;
};

/** The standing of an import at a moment; null if the line of the branch has no such import. */
export async function importStanding(
  read: Log,
  { branch, until }: Moment,
  import_id: string,
): Promise<ImportStanding | null> {
  let status: ImportStatus | null = null;
  for await (const event of eventsBackwards(read, branch, import_id, until)) {
    status ??= statusGiven(event, import_id);
    const isOwn = event.type === 'model.imported' && event.aggregate_id === import_id;
    if (isOwn && status !== null) return { record: event.payload, seq: event.seq, status };
  }
  return null;
}

/** The events of an import and of those that it replaces, one after the other. */
export type ImportChain = {
  /** Ledger seq of the first import, which replaces no other one; 0 if it is unknown. */
  readonly since: number;
  /** Ledger seqs of all revisions since then, and of their undos. */
  readonly revisions: readonly number[];
};

/**
 * The chain of an import at a moment. Elements of its last manifest that no other event wrote after the first import are as
 * that manifest has them: each import of the chain applied only if the ids that it added were free.
 */
export async function chainOf(
  read: Log,
  moment: Moment,
  last: ImportStanding,
): Promise<ImportChain> {
  let { record, seq } = last;
  while (record.supersedes !== null) {
    const { import_id, manifest } = record.supersedes;
    const earlier = await importStanding(read, moment, import_id);
    const isNext =
      earlier?.status === 'superseded' &&
      earlier.seq < seq &&
      earlier.record.manifest.sha256 === manifest.sha256;
    if (!isNext) return { since: 0, revisions: [] };
    ({ record, seq } = earlier);
  }
  return { since: seq, revisions: await exchangesSince(read, moment, record.import_id, seq) };
}

/** Ledger seqs, after `since`, of the revisions of an import, of revisions of these, and of the undos of all of them. */
async function exchangesSince(
  read: Log,
  { branch, until }: Moment,
  first: string,
  since: number,
): Promise<readonly number[]> {
  const seqs = new Set<number>();
  const ids = new Set([first]);
  for (const id of ids) {
    for await (const event of eventsBackwards(read, branch, id, until)) {
      if (event.seq <= since) break;
      const { brought, ended } = manifestSwap(event);
      if (brought === null || ended === null) continue;
      seqs.add(event.seq);
      // Ids that are added here are visited, too.
      ids.add(brought.import_id).add(ended.import_id);
    }
  }
  return [...seqs];
}

/**
 * Whether an event names the manifest that an import of the branch has. A revision also states whether it is a reference
 * model, as the import must be.
 */
export function isManifestOf(
  { record, status }: Pick<ImportStanding, 'record' | 'status'>,
  { manifest, reference = record.reference }: ImportRevised & { readonly reference?: boolean },
): boolean {
  const { sha256, elements } = record.manifest;
  const isSame = sha256 === manifest.sha256 && elements === manifest.elements;
  return status === 'active' && isSame && record.reference === reference;
}

/** The state that a plan merges or restores; null for other plans. */
function originOf({ branch, events: [first] }: PlanDocument): Moment | null {
  if (first?.type === 'branch.merged') {
    return { branch: first.payload.source, until: first.payload.source_seq };
  }
  return first?.type === 'branch.restored' ? { branch, until: first.payload.to_seq } : null;
}

/**
 * Whether a plan merges a branch, or restores a state, that has this very import, which is not undone there, so that its id
 * is not new. The merge or the restore must come first in the plan.
 */
export async function isKnownImport(
  read: Log,
  plan: PlanDocument,
  { aggregate_id, payload }: PlannedEventOf<'model.imported'>,
): Promise<boolean> {
  const origin = originOf(plan);
  if (origin === null) return false;
  const there = await importStanding(read, origin, aggregate_id);
  if (there === null || there.status === 'reverted') return false;
  if (!deepEqual(there.record, payload)) return false;
  const now = { branch: plan.branch, until: Number.MAX_SAFE_INTEGER };
  const here = await importStanding(read, now, aggregate_id);
  return here === null || here.status === 'reverted';
}

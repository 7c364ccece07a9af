/** @module derived-state: the expected content of the derived tables, computed from events and governing entries. */
import type { BranchHead, EventText, ImportRow, TouchRow } from '../../kernel/ledger/ledger.ts';
import { manifestSwap } from '../../schemas/element-changes.ts';
import { type StoredEvent, touchedIds } from '../../schemas/events.ts';
import { blobsOf, type NamedBlob } from '../../schemas/imports.ts';
import { countsAsOperation, sessionCounter } from '../access/session-limit.ts';
import {
  commentPointer,
  noticePointer,
  openedPointer,
  pendingCounter,
} from '../approval/approval-counters.ts';
import { registryPointer } from '../approval/registry-revision.ts';
import type { ApprovalHistory } from './approval-states.ts';
import type { GoverningEntry } from './governing.ts';

/** The state after the events and entries so far. */
export interface DerivedState {
  /** Applies one event; `known` is null for an event that cannot be read or is not supported. */
  readonly event: (
    event: Pick<EventText, 'seq' | 'branch' | 'branch_seq' | 'aggregate_id'>,
    known: StoredEvent | null,
  ) => void;
  /** Applies one governing entry. */
  readonly entry: (entry: GoverningEntry) => void;
  /** In order of creation. */
  readonly branches: ReadonlyMap<string, BranchHead>;
  /** Number of touches by events, including those of their own aggregates. */
  readonly touches: () => number;
  /** Touches of elements other than the event's own aggregate. */
  readonly further: readonly TouchRow[];
  /** The blobs that events name, in order, with the seq of the event. */
  readonly blobs: readonly (NamedBlob & { readonly seq: number })[];
  /** The events that bring the elements of manifests, in order, with the digests of these. */
  readonly importStarts: readonly ImportRow[];
  /** The revisions and undone imports, in order, with the digests of the manifests that they replace or delete. */
  readonly importEnds: readonly ImportRow[];
  /** Whether an entry has founded the workspace. */
  readonly founded: () => boolean;
  /** Counters by name, except those of pending approvals. */
  readonly counters: ReadonlyMap<string, number>;
  /** Digests of the rows of idempotency keys, with the seq of their entries. */
  readonly kept: ReadonlyMap<string, number>;
  /** Whether every row of an idempotency key is on the chain; not in workspaces of earlier versions. */
  readonly keepsAll: () => boolean;
}

/** Counters that point to the last entry of a step about an approval. */
const POINTERS = {
  opened: openedPointer,
  commented: commentPointer,
  notifying: noticePointer,
  notified: noticePointer,
} as const;

/** The branch of a new store. */
const MAIN: BranchHead = {
  branch: 'main',
  branch_seq: 0,
  parent: null,
  from_seq: 0,
  status: 'open',
};

/** The state of a new store. */
export function openDerivedState(): DerivedState {
  const branches = new Map([[MAIN.branch, MAIN]]);
  const counters = new Map<string, number>();
  const kept = new Map<string, number>();
  const further: TouchRow[] = [];
  const blobs: (NamedBlob & { readonly seq: number })[] = [];
  const importStarts: ImportRow[] = [];
  const importEnds: ImportRow[] = [];
  let touches = 0;
  let founded = false;
  let keepsAll = false;
  return {
    branches,
    counters,
    kept,
    further,
    blobs,
    importStarts,
    importEnds,
    touches: () => touches,
    founded: () => founded,
    keepsAll: () => keepsAll,
    event: ({ aggregate_id, branch, branch_seq, seq }, known) => {
      touches += 1;
      if (known !== null) {
        applyToBranches(branches, known);
        for (const blob of blobsOf(known)) blobs.push({ ...blob, seq });
        const { brought, ended } = manifestSwap(known);
        if (brought !== null) importStarts.push({ seq, branch, sha256: brought.manifest.sha256 });
        if (ended !== null) importEnds.push({ seq, branch, sha256: ended.manifest.sha256 });
        for (const id of touchedIds(known)) {
          if (id === aggregate_id) continue;
          touches += 1;
          further.push({ id, branch, seq });
        }
      }
      const head = branches.get(branch);
      if (head !== undefined) branches.set(branch, { ...head, branch_seq });
    },
    entry: (entry) => {
      switch (entry.step) {
        case 'founded':
          founded = true;
          keepsAll = entry.keeps_replies === true;
          for (const { kind, name } of entry.records) {
            counters.set(registryPointer(kind, name), entry.seq);
          }
          return;
        case 'changed':
          counters.set(registryPointer(entry.registered.kind, entry.registered.name), entry.seq);
          return;
        case 'opened':
        case 'commented':
        case 'notifying':
        case 'notified':
          counters.set(POINTERS[entry.step](entry.approval_id), entry.seq);
          return;
        case 'committed':
        case 'executed': {
          if (!countsAsOperation(entry['outcome'])) return;
          const name = sessionCounter(entry.session_id);
          counters.set(name, (counters.get(name) ?? 0) + 1);
          return;
        }
        case 'kept':
          kept.set(entry.row_digest, entry.seq);
          return;
        case 'decided':
        case 'expired':
        case 'cancelled':
        case 'stale':
        case 'voided':
          return;
        default:
          entry satisfies never;
      }
    },
  };
}

function applyToBranches(branches: Map<string, BranchHead>, event: StoredEvent): void {
  if (event.type === 'branch.created') {
    const { branch } = event;
    const { from: parent, from_seq } = event.payload;
    branches.set(branch, { branch, branch_seq: 0, parent, from_seq, status: 'open' });
  }
  if (event.type === 'branch.discarded') {
    const head = branches.get(event.payload.name);
    if (head !== undefined) branches.set(head.branch, { ...head, status: 'discarded' });
  }
}

/** Counters of pending approvals: one for each requester that has ever had one. */
export function pendingCounters(
  approvals: ReadonlyMap<string, ApprovalHistory>,
): ReadonlyMap<string, number> {
  const counters = new Map<string, number>();
  for (const { opened, status } of approvals.values()) {
    const name = pendingCounter(opened.plan);
    counters.set(name, (counters.get(name) ?? 0) + (status === 'pending' ? 1 : 0));
  }
  return counters;
}

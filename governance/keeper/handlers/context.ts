/** @module context: the dependencies of every handler, and refusals as answers. */
import type { KeyObject } from 'node:crypto';

import { Refusal, type RefusalBody } from '../../../schemas/errors.ts';
import type { EventChecks } from '../../../schemas/event-checks.ts';
import type { ApprovalRecord, ApprovalStatus } from '../../../schemas/governance.ts';
import type { BlobHashes } from '../blobs/blob-hashes.ts';
import type { ElementStates } from '../elements/element-states.ts';
import type { LevelNames } from './level-names.ts';
import type { Rejections } from './limits/rejections.ts';
import type { UnapprovedChanges } from './limits/unapproved-changes.ts';
import type { RegisteredReader } from './records/registered-reader.ts';
import type { KeeperProcess, OpenRuns } from './runs/open-runs.ts';

/** External dependencies of the rules: clock, randomness and the key that signs checkpoints. */
export type HandlerDependencies = {
  readonly now: () => Date;
  /** A fresh uuid. */
  readonly randomId: () => string;
  /** Ed25519 private key that signs checkpoints. */
  readonly logKey: KeyObject;
  /** Name of the log and of its key: no space, no `+`. */
  readonly logName: string;
  /** The checks of events about elements, loaded on first use. */
  readonly checks: () => Promise<EventChecks>;
  /** The process of the keeper; its id is null when it starts no runs. */
  readonly own: KeeperProcess;
  /** Whether this machine has a process with this pid. */
  readonly alive: (pid: number) => boolean;
  /** A random nonce of 64 hex digits, drawn once for each term. */
  readonly freshTermNonce: () => string;
  /** Address of the keeper's socket, as its clients know it. */
  readonly place: string;
};

/** The context of each handler. */
export type HandlersContext = HandlerDependencies & {
  readonly registered: RegisteredReader;
  readonly elements: ElementStates;
  readonly levelNames: LevelNames;
  readonly unapproved: UnapprovedChanges;
  readonly blobs: BlobHashes;
  readonly runs: OpenRuns;
  readonly rejections: Rejections;
  /** Drawn when the term began; kept in memory only. */
  readonly termNonce: string;
  /** Notes a new status of an approval, or a new comment on it. */
  readonly moved: (record: Pick<ApprovalRecord, 'approval_id' | 'status' | 'updated_at'>) => void;
};

/** An approval and its current status. */
export type ApprovalMove = { readonly approval_id: string; readonly status: ApprovalStatus };

/** Returns a refusal that `work` throws before it writes anything; other errors are faults and are rethrown. */
export async function refusable<T>(
  work: () => Promise<T>,
): Promise<T | { readonly status: 'refused'; readonly refusal: RefusalBody }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return { status: 'refused', refusal: error.body };
    throw error;
  }
}

/** @module context: what every handler is given, and refusals as answers. */
import type { KeyObject } from 'node:crypto';

import { Refusal, type RefusalBody } from '../../../schemas/errors.ts';
import type { EventChecks } from '../../../schemas/event-checks.ts';
import type { ApprovalRecord, ApprovalStatus } from '../../../schemas/governance.ts';
import type { ElementStates } from '../elements/element-states.ts';
import type { LevelNames } from './level-names.ts';
import type { Rejections } from './limits/rejections.ts';
import type { UnapprovedChanges } from './limits/unapproved-changes.ts';
import type { RegisteredReader } from './registered-reader.ts';
import type { KeeperProcess, OpenRuns } from './runs/open-runs.ts';

/** What the rules take from outside: clock, randomness and the key that signs checkpoints. */
export type HandlerDependencies = {
  readonly now: () => Date;
  /** A fresh uuid. */
  readonly randomId: () => string;
  /** Ed25519 private key that signs checkpoints. */
  readonly logKey: KeyObject;
  /** Name of the log and of its key: no space, no `+`. */
  readonly logName: string;
  /** The checks of events about elements, loaded when they are first needed. */
  readonly checks: () => Promise<EventChecks>;
  /** The process of the keeper; its id is null where it begins no runs. */
  readonly own: KeeperProcess;
  /** Whether this machine has a process of this number. */
  readonly alive: (pid: number) => boolean;
  /** A random nonce of 64 hex digits, drawn once for each term. */
  readonly freshTermNonce: () => string;
  /** Address of the keeper's socket, as its clients know it. */
  readonly place: string;
};

/** What each handler works with. */
export type HandlersContext = HandlerDependencies & {
  readonly registered: RegisteredReader;
  readonly elements: ElementStates;
  readonly levelNames: LevelNames;
  readonly unapproved: UnapprovedChanges;
  readonly runs: OpenRuns;
  readonly rejections: Rejections;
  /** Drawn when the term began; kept in memory only. */
  readonly termNonce: string;
  /** Notes that an approval has moved. */
  readonly moved: (record: Pick<ApprovalRecord, 'approval_id' | 'status' | 'updated_at'>) => void;
};

/** An approval and where it stands now. */
export type ApprovalMove = { readonly approval_id: string; readonly status: ApprovalStatus };

/** Answers a refusal that was thrown before anything was written; other errors are faults and pass. */
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

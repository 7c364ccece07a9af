/** @module desk: where approvals are read and decided: a workspace of this machine, or a hub. */
import type { KeyObject } from 'node:crypto';

import type { ApprovalHead, People } from '../../../governance/control/wire.ts';
import type { DecideReply, DecideRequest } from '../../../governance/keeper/protocol/protocol.ts';
import type { BranchReader } from '../../../kernel/model/projection/branch-reader.ts';
import type { StoredEvent } from '../../../schemas/events.ts';
import type { ApprovalRecord, ApprovalStatus } from '../../../schemas/governance.ts';
import type { TermSource } from '../signed-for-term.ts';

/** An approval in a list; its plan where the list has it already. */
export type ListedApproval = ApprovalHead & { readonly plan?: string };

/** What the approval client reads and writes. Whoever opens it disposes of it. */
export type Desk = AsyncDisposable &
  BranchReader & {
    readonly people: () => Promise<People>;
    /** Newest first. */
    readonly approvals: (
      status: ApprovalStatus | null,
      limit: number,
    ) => Promise<readonly ListedApproval[]>;
    /** Text of a plan, as it stands there: not yet compared with its digest. */
    readonly planText: (approval: ListedApproval) => Promise<string>;
    /** Ids that begin or end with a part of at least four characters. */
    readonly idsWith: (part: string) => Promise<readonly string[]>;
    /** The keeper's own copy, ended where nothing can come of it any more. */
    readonly approval: (approval_id: string) => Promise<ApprovalRecord | null>;
    readonly eventsOfOperation: (operation_id: string) => Promise<readonly StoredEvent[]>;
    /** The present term of the keeper that decisions are sent to. */
    readonly term: TermSource;
    readonly decide: (request: Omit<DecideRequest, 'via'>) => Promise<DecideReply>;
    /** Has the keeper end what has run out of time or can no longer be carried out. */
    readonly settle: (now: Date) => Promise<void>;
    /** Calls `changed` after each change until the function that it gives back is called. */
    readonly onChanged: (
      changed: () => void,
      failed: (error: unknown) => void,
    ) => Promise<() => void>;
    /** Path of the key of an approver. */
    readonly keyFile: (name: string) => string;
    /** The approver for whom the desk is open, with the unlocked key; null where that is said with each decision. */
    readonly signer: { readonly name: string; readonly key: KeyObject } | null;
  };
